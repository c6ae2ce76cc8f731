import { useId } from "react";
import { classNames } from "../theme/class-names.ts";
import { describedBy, FieldFrame, type FieldNotes } from "./field-frame.tsx";

export type TextAreaProps = FieldNotes & {
  value: string;
  onChange: (text: string) => void;
  rows?: number;
  placeholder?: string;
  /** For keys, addresses and other machine text: left to right in every language. */
  isCode?: boolean;
  testId?: string;
};

/** Several lines, with their label above. */
export function TextArea(props: TextAreaProps) {
  const { label, action, hint, problem, value, onChange, rows = 3, placeholder, isCode = false, testId } = props;
  const id = useId();
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} {...(action === undefined ? {} : { action })}>
      <textarea
        id={id}
        data-testid={testId}
        rows={rows}
        value={value}
        placeholder={placeholder}
        onChange={(event) => onChange(event.target.value)}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...(isCode ? { dir: "ltr" } : { dir: "auto" })}
        {...describedBy(id, { hint, problem })}
        className={classNames(
          "w-full resize-y align-as-field rounded-control bg-(--ground) px-3 py-2.5 text-(length:--field-text) leading-5 ring-inset outline-none",
          problem === undefined
            ? "ring-1 ring-line-strong focus:ring-[1.5px] focus:ring-brand"
            : "ring-[1.5px] ring-warn",
        )}
      />
    </FieldFrame>
  );
}
