import { parseUnits } from "@tidemark/money";

/** Rules of a numeric field. Numbers are text from the keyboard to the wire, never floats. */
export type DecimalRules = {
  /** At most this many decimals; more are cut, never rounded. Zero allows whole numbers only. */
  decimals: number;
  /** As plain decimal text, such as "0.00000001". */
  min?: string | undefined;
  max?: string | undefined;
};

const wholeDigitsMax = 18;

/**
 * Cleans typed text: keeps digits and the first point, removes leading zeros, cuts decimals beyond the rule. A lone "." becomes "0." and a
 * trailing point stays, because the user is still typing. Limits apply on blur: a number that changes during typing cannot be typed.
 */
export function typedDecimal(text: string, decimals: number): string {
  // A comma is a decimal point where it cannot be a thousands separator: "0,5" as on many keyboards. After any other digit it is ambiguous
  // until the rest is typed: "1," may become 1,000, and a thousandth of the intended amount must not be sent.
  const pointed = /^0*,\d*$/.test(text) ? text.replace(",", ".") : text;
  const kept = westernDigits(pointed).replace(/[^\d.]/g, "");
  const at = kept.indexOf(".");
  const whole = (at < 0 ? kept : kept.slice(0, at)).replace(/^0+(?=\d)/, "").slice(0, wholeDigitsMax);
  if (at < 0 || decimals === 0) return whole;
  const fraction = kept
    .slice(at + 1)
    .replaceAll(".", "")
    .slice(0, decimals);
  return `${whole === "" ? "0" : whole}.${fraction}`;
}

/** Persian and Arabic keyboards type their own digits and point; so do Japanese ones in full width. */
export function westernDigits(text: string): string {
  return text.replace(/[٫．]/g, ".").replace(/[۰-۹٠-٩０-９]/g, (digit) => {
    const code = digit.charCodeAt(0);
    const zero = code >= 0xff10 ? 0xff10 : code >= 0x06f0 ? 0x06f0 : 0x0660;
    return String(code - zero);
  });
}

/** The finished number for the wire: no trailing point; empty stays empty. */
export const finishedDecimal = (text: string): string => (text.endsWith(".") ? text.slice(0, -1) : text);

/** The finished number within its limits: below the smallest it becomes the smallest, above the largest the largest. Empty stays empty. */
export function boundedDecimal(text: string, { decimals, min, max }: DecimalRules): string {
  const finished = finishedDecimal(typedDecimal(text, decimals));
  if (finished === "") return "";
  if (min !== undefined && compareDecimals(finished, min) < 0) return min;
  // A limit finer than the field is cut like everything else: never above it.
  if (max !== undefined && compareDecimals(finished, max) > 0) return finishedDecimal(typedDecimal(max, decimals));
  return finished;
}

/** Exact; both in the grammar of the wire. */
function compareDecimals(a: string, b: string): number {
  const [left, right] = [parseUnits(a), parseUnits(b)];
  if (left === undefined || right === undefined) throw new Error(`not a decimal: ${a}, ${b}`);
  return left < right ? -1 : left > right ? 1 : 0;
}
