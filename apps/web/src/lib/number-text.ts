import { group, parseUnits, printUnits } from "@tidemark/money";

/** Decimals that a step such as "0.10" or "0.001" leaves: "0.10" → 1. */
export const decimalsOf = (step: string): number => (step.split(".")[1] ?? "").replace(/0+$/, "").length;

/** Decimal text for people: grouped, with exactly `decimals` decimals, cut, never rounded up. */
export function shown(text: string, decimals: number): string {
  const [whole, fraction = ""] = text.split(".");
  return group(decimals === 0 ? whole! : `${whole}.${fraction.padEnd(decimals, "0").slice(0, decimals)}`);
}

/** Units of 10^-8 for people. */
export const shownUnits = (units: bigint, decimals: number, scale = 8): string =>
  shown(printUnits(units, scale), decimals);

/** Units in full: never fewer than `decimals`, and every further digit that is not zero. What is paid is not rounded. */
export function exactUnits(units: bigint, decimals: number, scale = 8): string {
  const text = printUnits(units, scale);
  return shown(text, Math.max(decimals, (text.split(".")[1] ?? "").length));
}

const steps = [
  { digits: 12, letter: "T" },
  { digits: 9, letter: "B" },
  { digits: 6, letter: "M" },
] as const;

/** A large number in short: 6152345678.1 → 6.15B; below a million it is written out. */
export function short(text: string, decimals = 2): string {
  const whole = text.split(".")[0]!;
  const step = steps.find(({ digits }) => whole.length > digits);
  if (step === undefined) return shown(text, decimals);
  const cut = whole.length - step.digits;
  return `${whole.slice(0, cut)}.${whole.slice(cut, cut + 2)}${step.letter}`;
}

/** A rate in 1e-8 as a percentage without trailing zeros: 80000 → 0.08%. */
export const percentOfRate = (rate: number): string =>
  `${rate < 0 ? "-" : ""}${printUnits(BigInt(Math.abs(rate)), 6)}%`;

/** The exact sum of decimal texts. */
export function sumOf(texts: readonly string[]): bigint {
  let sum = 0n;
  for (const text of texts) sum += text.startsWith("-") ? -(parseUnits(text.slice(1)) ?? 0n) : (parseUnits(text) ?? 0n);
  return sum;
}

const two = (n: number): string => String(n).padStart(2, "0");

/** 14:59:58, in the reader's zone. */
export function clockText(at: number): string {
  const date = new Date(at);
  return `${two(date.getHours())}:${two(date.getMinutes())}:${two(date.getSeconds())}`;
}

/** 2026-11-14 14:59:58. */
export function dateText(at: number): string {
  const date = new Date(at);
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())} ${clockText(at)}`;
}
