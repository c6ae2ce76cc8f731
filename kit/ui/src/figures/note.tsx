import { CircleAlert, CircleCheck, Info } from "lucide-react";
import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

const tones = {
  neutral: { ground: "bg-hover", ink: "text-muted", Sign: Info },
  info: { ground: "bg-info-soft", ink: "text-info", Sign: Info },
  brand: { ground: "bg-brand-soft", ink: "text-brand", Sign: CircleCheck },
  warn: { ground: "bg-warn-soft", ink: "text-warn", Sign: CircleAlert },
} as const;

export type NoteProps = { tone?: keyof typeof tones; icon?: ReactNode; className?: string; children: ReactNode };

/** A note that must be seen before continuing. Amber for possible costs; there are no red notes. */
export function Note({ tone = "neutral", icon, className, children }: NoteProps) {
  const { ground, ink, Sign } = tones[tone];
  return (
    <div className={classNames("flex gap-2.5 rounded-control p-3 text-13", ground, className)}>
      <span className={classNames("flex h-[1lh] flex-none items-center", ink)}>
        {icon ?? <Sign aria-hidden size={16} />}
      </span>
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
