import { moneyScale } from "./decimal.ts";

// The one grammar of amounts, prices and sizes on every wire: no sign, no exponent, no leading zeros,
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
