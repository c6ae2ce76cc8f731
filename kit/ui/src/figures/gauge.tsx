import { Meter } from "react-aria-components/Meter";
import { ProgressBar } from "react-aria-components/ProgressBar";
import { classNames } from "../theme/class-names.ts";

export type GaugeProps = {
  label: string;
  /** From 0 to 1; only drawn, never counted with. */
  share: number;
  /** Announced text: "31,240 of 50,000 USDT". */
  valueText: string;
  /** A goal ends at a mark, the level to reach. A remaining stock has no mark. */
  kind?: "goal" | "left";
  /** It no longer counts. */
  isOff?: boolean;
  /** Filling it is nothing to wish for: without the brand's colour. */
  isPlain?: boolean;
  /** Thresholds on the way, from 0 to 1. */
  ticks?: readonly number[];
  className?: string;
};

const percent = (share: number): string => `${Math.min(1, Math.max(0, share)) * 100}%`;

/** The tide gauge: a level, and a mark it must reach. */
export function Gauge(props: GaugeProps) {
  const { label, share, valueText, kind = "goal", isOff = false, isPlain = false, ticks = [], className } = props;
  const Kind = kind === "goal" ? ProgressBar : Meter;
  return (
    <Kind
      aria-label={label}
      value={Math.min(1, Math.max(0, share)) * 100}
      valueLabel={valueText}
      className={classNames("relative block h-1 w-full rounded-full bg-line-strong", className)}
    >
      <span
        className={classNames(
          "absolute inset-y-0 start-0 rounded-full transition-[inline-size] duration-(--slow)",
          isOff ? "bg-faint" : isPlain ? "bg-muted" : "bg-brand",
        )}
        style={{ inlineSize: percent(share) }}
      />
      {ticks.map((tick) => (
        <span key={tick} className="absolute -inset-y-0.5 w-px bg-warn" style={{ insetInlineStart: percent(tick) }} />
      ))}
      {kind === "goal" && (
        <span className={classNames("absolute -inset-y-1 end-0 w-0.5 rounded-full", isOff ? "bg-faint" : "bg-ink")} />
      )}
    </Kind>
  );
}

export type PipsProps = { label: string; count: number; total: number; valueText: string };

/** Steps that are counted one by one, such as confirmations. Above thirty they become a line. */
export function Pips({ label, count, total, valueText }: PipsProps) {
  if (total > 30) return <Gauge label={label} share={count / total} valueText={valueText} />;
  return (
    <ProgressBar aria-label={label} value={count} maxValue={total} valueLabel={valueText} className="flex gap-[3px]">
      {Array.from({ length: total }, (_, index) => (
        <span
          key={index}
          className={classNames("h-1 flex-1 rounded-full", index < count ? "bg-brand" : "bg-line-strong")}
        />
      ))}
    </ProgressBar>
  );
}
