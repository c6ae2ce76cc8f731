import type { ReactNode } from "react";
import { classNames } from "../theme/class-names.ts";

const tones = {
  neutral: "bg-hover text-muted",
  brand: "bg-brand-soft text-brand",
  info: "bg-info-soft text-info",
  warn: "bg-warn-soft text-warn",
  rise: "bg-rise-soft text-rise",
  fall: "bg-fall-soft text-fall",
} as const;

/**
 * Neutral: over or off. Brand: on, verified, succeeded. Info: in progress. Warn: needs attention. Rise and fall: a side, never a state.
 */
export type TagTone = keyof typeof tones;

export function Tag({ tone = "neutral", icon, children }: { tone?: TagTone; icon?: ReactNode; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex h-4.5 flex-none items-center gap-1 rounded-tag px-1.5 align-middle text-11 font-medium whitespace-nowrap [&_svg]:size-2.75 [&_svg]:stroke-[2.25]",
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}

/** A count: unread messages, entries of a tab. Above the maximum it shows that there are more. */
export function Badge({ count, countMax = 99, label }: { count: number; countMax?: number; label?: string }) {
  if (count <= 0) return null;
  return (
    <span className="num inline-grid h-4 min-w-4 place-items-center rounded-full bg-brand-solid px-1 text-11 leading-none font-semibold text-on-brand">
      <span aria-hidden={label !== undefined}>{count > countMax ? `${countMax}+` : count}</span>
      {label !== undefined && <span className="sr-only">{label}</span>}
    </span>
  );
}
