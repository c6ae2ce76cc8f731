import { Check, CircleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

export type Step = {
  id: string;
  /** Done, happening now, still to come, or where it ended before its end. */
  state: "done" | "now" | "todo" | "stop";
  title: string;
  /** What happens, and what the user has to do. */
  detail?: ReactNode;
  time?: string;
};

const marks = {
  done: "bg-brand-soft text-brand",
  now: "ring-[1.5px] ring-brand ring-inset",
  todo: "ring-[1.5px] ring-line-strong ring-inset",
  stop: "bg-warn-soft text-warn",
} as const;

/** The steps of one thing down a line: what has happened, what happens now, and what is still to come. */
export function Steps({ label, steps }: { label: string; steps: readonly Step[] }) {
  return (
    <ol aria-label={label} className="grid">
      {steps.map(({ id, state, title, detail, time }) => (
        <li
          key={id}
          {...(state === "now" ? { "aria-current": "step" as const } : {})}
          className="relative grid grid-cols-[18px_minmax(0,1fr)] gap-x-3 gap-y-0.5 pb-4 text-13 not-last:before:absolute not-last:before:start-[8.5px] not-last:before:top-5 not-last:before:-bottom-0.5 not-last:before:w-px not-last:before:bg-line-strong last:pb-0 w768:grid-cols-[18px_minmax(0,1fr)_auto]"
        >
          <span aria-hidden className={classNames("grid size-4.5 place-items-center rounded-full", marks[state])}>
            {state === "done" && <Check size={11} strokeWidth={2.75} />}
            {state === "stop" && <CircleAlert size={12} />}
            {state === "now" && <span className="size-1.5 rounded-full bg-brand" />}
          </span>
          <span className={classNames("text-14 leading-4.5", state === "todo" ? "text-muted" : "font-medium")}>
            {title}
          </span>
          {time !== undefined && (
            <span className="num text-12 leading-4.5 text-muted max-w768:col-start-2 max-w768:justify-self-start">
              {time}
            </span>
          )}
          {detail !== undefined && <div className="col-start-2 -col-end-1 leading-5 text-muted">{detail}</div>}
        </li>
      ))}
    </ol>
  );
}
