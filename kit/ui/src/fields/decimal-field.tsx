import { group } from "@tidemark/money";
import { type KeyboardEvent, type ReactNode, type Ref, useId } from "react";
import { classNames } from "../theme/class-names.ts";
import { boundedDecimal, type DecimalRules, typedDecimal } from "./decimal-text.ts";
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
    /** After the number: a unit, a switch, a shortcut. */
    children?: ReactNode;
    /** Arrow up and down; the step is the caller's, in exact units. */
    onStep?: (direction: 1 | -1) => void;
    isDisabled?: boolean;
    testId?: string;
    inputRef?: Ref<HTMLInputElement>;
    className?: string;
  };

/** The one numeric input. A number is text: what is typed is sent, digit by digit. `min` and `max` apply on blur. */
export function DecimalField(props: DecimalFieldProps) {
  const { label, action, hint, problem, className, children, isDisabled = false, isLarge = false } = props;
  const id = useId();
  if (props.isLabelInside === true)
    return (
      <div className={classNames("grid grid-cols-[minmax(0,1fr)]", className)}>
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
          <span className="min-w-8 flex-none truncate text-muted">{label}</span>
          <NumberInput {...props} id={id} look="text-13 text-end rtl:text-start pointer-coarse:text-16" />
          {children}
        </label>
        {(problem ?? hint) !== undefined && (
          <p
            id={`${id}-note`}
            className={classNames("pt-1 text-11", problem === undefined ? "text-muted" : "text-warn")}
          >
            {problem ?? hint}
          </p>
        )}
      </div>
    );
  return (
    <FieldFrame
      id={id}
      label={label}
      hint={hint}
      problem={problem}
      className={className}
      {...(action === undefined ? {} : { action })}
    >
      <div className={fieldBoxClassName(problem, isDisabled)}>
        <NumberInput
          {...props}
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

function NumberInput(props: DecimalFieldProps & { id: string; look: string }) {
  const { id, look, value, onChange, decimals, min, max, placeholder, onStep, isDisabled = false } = props;
  const { inputRef, testId, hint, problem } = props;
  const step = (event: KeyboardEvent) => {
    if (onStep === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onStep(event.key === "ArrowUp" ? 1 : -1);
  };
  const leave = () => {
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
        value={value}
        onChange={(event) => onChange(typedDecimal(event.target.value, decimals))}
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
        {group(value)}
      </span>
    </span>
  );
}

/** The unit of a number: muted, never part of it. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className="flex-none text-muted">{children}</span>;
}
