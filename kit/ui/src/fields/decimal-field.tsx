import { type KeyboardEvent, type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";
import { group } from "@tidemark/money";
import { typedDecimal } from "./decimal-text.ts";

export type DecimalFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  decimals: number;
  placeholder?: string;
  /** Stands after the number: a unit, a switch, a shortcut. */
  children?: ReactNode;
  /** Arrow up and down; the step is the caller's, in exact units. */
  onStep?: (direction: 1 | -1) => void;
  problem?: string | undefined;
  disabled?: boolean;
  testId?: string;
  className?: string;
};

/**
 * A number as text: what the trader typed is what is sent, digit by digit. The label stands inside, at the start. Under a
 * finger it has 16 px: smaller fields make a phone zoom into the page.
 */
export function DecimalField(props: DecimalFieldProps) {
  const { label, value, onChange, decimals, placeholder, children, onStep, problem, disabled, testId, className } =
    props;
  const id = useId();
  const step = (event: KeyboardEvent) => {
    if (onStep === undefined || (event.key !== "ArrowUp" && event.key !== "ArrowDown")) return;
    event.preventDefault();
    onStep(event.key === "ArrowUp" ? 1 : -1);
  };
  return (
    <div className={classNames("grid grid-cols-[minmax(0,1fr)]", className)}>
      <label
        htmlFor={id}
        className={classNames(
          "flex h-(--field-height) cursor-text items-center gap-1.5 rounded-control bg-field px-2.5 ring-inset transition-shadow",
          problem === undefined
            ? "hover:ring-1 hover:ring-line-strong has-[input:focus]:ring-1 has-[input:focus]:ring-brand has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand"
            : "ring-1 ring-warn has-[input:focus-visible]:ring-2",
          disabled === true && "opacity-60",
        )}
      >
        <span className="whitespace-nowrap text-muted">{label}</span>
        <span className="relative flex h-full min-w-0 flex-1 items-center">
          <input
            id={id}
            data-testid={testId}
            value={value}
            onChange={(event) => onChange(typedDecimal(event.target.value, decimals))}
            onKeyDown={step}
            inputMode="decimal"
            autoComplete="off"
            spellCheck={false}
            placeholder={placeholder ?? " "}
            disabled={disabled}
            aria-invalid={problem !== undefined}
            {...(problem === undefined ? {} : { "aria-describedby": `${id}-problem` })}
            className="num peer w-full min-w-0 bg-transparent text-end text-13 font-medium outline-none pointer-coarse:text-16 not-focus:not-placeholder-shown:text-transparent rtl:text-start"
          />
          {/* At rest the number is read in groups; under the fingers it is plain text. */}
          <span
            aria-hidden
            className="num pointer-events-none absolute inset-0 flex items-center justify-end overflow-hidden text-13 font-medium pointer-coarse:text-16 peer-focus:hidden rtl:justify-start"
          >
            {group(value)}
          </span>
        </span>
        {children}
      </label>
      {problem !== undefined && (
        <p id={`${id}-problem`} className="pt-1 text-11 text-warn">
          {problem}
        </p>
      )}
    </div>
  );
}

/** The unit of a number: muted, never part of it. */
export function Unit({ children }: { children: ReactNode }) {
  return <span className="text-muted">{children}</span>;
}
