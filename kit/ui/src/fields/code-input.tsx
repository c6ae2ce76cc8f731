import { type Ref, useId, useState } from "react";
import { classNames } from "../theme/class-names.ts";
import { westernDigits } from "./decimal-reading.ts";
import { describedBy, FieldFrame, type FieldNotes } from "./field-frame.tsx";

const digitsMax = 6;

/** The digits of a typed or pasted text, at most as many as a code has: "Your code is 407 213." gives 407213. */
export const typedCode = (text: string): string => westernDigits(text).replace(/\D/g, "").slice(0, digitsMax);

export type CodeInputProps = FieldNotes & {
  value: string;
  onChange: (digits: string) => void;
  /** The sixth digit was typed. */
  onComplete?: (digits: string) => void;
  isDisabled?: boolean;
  testId?: string;
  inputRef?: Ref<HTMLInputElement>;
};

/**
 * A code of six digits, from left to right in every language. It is one input, so that pasting, autofill and screen readers work; the six
 * boxes only draw its value.
 */
export function CodeInput(props: CodeInputProps) {
  const { label, action, hint, problem, value, onChange, onComplete, isDisabled = false } = props;
  const { inputRef, testId } = props;
  const id = useId();
  const [isFocused, setIsFocused] = useState(false);
  const at = Math.min(value.length, digitsMax - 1);
  return (
    <FieldFrame id={id} label={label} hint={hint} problem={problem} {...(action === undefined ? {} : { action })}>
      <div dir="ltr" className="relative grid grid-cols-6 gap-2">
        {Array.from({ length: digitsMax }, (_, index) => (
          <span
            key={index}
            aria-hidden
            className={classNames(
              "num grid h-14 place-items-center rounded-control text-20 font-medium ring-inset",
              isDisabled ? "bg-hover text-muted" : "bg-(--ground)",
              isFocused && index === at
                ? "ring-[1.5px] ring-brand"
                : problem === undefined
                  ? "ring-1 ring-line-strong"
                  : "ring-[1.5px] ring-warn",
            )}
          >
            {value[index] ?? (isFocused && index === at && <span className="h-5.5 w-[1.5px] animate-blink bg-brand" />)}
          </span>
        ))}
        <input
          id={id}
          ref={inputRef}
          data-testid={testId}
          value={value}
          inputMode="numeric"
          autoComplete="one-time-code"
          disabled={isDisabled}
          onChange={(event) => {
            const digits = typedCode(event.target.value);
            onChange(digits);
            if (digits.length === digitsMax && digits !== value) onComplete?.(digits);
          }}
          onFocus={() => setIsFocused(true)}
          onBlur={() => setIsFocused(false)}
          // The caret is always at the end: typing continues there.
          onSelect={({ currentTarget }) => {
            if (currentTarget.selectionStart === currentTarget.selectionEnd)
              currentTarget.setSelectionRange(value.length, value.length);
          }}
          {...describedBy(id, { hint, problem })}
          className="absolute inset-0 w-full bg-transparent text-16 text-transparent caret-transparent outline-none selection:bg-transparent selection:text-transparent disabled:cursor-not-allowed"
        />
      </div>
    </FieldFrame>
  );
}
