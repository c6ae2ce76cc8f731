import { type ReactNode, useId } from "react";
import { classNames } from "../class-names.ts";

export type TextFieldProps = {
  label: string;
  value: string;
  onChange: (text: string) => void;
  type?: "text" | "password" | "email";
  autoComplete?: string;
  problem?: string | undefined;
  testId?: string;
  maxLength?: number;
  children?: ReactNode;
};

/** A field of a page: label above, 44 px high, the problem below it in words. */
export function TextField(props: TextFieldProps) {
  const { label, value, onChange, type = "text", autoComplete, problem, testId, maxLength, children } = props;
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-13 text-muted">
        {label}
      </label>
      <div
        className={classNames(
          "flex h-11 items-center rounded-control bg-surface ring-1 ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand",
          problem === undefined ? "ring-line-strong" : "ring-warn",
        )}
      >
        <input
          id={id}
          data-testid={testId}
          type={type}
          value={value}
          maxLength={maxLength}
          onChange={(event) => onChange(event.target.value)}
          autoComplete={autoComplete}
          autoCapitalize="none"
          spellCheck={false}
          aria-invalid={problem !== undefined}
          {...(problem === undefined ? {} : { "aria-describedby": `${id}-problem` })}
          className="h-full min-w-0 flex-1 bg-transparent px-3 text-16 outline-none w768:text-14"
        />
        {children}
      </div>
      {problem !== undefined && (
        <p id={`${id}-problem`} role="alert" className="text-12 text-warn">
          {problem}
        </p>
      )}
    </div>
  );
}
