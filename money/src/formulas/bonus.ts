import { floorDiv } from "../decimal.ts";
import { rateOneBig } from "../rate.ts";
import { availableOf, type CrossAccount } from "./account.ts";

/** One grant of trading or funding bonus. The ratio, in 1e-8, is the most of a cost it may bear. */
export type Grant = {
  readonly id: number;
  readonly endMs: number;
  readonly remaining: bigint;
  readonly ratio: number;
};

export type Cost = {
  readonly kind: "loss" | "fee" | "funding";
  readonly amount: bigint;
};

export type CostLine =
  | { readonly from: "grant" | "funding-grant"; readonly id: number; readonly amount: bigint }
  | { readonly from: "cash" | "cash-below-zero"; readonly amount: bigint };

export type Consumption = {
  readonly lines: readonly CostLine[];
  readonly cash: bigint;
  /** In the order they pay: earliest end, then lowest id. */
  readonly grants: readonly Grant[];
  readonly fundingGrants: readonly Grant[];
};

/** the order in which grants pay. */
export const compareGrants = (a: Grant, b: Grant): number => a.endMs - b.endMs || a.id - b.id;

/**
 * who bears one cost of a cross account. For funding the funding bonus first, by its ratio; then trading grants, each up to its
 * ratio of the cost (floored) less what grants before it gave; then cash down to zero, the rest of the grants, and cash below zero
 * (V039, V121–V123). The lines sum to the cost.
 */
export function consumeCost(
  cost: Cost,
  cash: bigint,
  grants: readonly Grant[],
  fundingGrants: readonly Grant[] = [],
): Consumption {
  const lines: CostLine[] = [];
  const funding = fundingGrants.toSorted(compareGrants);
  const trading = grants.toSorted(compareGrants);
  let left = cost.amount;
  const give = (list: Grant[], i: number, from: "grant" | "funding-grant", amount: bigint): void => {
    if (amount === 0n) return;
    const grant = list[i]!;
    list[i] = { ...grant, remaining: grant.remaining - amount };
    lines.push({ from, id: grant.id, amount });
    left -= amount;
  };
  const giveByRatio = (list: Grant[], from: "grant" | "funding-grant"): void => {
    const base = left;
    list.forEach((grant, i) => give(list, i, from, shareOf(grant, base, base - left)));
  };
  if (cost.kind === "funding") giveByRatio(funding, "funding-grant");
  giveByRatio(trading, "grant");
  const fromCash = smaller(cash > 0n ? cash : 0n, left);
  if (fromCash > 0n) lines.push({ from: "cash", amount: fromCash });
  left -= fromCash;
  trading.forEach((grant, i) => give(trading, i, "grant", smaller(grant.remaining, left)));
  if (left > 0n) lines.push({ from: "cash-below-zero", amount: left });
  return { lines, cash: cash - fromCash - left, grants: trading, fundingGrants: funding };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

function shareOf(grant: Grant, cost: bigint, given: bigint): bigint {
  const share = floorDiv(BigInt(grant.ratio) * cost, rateOneBig) - given;
  return share > 0n ? smaller(grant.remaining, share) : 0n;
}

export type TransferOut = {
  readonly availableOut: bigint;
  readonly isAllowed: boolean;
  /** Equity once the money and every grant have left; carries `needed` whenever the transfer is allowed. */
  readonly equityAfter: bigint;
  readonly needed: bigint;
};

/** a transfer out takes at most what cash alone can spare, and forfeits all trading bonus to its campaigns (V040, V124). */
export function transferOut(account: CrossAccount, amount: bigint): TransferOut {
  const { out } = availableOf(account);
  return {
    availableOut: out,
    isAllowed: amount > 0n && amount <= out,
    equityAfter: account.cash - amount + account.uPnl,
    needed: account.initialMargin + account.orderMargin,
  };
}

/** how many opening cross orders, newest first, must go until equity carries what is left (V125). */
export function ordersToCancel(equity: bigint, initialMargin: bigint, reservesNewestFirst: readonly bigint[]): number {
  let orderMargin = reservesNewestFirst.reduce((sum, reserve) => sum + reserve, 0n);
  let count = 0;
  while (count < reservesNewestFirst.length && equity < initialMargin + orderMargin) {
    orderMargin -= reservesNewestFirst[count]!;
    count += 1;
  }
  return count;
}

/** the part of a cross fill that counts as volume: cash's share of cash and bonus before it, floored (V142). */
export function countedVolume(value: bigint, cash: bigint, bonus: bigint): bigint {
  const own = cash > 0n ? cash : 0n;
  return own + bonus === 0n ? 0n : floorDiv(value * own, own + bonus);
}
