import { type Listed, marginValue } from "./contract.ts";
import { feeOn } from "./fees.ts";
import { least, most, Ratio, sumOf } from "./ratio.ts";
import { marginOf } from "./reserve.ts";

/** one lot after the other from the newest that has any, until the rest fits. Oldest first in the list. */
export function trimmed(closes: readonly bigint[], fits: bigint): readonly bigint[] {
  const kept = [...closes];
  for (let i = kept.length - 1; i >= 0; i -= 1) {
    const before = sumOf(kept.slice(0, i));
    kept[i] = most(0n, least(kept[i]!, fits - before));
  }
  return kept;
}

/** frozen at placement. */
export function firesWhen(trigger: bigint, reference: bigint): ((source: bigint) => boolean) | undefined {
  if (trigger === reference) return undefined;
  return trigger > reference ? (source) => source >= trigger : (source) => source <= trigger;
}

/** does the face pay margin and taker fee of so much at the protection price? */
export const isPaidByFace = (
  contract: Listed,
  face: bigint,
  leverage: bigint,
  rate: number,
  ticks: bigint,
  qty: bigint,
): boolean => {
  const value = marginValue(contract, ticks, qty);
  return marginOf(value, leverage) + feeOn(value, rate) <= face;
};

/** of a part fill only so much of the face is used, rounded up. */
export const faceUsed = (face: bigint, filled: bigint, qty: bigint): bigint => new Ratio(face * filled, qty).ceil();
