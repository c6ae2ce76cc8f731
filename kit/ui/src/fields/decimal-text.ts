import { parseUnits } from "@tidemark/money";
import { type DecimalMark, readDecimal } from "./decimal-reading.ts";

/** Rules of a numeric field. Numbers are text from the keyboard to the wire, never floats. */
export type DecimalRules = {
  /** At most this many decimals; more are cut, never rounded. Zero allows whole numbers only. */
  decimals: number;
  /** As plain decimal text, such as "0.00000001". */
  min?: string | undefined;
  max?: string | undefined;
};

/**
 * The number in a typed text, for fields that do not say what they refuse: a last character that leaves no number is not taken. A trailing
 * point stays, because the user is still typing. Limits apply on blur: a number that changes during typing cannot be typed.
 */
export function typedDecimal(text: string, decimals: number, mark: DecimalMark = "."): string {
  const reading = readDecimal(text, decimals, mark);
  if (reading.kind === "number") return reading.text;
  const before = readDecimal(text.slice(0, -1), decimals, mark);
  return before.kind === "number" ? before.text : "";
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
