import { Check } from "lucide-react";
import { classNames } from "../theme/class-names.ts";

export type StepLineProps = {
  label: string;
  steps: readonly { readonly id: string; readonly label: string; readonly isDone: boolean }[];
  current: string;
};

const marks = {
  done: "bg-brand-soft text-brand",
  now: "text-brand ring-[1.5px] ring-brand ring-inset",
  todo: "text-muted ring-[1.5px] ring-line-strong ring-inset",
} as const;

/** The steps of a form across: where the user is, and what is behind. On a phone only the current one has its label. */
export function StepLine({ label, steps, current }: StepLineProps) {
  return (
    <ol aria-label={label} className="flex min-w-0 items-center gap-2 text-13">
      {steps.map(({ id, label: name, isDone }, index) => {
        const isNow = id === current;
        const state = isNow ? "now" : isDone ? "done" : "todo";
        return (
          <li
            key={id}
            {...(isNow ? { "aria-current": "step" as const } : {})}
            className="flex min-w-0 items-center gap-2 not-first:before:h-px not-first:before:w-3 not-first:before:flex-none not-first:before:bg-line-strong w1200:not-first:before:w-6"
          >
            <span
              aria-hidden
              className={classNames(
                "num grid size-5 flex-none place-items-center rounded-full text-11 font-semibold",
                marks[state],
              )}
            >
              {state === "done" ? <Check size={12} strokeWidth={2.75} /> : index + 1}
            </span>
            <span className={classNames("truncate", isNow ? "font-medium" : "text-muted max-w768:sr-only")}>
              {name}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
