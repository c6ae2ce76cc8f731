import { type DecimalDraft, DecimalWritingContext, finishedDecimal, leftDraft, nextDraft } from "@tidemark/kit-ui";
import { Pencil } from "lucide-react";
import { useContext, useLayoutEffect, useRef, useState } from "react";
import { shown } from "../format/number-text.ts";

export type EditableNumberProps = {
  value: string;
  decimals: number;
  label: string;
  disabled: boolean;
  testId: string;
  onSave: (text: string) => void;
};

/** A number in a table that can be edited in place: Enter saves, Escape and blur discard. */
export function EditableNumber({ value, decimals, label, disabled, testId, onSave }: EditableNumberProps) {
  const [draft, setDraft] = useState<DecimalDraft>();
  const { mark } = useContext(DecimalWritingContext);
  const face = useRef<HTMLButtonElement>(null);
  const isLeftByKey = useRef(false);
  const isEditing = draft !== undefined;
  // The field is gone then, and the focus would fall to the start of the page.
  useLayoutEffect(() => {
    if (!isEditing && isLeftByKey.current) face.current?.focus();
    isLeftByKey.current = false;
  }, [isEditing]);
  if (draft === undefined)
    return (
      <button
        ref={face}
        type="button"
        aria-label={label}
        title={label}
        // Not `disabled`: while the change is under way it keeps the focus.
        aria-disabled={disabled}
        data-testid={testId}
        onClick={() => {
          if (!disabled) setDraft({ typed: value, text: value });
        }}
        className="group/edit num -mx-1 inline-flex items-center gap-1 rounded-control px-1 not-aria-disabled:hover:bg-line-strong aria-disabled:cursor-default"
      >
        {/* The pencil is before the number, so that digits stay aligned. */}
        <Pencil
          aria-hidden
          size={11}
          strokeWidth={2}
          className="text-faint group-not-aria-disabled/edit:group-hover/edit:text-ink"
        />
        {shown(value, decimals)}
      </button>
    );
  /** False where what is typed is no number: then the field stays. */
  const finish = (): boolean => {
    const left = leftDraft(draft);
    if (left.refusal !== undefined) {
      setDraft(left);
      return false;
    }
    const text = finishedDecimal(left.text);
    setDraft(undefined);
    if (text !== "" && text !== value) onSave(text);
    return true;
  };
  return (
    <input
      // oxlint-disable-next-line jsx-a11y/no-autofocus -- it replaces the button that was just pressed
      autoFocus
      aria-label={label}
      data-testid={`${testId}-input`}
      inputMode="decimal"
      aria-invalid={draft.refusal !== undefined}
      value={draft.typed}
      onChange={(event) => setDraft(nextDraft(draft, event.target.value, { decimals, mark }, false))}
      onFocus={(event) => event.target.select()}
      onBlur={() => setDraft(undefined)}
      onKeyDown={(event) => {
        if (event.key !== "Enter" && event.key !== "Escape") return;
        if (event.key === "Escape") setDraft(undefined);
        else if (!finish()) return;
        isLeftByKey.current = true;
      }}
      className="num h-6 w-24 rounded-control bg-field px-1.5 text-end font-medium pointer-coarse:text-16 ring-1 ring-brand outline-none ring-inset aria-invalid:ring-warn"
    />
  );
}
