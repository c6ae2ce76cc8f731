import { moneyScale } from "./decimal.ts";

// The one grammar of amounts, prices and sizes on every wire (R-1.3): no sign, no exponent, no leading zeros,
// at most 18 digits before and 8 after the point. User input is refused, never rounded.
const grammar = /^(0|[1-9]\d{0,17})(?:\.(\d{1,8}))?$/;

/** Units of 10^-scale, or undefined where the text breaks the grammar or carries more decimals than allowed. */
export function parseUnits(text: string, scale: number = moneyScale): bigint | undefined {
  const match = grammar.exec(text);
  if (match === null) return undefined;
  const fraction = match[2] ?? "";
  if (fraction.length > scale) return undefined;
  return BigInt(match[1]! + fraction.padEnd(scale, "0"));
}

/** The exact decimal text of units, without trailing zeros unless `decimals` asks for a fixed count. */
export function printUnits(units: bigint, scale: number = moneyScale, decimals?: number): string {
  const negative = units < 0n;
  const digits = (negative ? -units : units).toString().padStart(scale + 1, "0");
  const whole = digits.slice(0, digits.length - scale);
  let fraction = digits.slice(digits.length - scale);
  fraction = decimals === undefined ? fraction.replace(/0+$/, "") : fraction.padEnd(decimals, "0").slice(0, decimals);
  const sign = negative ? "-" : "";
  return fraction === "" ? `${sign}${whole}` : `${sign}${whole}.${fraction}`;
}

/** Thousands separators for people; the wire never carries them. */
export function group(text: string): string {
  const [whole, fraction] = text.split(".");
  const grouped = whole!.replace(/\B(?=(\d{3})+(?!\d))/g, ",");
  return fraction === undefined ? grouped : `${grouped}.${fraction}`;
}

/** Exactly `decimals` decimals: filled up with zeros or cut, never rounded up. What is cut to nothing has no sign. */
export function cutText(text: string, decimals: number): string {
  const [whole, fraction = ""] = text.split(".");
  const cut = decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, "0").slice(0, decimals)}`;
  return /[1-9]/.test(cut) ? cut : cut.replace("-", "");
}

const shortSteps = [
  { zeros: 9, letter: "B" },
  { zeros: 6, letter: "M" },
  { zeros: 3, letter: "K" },
] as const;
const shortDecimals = 2;

/** A large number in short, from a thousand on: 6152345678.1 → 6.15B. Below that it has `decimals` decimals. */
export function shortText(text: string, decimals: number = shortDecimals): string {
  const sign = text.startsWith("-") ? "-" : "";
  const [whole = "", fraction = ""] = text.slice(sign.length).split(".");
  const step = shortSteps.find(({ zeros }) => whole.length > zeros);
  if (step === undefined) return cutText(text, decimals);
  const point = whole.length - step.zeros;
  return `${sign}${group(cutText(`${whole.slice(0, point)}.${whole.slice(point)}${fraction}`, shortDecimals))}${step.letter}`;
}

/** What people are told of a number that may be endless: above `cap` only that it is more, 123456 → 100,000+. */
export function cappedText(text: string, cap = 100_000n): string {
  const [whole = "", fraction = ""] = text.split(".");
  const isMore = BigInt(whole) > cap || (BigInt(whole) === cap && /[1-9]/.test(fraction));
  return isMore ? `${group(cap.toString())}+` : group(text);
}

/** A number of percents with two decimals, cut: 1.859 → 1.85%. */
export const percentText = (text: string): string => `${group(cutText(text, 2))}%`;
