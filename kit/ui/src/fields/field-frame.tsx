import { CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

export type FieldNotes = {
  label: string;
  /** The label is for screen readers only: a heading beside the field says the same. */
  isLabelHidden?: boolean;
  /** At the end of the label's row: "Forgot password?", the available balance. */
  action?: ReactNode;
  hint?: ReactNode;
  /** What is wrong and what to do; replaces the hint. */
  problem?: string | undefined;
};

export type FieldFrameProps = FieldNotes & {
  /** Of the input; the notes below it have `${id}-note`. */
  id: string;
  /** The label names something that is no input by itself, such as the button of a select. */
  isLabelRead?: boolean;
  className?: string | undefined;
  children: ReactNode;
};

/** A field of a page: label above, the control, and below it a hint or the problem. */
export function FieldFrame(props: FieldFrameProps) {
  const { id, label, isLabelHidden = false, action, hint, problem, isLabelRead = false, className, children } = props;
  return (
    <div className={classNames("grid grid-cols-[minmax(0,1fr)] content-start", className)}>
      <div
        className={classNames(
          "flex flex-wrap items-baseline justify-between gap-x-3 text-13 text-muted",
          !(isLabelHidden && action === undefined) && "mb-1.5",
        )}
      >
        <span className={isLabelHidden ? "sr-only" : undefined}>
          {isLabelRead ? <span aria-hidden>{label}</span> : <label htmlFor={id}>{label}</label>}
        </span>
        {action !== undefined && <span className="ms-auto inline-flex items-baseline gap-2">{action}</span>}
      </div>
      {children}
      <FieldNote id={id} hint={hint} problem={problem} />
    </div>
  );
}

/** The notes below a control, linked as its description. */
function FieldNote({ id, hint, problem }: { id: string; hint?: ReactNode; problem?: string | undefined }) {
  if (problem !== undefined)
    return (
      <p id={noteIdOf(id)} role="alert" className="mt-1.5 flex items-start gap-1.5 text-12 text-warn">
        <CircleAlert aria-hidden size={14} className="mt-px flex-none" />
        {problem}
      </p>
    );
  if (hint === undefined) return null;
  return (
    <div id={noteIdOf(id)} className="mt-1.5 text-12 text-muted">
      {hint}
    </div>
  );
}

const noteIdOf = (id: string): string => `${id}-note`;

/** Attributes that link an input to its notes. */
export const describedBy = (
  id: string,
  { hint, problem }: { hint?: ReactNode; problem?: string | undefined },
): { "aria-describedby"?: string; "aria-invalid"?: true } => ({
  ...(hint === undefined && problem === undefined ? {} : { "aria-describedby": noteIdOf(id) }),
  ...(problem === undefined ? {} : { "aria-invalid": true as const }),
});

/** The box around an input of a page: its border is brand on focus and amber on a problem. */
export const fieldBoxClassName = (problem: string | undefined, isDisabled: boolean): string =>
  classNames(
    "flex h-(--field-height) items-center gap-2 rounded-control px-3 ring-1 ring-inset transition-shadow",
    isDisabled ? "bg-hover text-muted ring-transparent" : "bg-(--ground)",
    problem === undefined
      ? "ring-line-strong has-[input:focus]:ring-[1.5px] has-[input:focus]:ring-brand"
      : "ring-[1.5px]! ring-warn",
  );
