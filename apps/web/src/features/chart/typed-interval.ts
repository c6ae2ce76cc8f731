import { type CandleInterval, candleIntervals, candleMs } from "@tidemark/contracts";

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
const units: Readonly<Record<string, number>> = { m: minuteMs, h: hourMs, d: dayMs, w: 7 * dayMs };

/** The interval of what is typed: "15" and "15m", "60" and "1h", "1d". A large M means months, as the toolbar writes it. */
export function typedInterval(text: string): CandleInterval | undefined {
  const [, count, unit = "m"] = /^(\d{1,5})([a-zA-Z]?)$/.exec(text.trim()) ?? [];
  if (count === undefined) return undefined;
  if (unit === "M") return count === "1" ? "1M" : undefined;
  const ms = Number(count) * (units[unit === "" ? "m" : unit.toLowerCase()] ?? 0);
  return candleIntervals.find((interval) => interval !== "1M" && candleMs[interval] === ms);
}
