import { printUnits } from "@tidemark/money";
import { type Facts, type Refusal, refusals } from "./errors.ts";
import type { Instruments } from "./instruments.ts";

/** The facts of a refusal as decimal text, from the two numbers that a core's answer carries. */
export function factsOf(
  refusal: Refusal,
  numbers: readonly [bigint, bigint],
  instruments: Pick<Instruments, "asset" | "amount">,
  asset?: string,
): Facts {
  const rule: { facts: readonly string[]; unit?: string } = refusals[refusal];
  const unit = rule.unit ?? "count";
  const id = asset === undefined ? undefined : instruments.asset(asset)?.id;
  const print = (value: bigint): string => {
    // Open interest of an inverse contract is counted in whole USD, which is no asset of the ledger.
    if (unit === "count" || (unit === "money" && asset !== undefined && id === undefined)) return value.toString();
    return unit === "money" && id !== undefined ? instruments.amount(id, value) : printUnits(value);
  };
  const facts: Record<string, string> = {};
  // A refusal told again from memory has lost its numbers: better none than wrong ones.
  if (unit !== "count" && numbers[0] === 0n && numbers[1] === 0n) return facts;
  rule.facts.forEach((name, index) => (facts[name] = print(numbers[index]!)));
  if (unit === "money" && asset !== undefined) facts.asset = asset;
  return facts;
}
