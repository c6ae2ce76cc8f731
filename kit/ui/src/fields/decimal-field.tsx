import { group } from "@tidemark/money";
import { type KeyboardEvent, type ReactNode, type Ref, useContext, useId, useState } from "react";
import { classNames } from "../theme/class-names.ts";
import { type DecimalDraft, leftDraft, nextDraft } from "./decimal-draft.ts";
import { boundedDecimal, type DecimalRules } from "./decimal-text.ts";
import { DecimalWritingContext } from "./decimal-writing.ts";
import { describedBy, fieldBoxClassName, FieldFrame, type FieldNotes } from "./field-frame.tsx";

export type DecimalFieldProps = FieldNotes &
  DecimalRules & {
    value: string;
    onChange: (text: string) => void;
    placeholder?: string;
    /** As in the ticket: the label inside at the start, the number at the end. Otherwise the label is above, as on pages. */
    isLabelInside?: boolean;
    /** For the main number of a dialog: 20 px. Only with the label above. */
    isLarge?: boolean;
    /** After the problem: what helps against it. Only with the label inside. */
    problemAction?: ReactNode;
    /** After the number: a unit, a switch, a shortcut. */
    children?: ReactNode;
    /** Arrow up and down; the step is the caller's, in exact units. */
    onStep?: (direction: 1 | -1) => void;
    isDisabled?: boolean;
    testId?: string;
    inputRef?: Ref<HTMLInputElement>;
    className?: string;
  };

/** What is typed, beside the value that the caller has. A value that the caller changed replaces it. */
function useDraft({ value, onChange, decimals }: DecimalFieldProps) {
  const { mark, refusalText } = useContext(DecimalWritingContext);
  const [kept, setKept] = useState<DecimalDraft>();
  const draft: DecimalDraft = kept?.text === value ? kept : { typed: value, text: value };
  const take = (next: DecimalDraft) => {
    setKept(next);
    if (next.text !== value) onChange(next.text);
  };
  return {
    typed: draft.typed,
    /** The user's text is no number, so it is shown in place of one. */
    isUnread: draft.text === "" && draft.typed !== "",
    refusal: draft.refusal === undefined ? undefined : refusalText(draft.refusal, decimals),
    type: (typed: string, isPasted: boolean) => take(nextDraft(draft, typed, { decimals, mark }, isPasted)),
    leave: () => setKept(leftDraft(draft)),
  };
}

const isPaste = (event: Event): boolean =>
  event instanceof InputEvent && (event.inputType === "insertFromPaste" || event.inputType === "insertFromDrop");

/** The one numeric input. A number is text: what is typed is sent, digit by digit. `min` and `max` apply on blur. */
export function DecimalField(given: DecimalFieldProps) {
  const draft = useDraft(given);
  const props = { ...given, problem: draft.refusal ?? given.problem };
  const { label, action, hint, problem, className, children, isDisabled = false, isLarge = false } = props;
  const id = useId();
  if (props.isLabelInside === true)
    return (
      <div className={classNames("@container grid grid-cols-[minmax(0,1fr)]", className)}>
        <label
          htmlFor={id}
          className={classNames(
            "flex h-(--field-height) cursor-text items-center gap-1.5 rounded-control bg-field px-2.5 ring-inset transition-shadow",
            problem === undefined
              ? "hover:ring-1 hover:ring-line-strong has-[input:focus]:ring-[1.5px] has-[input:focus]:ring-brand"
              : "ring-[1.5px] ring-warn",
            isDisabled && "opacity-60",
          )}
        >
          {/* On the narrowest phones the number needs the room of its label: a number is never shortened. */}
          <span
            className={classNames(
              "min-w-8 flex-none truncate text-muted",
              draft.typed !== "" && "@max-[180px]:sr-only",
            )}
          >
            {label}
          </span>
          <NumberInput {...props} draft={draft} id={id} look="text-13 text-end rtl:text-start pointer-coarse:text-16" />
          {children}
        </label>
        {(problem ?? hint) !== undefined && (
          <p
            id={`${id}-note`}
            className={classNames("pt-1 text-11", problem === undefined ? "text-muted" : "text-warn")}
          >
            {problem ?? hint}
            {problem !== undefined && problem === given.problem && given.problemAction ? (
              <> {given.problemAction}</>
            ) : null}
          </p>
        )}
      </div>
    );
  return (
    <FieldFrame
      id={id}
      label={label}
      isLabelHidden={props.isLabelHidden ?? false}
      hint={hint}
      problem={problem}
      className={className}
      {...(action === undefined ? {} : { action })}
    >
      <div className={fieldBoxClassName(problem, isDisabled)}>
        <NumberInput
          {...props}
          draft={draft}
          id={id}
          look={classNames(
            "text-start rtl:text-end",
            isLarge ? "text-20 font-medium" : "text-(length:--field-text) font-medium",
          )}
        />
        {children}
      </div>
    </FieldFrame>
  );
}

type NumberInputProps = DecimalFieldProps & { id: string; look: string; draft: ReturnType<typeof useDraft> };

function NumberInput(props: NumberInputProps) {
  const { id, look, draft, value, onChange, decimals, min, max, placeholder, onStep, isDisabled = false } = props;
  const { inputRef, testId, hint, problem } = props;
  const step = (event: KeyboardEvent) => {
    if (onStep === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onStep(event.key === "ArrowUp" ? 1 : -1);
  };
  const leave = () => {
    draft.leave();
    if (min === undefined && max === undefined) return;
    const bounded = boundedDecimal(value, { decimals, min, max });
    if (bounded !== value) onChange(bounded);
  };
  return (
    <span className="relative flex h-full min-w-0 flex-1 items-center">
      <input
        id={id}
        ref={inputRef}
        data-testid={testId}
        value={draft.typed}
        onChange={(event) => draft.type(event.target.value, isPaste(event.nativeEvent))}
        onKeyDown={step}
        onBlur={leave}
        inputMode={decimals === 0 ? "numeric" : "decimal"}
        autoComplete="off"
        spellCheck={false}
        placeholder={placeholder ?? " "}
        disabled={isDisabled}
        {...describedBy(id, { hint, problem })}
        className={classNames(
          "num peer h-full w-full min-w-0 bg-transparent font-medium outline-none not-focus:not-placeholder-shown:text-transparent placeholder:font-normal",
          look,
        )}
      />
      {/* Grouped digits when not focused; plain text while editing. */}
      <span
        aria-hidden
        className={classNames(
          "num pointer-events-none absolute inset-0 overflow-hidden font-medium leading-(--field-height) text-ellipsis peer-focus:hidden",
          look,
        )}
      >
        {draft.isUnread ? draft.typed : group(value)}
      </span>
    </span>
  );
}

/** The unit of a number: muted, never part of it. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className="flex-none text-muted">{children}</span>;
}
