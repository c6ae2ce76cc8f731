import { cutText, group, printUnits } from "@tidemark/money";
import { requireUnits } from "./require-units.ts";

/** Decimals of a step such as "0.10" or "0.001": "0.10" → 1. */
export const decimalsOf = (step: string): number => (step.split(".")[1] ?? "").replace(/0+$/, "").length;

/** Decimal text for display: grouped, with exactly `decimals` decimals, cut, never rounded up. */
export const shown = (text: string, decimals: number): string => group(cutText(text, decimals));

/** Whether a decimal text of the exchange is zero, however many decimals it has. */
export const isZeroText = (text: string): boolean => !/[1-9]/.test(text);

/** The same with its sign as screens write it, + and −; zero has none. */
export function signedText(text: string, decimals: number): string {
  const size = text.startsWith("-") ? text.slice(1) : text;
  if (isZeroText(size)) return shown(size, decimals);
  return `${size === text ? "+" : "−"}${shown(size, decimals)}`;
}

/** What is subtracted, as an addend: "13.75" → "-13.75". */
export const negated = (text: string): string => (text.startsWith("-") ? text.slice(1) : `-${text}`);

/** Units of 10^-8 for display. */
export const shownUnits = (units: bigint, decimals: number, scale = 8): string =>
  shown(printUnits(units, scale), decimals);

/** Units with their sign. */
export const signedUnitsText = (units: bigint, decimals: number, scale: number): string =>
  signedText(printUnits(units, scale), decimals);

/** Decimal text in full: at least `decimals` decimals and every further digit that it has. */
export const exactText = (text: string, decimals: number): string =>
  shown(text, Math.max(decimals, (text.split(".")[1] ?? "").length));

/** Units in full: at least `decimals` decimals and every further digit that is not zero. Amounts to pay are not rounded. */
export const exactUnits = (units: bigint, decimals: number, scale = 8): string =>
  exactText(printUnits(units, scale), decimals);

/** A share as a percentage, in full and without useless zeros: "0.2" → "20", "0.025" → "2.5". */
export const percentText = (share: string): string => exactUnits(requireUnits(share), 0, 6);

/** A rate in 1e-8 as a percentage: two decimals and every further digit that is not zero, because fees are not rounded. */
export function percentOfRate(rate: number): string {
  const text = printUnits(BigInt(Math.abs(rate)), 6);
  return `${rate < 0 ? "-" : ""}${cutText(text, Math.max(2, (text.split(".")[1] ?? "").length))}%`;
}

const feeDecimals = 4;
/** A rate in 1e-8 in a column of rates: four decimals, and every further digit that is not zero. */
export const alignedPercent = (rate: number): string =>
  `${rate < 0 ? "−" : ""}${exactUnits(BigInt(Math.abs(rate)), feeDecimals, 6)}%`;

/** A funding rate in 1e-8 with its sign, cut to four decimals of a percent. */
export const fundingText = (rate: bigint): string => `${signedUnitsText(rate, feeDecimals, 6)}%`;

/** As wide as a price and without digits, for a number drawn outside React until it is known: a screen reader would read out digits. */
export const unknownPrice = "\u2007".repeat(9);

/** The exact sum of decimal texts. */
export function sumOf(texts: readonly string[]): bigint {
  let sum = 0n;
  for (const text of texts) sum += requireUnits(text);
  return sum;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** 14:59:58, in the browser's time zone. */
export function clockText(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-11-14, in the browser's time zone. */
export const dayText = (date: Date): string =>
  `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`;

/** The day in UTC, where days begin for everybody at once. */
export const utcDayText = (at: number): string => new Date(at).toISOString().slice(0, 10);

/** 2026-11-14 03:15 UTC: for an end that is the same moment for everybody. */
export const utcTimeText = (at: number): string => `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;

/** 2026-11-14 14:59:58. */
export const dateText = (at: number): string => `${dayText(new Date(at))} ${clockText(at)}`;

/** The last so many days, today included, as their first and last one. */
export function lastDays(count: number, now: Date): { from: string; to: string } {
  const first = new Date(now.getFullYear(), now.getMonth(), now.getDate() - count + 1);
  return { from: dayText(first), to: dayText(now) };
}

/** 14:59:58.118: for what happens within a second. */
export const clockMsText = (at: number): string => `${clockText(at)}.${String(at % 1_000).padStart(3, "0")}`;
