import { bankruptcy, bankruptcyOfPart } from "./bankruptcy.ts";
import type { Kind, Side } from "./contract.ts";
import { closed, type Holding, wholeGain } from "./position.ts";
import { least, most, Ratio, rateOf, sumOf, whole } from "./ratio.ts";

export type Ranked = {
  readonly uid: number;
  readonly qty: bigint;
  readonly pnl: bigint;
  readonly markValue: bigint;
  readonly entry: bigint;
  readonly equity: bigint;
};

/** in 1e-8, floored. */
export function score({ pnl, markValue, entry, equity }: Ranked): bigint {
  const leverage = new Ratio(markValue, most(1n, equity));
  const yieldOf = new Ratio(pnl, entry);
  const exact = pnl > 0n ? yieldOf.times(leverage) : yieldOf.over(leverage);
  return exact.over(rateOf(1)).floor();
}

/** by choosing the best again and again, so that no order of a sort can hide a tie. */
export function queueOf(all: readonly Ranked[]): readonly number[] {
  const left = [...all];
  const queue: number[] = [];
  const isBefore = (a: Ranked, b: Ranked): boolean => {
    const [first, second] = [score(a), score(b)];
    if (first !== second) return first > second;
    return a.qty === b.qty ? a.uid < b.uid : a.qty > b.qty;
  };
  while (left.length > 0) {
    let best = 0;
    left.forEach((candidate, i) => {
      if (isBefore(candidate, left[best]!)) best = i;
    });
    queue.push(left.splice(best, 1)[0]!.uid);
  }
  return queue;
}

/** a position's part of its account's equity, by value. */
export const partOfEquity = (equity: bigint, value: bigint, values: bigint): bigint =>
  new Ratio(equity * value, values).floor();

/** Table 1.2, "pro-rata cut": floored for all but the last, who takes the rest; nobody gives more than all of them together have. */
export function cutFrom(amount: bigint, profits: readonly bigint[]): readonly bigint[] {
  const all = sumOf(profits);
  const taken = least(amount, all);
  const cuts = profits.slice(0, -1).map((profit) => new Ratio(taken * profit, all).floor());
  return profits.length === 0 ? [] : [...cuts, taken - sumOf(cuts)];
}

export type Counterparty = { readonly held: Holding; readonly margin: bigint };
type Part = { place: number; qty: bigint; value: bigint; pnl: bigint; spared: bigint };

/**
 * two passes over the queue. A part of the value is offered to each in turn; who would fare worse than by its own bankruptcy value
 * waits for the second pass and gets that one. Fund, profits, company pay the difference, in this order.
 */
export function deleveraged(
  kind: Kind,
  side: Side,
  bankrupt: { readonly value: bigint; readonly qty: bigint },
  queue: readonly Counterparty[],
  fund: bigint,
  treasury: bigint,
) {
  let { value: valueLeft, qty: qtyLeft } = bankrupt;
  const parts: Part[] = [];
  const waiting: number[] = [];
  const pass = (places: readonly number[], isLast: boolean): void => {
    for (const place of places) {
      if (qtyLeft === 0n) return;
      const { held, margin } = queue[place]!;
      const qty = least(held.qty, qtyLeft);
      const offered = new Ratio(valueLeft * qty, qtyLeft).floor();
      const own = bankruptcyOfPart(kind, side, bankruptcy(kind, side, held.entry, margin), qty, held.qty);
      const spared = most(0n, wholeGain(kind, side, offered, own));
      if (spared > 0n && !isLast) {
        waiting.push(place);
        continue;
      }
      const value = spared > 0n ? own : offered;
      parts.push({ place, qty, value, pnl: closed(kind, side, held, qty, value).pnl, spared });
      valueLeft -= offered;
      qtyLeft -= qty;
    }
  };
  pass([...queue.keys()], false);
  pass([...waiting], true);
  const short = sumOf(parts.map(({ spared }) => spared));
  const fundPays = least(fund, short);
  const winners = parts.filter(({ pnl }) => pnl > 0n);
  const cuts = cutFrom(
    short - fundPays,
    winners.map(({ pnl }) => pnl),
  );
  const cut = sumOf(cuts);
  const treasuryPays = least(treasury, short - fundPays - cut);
  return {
    parts: parts.map((part) => ({ ...part, cut: cuts[winners.indexOf(part)] ?? 0n })),
    waiting,
    short,
    fundPays,
    cut,
    treasuryPays,
    open: short - fundPays - cut - treasuryPays,
  };
}

/** Table 1.2, "ADL value split". */
export function splitInOrder(value: bigint, sizes: readonly bigint[]): readonly bigint[] {
  let left = value;
  return sizes.map((size, i) => {
    const share = new Ratio(left * size, sumOf(sizes.slice(i))).floor();
    left -= share;
    return share;
  });
}

/** "quintile of cumulative qty": five lights where less than a fifth of all size stands before. */
export const lightsOf = (sizes: readonly bigint[]): readonly bigint[] =>
  sizes.map((_, i) => 5n - new Ratio(5n * sumOf(sizes.slice(0, i)), sumOf(sizes)).floor());

/** R-12.3 (a) to (c). */
export function keepsInventory(fund: bigint, peak: bigint, inventoryPnl: bigint, contractValue: bigint) {
  const isSound = fund + inventoryPnl >= 0n && whole(peak - fund).isBelow(new Ratio(30n * peak, 100n));
  return { isSound, mayKeep: isSound && whole(contractValue).isAtMost(new Ratio(20n * fund, 100n)) };
}
