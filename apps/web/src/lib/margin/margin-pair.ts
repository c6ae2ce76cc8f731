import type { BalanceRow } from "@tidemark/contracts";
import {
  borrowLevel,
  type BorrowPair,
  type BorrowTerms,
  hourlyInterest,
  levelReach,
  maxBorrow,
  pairAssets,
  pairDebts,
  repaymentOf,
  type SpotMeasure,
} from "@tidemark/money";
import { requireUnits } from "../format/require-units.ts";

export type PairSide = "base" | "quote";

/** One asset of a margin pair, in minor units: what it has, and what is owed of it. */
export type PairAsset = {
  readonly avail: bigint;
  readonly hold: bigint;
  readonly principal: bigint;
  readonly interest: bigint;
};
export type PairHolding = Readonly<Record<PairSide, PairAsset>>;

type PairMarket = { readonly symbol: string; readonly base: string; readonly quote: string; readonly product: number };

/** What the user's pair holds and owes, by the rows of the ledger. No row means that there never was anything. */
export function pairHoldingOf(rows: readonly BalanceRow[], market: PairMarket): PairHolding {
  const inPair = rows.filter(({ product, sub }) => product === market.product && sub === market.symbol);
  const of = (asset: string): PairAsset => {
    const sum = (bucket: BalanceRow["bucket"]): bigint =>
      inPair
        .filter((row) => row.asset === asset && row.bucket === bucket)
        .reduce((total, row) => total + requireUnits(row.amount), 0n);
    // The ledger has debts as balances below zero.
    return { avail: sum("avail"), hold: sum("hold"), principal: -sum("loan"), interest: -sum("interest") };
  };
  return { base: of(market.base), quote: of(market.quote) };
}

export const owned = ({ avail, hold }: PairAsset): bigint => avail + hold;
export const owed = ({ principal, interest }: PairAsset): bigint => principal + interest;
export const hasDebt = ({ base, quote }: PairHolding): boolean => owed(base) > 0n || owed(quote) > 0n;

const borrowPairOf = ({ base, quote }: PairHolding): BorrowPair => ({
  base: owned(base),
  quote: owned(quote),
  baseDebt: owed(base),
  quoteDebt: owed(quote),
});

/** Assets over debts in 1e-8 at an index in ticks; undefined without debt. */
export function levelOf(holding: PairHolding, index: number, measure: SpotMeasure): bigint | undefined {
  const pair = borrowPairOf(holding);
  return borrowLevel(pairAssets(pair, index, measure), pairDebts(pair, index, measure));
}

/** An index of the largest price that an order can have stands for "at any price". */
const anyPrice = 2_147_483_647;

/** The index, in ticks, from which on the engine tests the pair against a level; undefined where no price reaches it. */
export function reachedAt(holding: PairHolding, level: bigint, measure: SpotMeasure): number | undefined {
  if (!hasDebt(holding)) return undefined;
  const { down, up } = levelReach(borrowPairOf(holding), level, measure);
  const price = down > 0 ? down : up;
  return price === 0 || price === anyPrice ? undefined : price;
}

/** the largest loan that the level allows and the pool has. */
export function largestLoan(
  holding: PairHolding,
  side: PairSide,
  terms: BorrowTerms & { readonly pool: bigint },
  index: number,
  measure: SpotMeasure,
): bigint {
  const most = maxBorrow(borrowPairOf(holding), side, terms, index, measure);
  return most < terms.pool ? most : terms.pool;
}

const changed = (holding: PairHolding, side: PairSide, change: Partial<PairAsset>): PairHolding => ({
  ...holding,
  [side]: { ...holding[side], ...change },
});

/** the first hour of interest is charged with the loan. */
export function afterLoan(holding: PairHolding, side: PairSide, amount: bigint, hourlyRate: number): PairHolding {
  const { avail, principal, interest } = holding[side];
  return changed(holding, side, {
    avail: avail + amount,
    principal: principal + amount,
    interest: interest + hourlyInterest(amount, hourlyRate),
  });
}

/** interest first, then principal; more than is owed stays. */
export function afterRepayment(holding: PairHolding, side: PairSide, amount: bigint): PairHolding {
  const { avail, principal, interest } = holding[side];
  const { toInterest, toPrincipal } = repaymentOf(amount, interest, principal);
  return changed(holding, side, {
    avail: avail - toInterest - toPrincipal,
    principal: principal - toPrincipal,
    interest: interest - toInterest,
  });
}

/** As if an order were filled: what it pays leaves one side, what it brings enters the other. */
export function afterTrade(holding: PairHolding, pays: PairSide, paid: bigint, received: bigint): PairHolding {
  const gets = pays === "base" ? "quote" : "base";
  const less = changed(holding, pays, { avail: holding[pays].avail - paid });
  return changed(less, gets, { avail: less[gets].avail + received });
}
