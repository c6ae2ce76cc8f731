import { least, most, rateOf, whole } from "./ratio.ts";

export type Gift = { readonly id: number; readonly endMs: number; readonly left: bigint; readonly ratio: number };

const inOrder = (gifts: readonly Gift[]): Gift[] =>
  [...gifts].sort((a, b) => (a.endMs === b.endMs ? a.id - b.id : a.endMs - b.endMs));

/** each gives at most its ratio of the cost, floored, less what those before it gave. */
function byRatio(cost: bigint, purse: Map<number, bigint>, gifts: readonly Gift[]): bigint {
  let given = 0n;
  for (const { id, ratio } of gifts) {
    const bound = most(0n, whole(cost).times(rateOf(ratio)).floor() - given);
    const part = least(purse.get(id)!, bound);
    purse.set(id, purse.get(id)! - part);
    given += part;
  }
  return given;
}

/** one cost of a cross account. Answers what every purse holds afterwards, in the order they pay. */
export function borne(
  cost: bigint,
  isFunding: boolean,
  cash: bigint,
  gifts: readonly Gift[],
  forFunding: readonly Gift[],
) {
  const trading = inOrder(gifts);
  const funding = inOrder(forFunding);
  const purse = new Map(trading.map(({ id, left }) => [id, left]));
  const fundingPurse = new Map(funding.map(({ id, left }) => [id, left]));
  const base = isFunding ? cost - byRatio(cost, fundingPurse, funding) : cost;
  let open = base - byRatio(base, purse, trading);
  const fromCash = least(open, most(0n, cash));
  open -= fromCash;
  for (const { id } of trading) {
    const part = least(open, purse.get(id)!);
    purse.set(id, purse.get(id)! - part);
    open -= part;
  }
  return {
    cash: cash - fromCash - open,
    gifts: trading.map(({ id }) => purse.get(id)!),
    forFunding: funding.map(({ id }) => fundingPurse.get(id)!),
  };
}
