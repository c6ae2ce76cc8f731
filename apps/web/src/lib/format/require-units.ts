import { parseUnits } from "@tidemark/money";

/**
 * Units of 10^-scale of an amount that the exchange sent, with its sign. An amount that cannot be read is an error: read as zero, it would
 * show a balance or a value that is not there. For what a user types, use `parseUnits`.
 */
export function requireUnits(text: string, scale?: number): bigint {
  const isNegative = text.startsWith("-");
  const units = parseUnits(isNegative ? text.slice(1) : text, scale);
  if (units === undefined) throw new Error(`not an amount: "${text}"`);
  return isNegative ? -units : units;
}
