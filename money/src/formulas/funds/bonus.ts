import { floorDiv } from "../../decimal.ts";
import { rateOneBig } from "../../rate.ts";
import { availableOf, type CrossAccount } from "../margin/account.ts";

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
  const ofFunding = consumeByRatio(cost.kind === "funding" ? cost.amount : 0n, fundingGrants, "funding-grant");
  const base = cost.amount - ofFunding.given;
  const ofTrading = consumeByRatio(base, grants, "grant");
  const lines: CostLine[] = [...ofFunding.lines, ...ofTrading.lines];
  let left = base - ofTrading.given;
  const fromCash = smaller(cash > 0n ? cash : 0n, left);
  if (fromCash > 0n) lines.push({ from: "cash", amount: fromCash });
  left -= fromCash;
  const trading = ofTrading.grants.map((grant) => {
    const amount = smaller(grant.remaining, left);
    if (amount > 0n) lines.push({ from: "grant", id: grant.id, amount });
    left -= amount;
    return { ...grant, remaining: grant.remaining - amount };
  });
  if (left > 0n) lines.push({ from: "cash-below-zero", amount: left });
  return { lines, cash: cash - fromCash - left, grants: trading, fundingGrants: ofFunding.grants };
}

export type RatioConsumption = {
  readonly given: bigint;
  readonly lines: readonly CostLine[];
  /** In the order they pay. */
  readonly grants: readonly Grant[];
};

/** what grants give of a cost by their ratios: each up to its ratio of it, floored, less what grants before it gave. */
export function consumeByRatio(
  cost: bigint,
  grants: readonly Grant[],
  from: "grant" | "funding-grant",
): RatioConsumption {
  const lines: CostLine[] = [];
  let given = 0n;
  const after = grants.toSorted(compareGrants).map((grant) => {
    const share = floorDiv(BigInt(grant.ratio) * cost, rateOneBig) - given;
    const amount = share > 0n ? smaller(grant.remaining, share) : 0n;
    if (amount > 0n) lines.push({ from, id: grant.id, amount });
    given += amount;
    return { ...grant, remaining: grant.remaining - amount };
  });
  return { given, lines, grants: after };
}

const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

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

/** A close of a cross position, and what the account held right before it: `own` of `bonus` is of the grants that are asked about. */
export type CrossClose = {
  readonly pnl: bigint;
  readonly own: bigint;
  readonly cash: bigint;
  readonly bonus: bigint;
};

/** what the bonus of some grants made by one close, or lost by it, floored: a loss counts for the user by the whole unit. */
export function attributablePnl({ pnl, own, cash, bonus }: CrossClose): bigint {
  return own === 0n ? 0n : floorDiv(pnl * own, (cash > 0n ? cash : 0n) + bonus);
}
