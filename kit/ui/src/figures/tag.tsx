import type { ReactNode } from "react";
import { classNames } from "../class-names.ts";

const tones = {
  plain: "bg-hover text-muted",
  rise: "bg-rise-soft text-rise",
  fall: "bg-fall-soft text-fall",
  brand: "bg-brand-soft text-brand",
  warn: "bg-warn-soft text-warn",
} as const;

export function Tag({ tone = "plain", children }: { tone?: keyof typeof tones; children: ReactNode }) {
  return (
    <span
      className={classNames(
        "inline-flex items-center gap-1 rounded-tag px-1.5 text-11 leading-4 font-medium whitespace-nowrap",
        tones[tone],
      )}
    >
      {children}
    </span>
  );
}
