import type { BorrowLevels } from "@tidemark/money";
import { classNames } from "@tidemark/kit-ui";
import { levelShare, levelText, transferOutLevel } from "./level-scale.ts";

export type LevelBarProps = {
  /** Where the pair is warned and liquidated. */
  levels: BorrowLevels;
  /** Undefined without debt. */
  now: bigint | undefined;
  /** After what is being entered. */
  after?: bigint | undefined;
};

/** Nearer to each other than this, two labels are moved apart. */
const labelShare = 0.13;
const at = (share: number) => ({ insetInlineStart: `${share * 100}%` });

/** A box without width, so that its label is centred at its place, or beside it where another one is near. */
const labelClass = (anchor: "middle" | "before" | "after"): string =>
  classNames(
    "num absolute flex w-0 whitespace-nowrap",
    { middle: "justify-center", before: "justify-end pe-0.5", after: "justify-start ps-0.5" }[anchor],
  );

/** The level of a margin pair between liquidation, warning and the level from which money may leave. It does not mirror, as no price scale does. */
export function LevelBar({ levels, now, after }: LevelBarProps) {
  const [liquidate, warn, out] = [levels.liquidate, levels.warn, transferOutLevel].map(levelShare) as [
    number,
    number,
    number,
  ];
  const pins = [
    { id: "now", level: now, className: "bg-ink text-ink" },
    { id: "after", level: after, className: "bg-brand text-brand" },
  ].flatMap(({ level, ...pin }) => (level === undefined ? [] : [{ ...pin, level, share: levelShare(level) }]));
  const areNear = pins.length === 2 && Math.abs(pins[0]!.share - pins[1]!.share) < labelShare;
  const lowest = Math.min(...pins.map(({ share }) => share));
  const anchorOf = (share: number): "middle" | "before" | "after" => {
    if (areNear && pins[0]!.share !== pins[1]!.share) return share === lowest ? "before" : "after";
    return share > 0.94 ? "before" : share < 0.06 ? "after" : "middle";
  };
  const zones = [
    { from: 0, to: liquidate, className: "bg-warn" },
    { from: liquidate, to: warn, className: "bg-warn/55" },
    { from: warn, to: out, className: "bg-line-strong" },
    { from: out, to: 1, className: "bg-brand/60" },
  ];
  const marks = [
    { level: levels.liquidate, share: liquidate, anchor: "before" as const },
    { level: levels.warn, share: warn, anchor: "after" as const },
    { level: transferOutLevel, share: out, anchor: "middle" as const },
  ];
  return (
    // The level stands beside it as a number.
    <div aria-hidden dir="ltr" className="relative h-11 text-11" data-testid="level-bar">
      {zones.map(({ from, to, className }) => (
        <span
          key={from}
          className={classNames("absolute top-5 h-1 rounded-full", className)}
          style={{ ...at(from), width: `calc(${(to - from) * 100}% - 1px)` }}
        />
      ))}
      {marks.map(({ level, share, anchor }) => (
        <span key={String(level)} className={classNames(labelClass(anchor), "top-7 text-muted")} style={at(share)}>
          {levelText(level)}
        </span>
      ))}
      {pins.map(({ id, level, share, className }) => (
        <span key={id} className="absolute top-0 w-0" style={at(share)}>
          <span className={classNames("absolute top-4 -ms-px h-3 w-0.5 rounded-full", className)} />
          <span className={classNames(labelClass(anchorOf(share)), "bg-transparent! font-medium", className)}>
            {levelText(level)}
          </span>
        </span>
      ))}
    </div>
  );
}
