import { CircleX } from "lucide-react";
import { type HTMLInputAutoCompleteAttribute, type ReactNode, type Ref, useId } from "react";
import { IconButton } from "../buttons/icon-button.tsx";
import { classNames } from "../theme/class-names.ts";
import { describedBy, fieldBoxClassName, FieldFrame, type FieldNotes } from "./field-frame.tsx";

export type TextFieldProps = FieldNotes & {
  value: string;
  onChange: (text: string) => void;
  type?: "text" | "password" | "email" | "tel" | "search" | "date";
  inputMode?: "text" | "email" | "tel" | "numeric" | "url";
  autoComplete?: HTMLInputAutoCompleteAttribute;
  placeholder?: string;
  /** Maximum length, enforced by the browser. */
  maxLength?: number;
  /** Shows how many characters of how many; more may be typed, and the count turns amber. */
  countMax?: number;
  /** How characters are counted, where the receiver of the text counts them by a rule of its own. */
  countOf?: (text: string) => number;
  /** Instruments the cross that empties the field; without it there is none. */
  clearLabel?: string;
  /** Before the text: an icon, a country code. */
  prefix?: ReactNode;
  /** After the text: a unit, a button. */
  children?: ReactNode;
  isDisabled?: boolean;
  name?: string;
  testId?: string;
  inputRef?: Ref<HTMLInputElement>;
  className?: string;
};

/** Counts characters as users see them: a letter with its marks is one. */
const charactersOf = (text: string): number => [...new Intl.Segmenter().segment(text)].length;

/** A text, with its label above. */
export function TextField(props: TextFieldProps) {
  const { label, action, hint, problem, value, onChange, countMax, clearLabel, isDisabled = false, className } = props;
  const { type = "text", inputMode, autoComplete = "off", placeholder, maxLength, prefix, children } = props;
  const { name, testId, inputRef, isLabelHidden = false, countOf = charactersOf } = props;
  const id = useId();
  const count = countMax !== undefined && (
    <span className={classNames("num", countOf(value) > countMax && "text-warn")}>
      {countOf(value)}/{countMax}
    </span>
  );
  return (
    <FieldFrame
      id={id}
      label={label}
      isLabelHidden={isLabelHidden}
      hint={hint}
      problem={problem}
      className={className}
      {...(action === undefined && count === false ? {} : { action: action ?? count })}
    >
      <div className={fieldBoxClassName(problem, isDisabled)}>
        {prefix}
        <input
          id={id}
          ref={inputRef}
          name={name}
          data-testid={testId}
          type={type}
          inputMode={inputMode}
          dir="auto"
          value={value}
          maxLength={maxLength}
          disabled={isDisabled}
          placeholder={placeholder}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          {...describedBy(id, { hint, problem })}
          className="h-full min-w-0 flex-1 align-as-field bg-transparent text-(length:--field-text) outline-none"
        />
        {clearLabel !== undefined && value !== "" && !isDisabled && (
          <IconButton aria-label={clearLabel} size="sm" onPress={() => onChange("")} className="-me-1">
            <CircleX size={14} />
          </IconButton>
        )}
        {children}
      </div>
    </FieldFrame>
  );
}

/** A thin line between a text and the button behind it. */
export function FieldLine() {
  return <span aria-hidden className="h-5 w-px flex-none bg-line-strong" />;
}
