import type { BalanceRow, Side } from "@tidemark/contracts";
import { type PairAsset, owed, pairHoldingOf, type PairSide } from "../../lib/margin/margin-pair.ts";
import { isMargin, type MarginMarket } from "../../lib/markets/market.ts";
import type { OrderScope } from "../../lib/order-table/order-scope.ts";

/** A debt of one asset in one pair. */
export type LoanRow = {
  readonly symbol: string;
  /** A loan of the quote buys, one of the base sells. */
  readonly side: Side;
  readonly of: PairSide;
  readonly asset: string;
  readonly debt: PairAsset;
  readonly market: MarginMarket;
};

export const pairsIn = ({ markets, only }: OrderScope): readonly MarginMarket[] =>
  markets.filter(isMargin).filter(({ symbol }) => only === undefined || symbol === only);

/** What is owed in the pairs, in their order. */
export const loansIn = (markets: readonly MarginMarket[], rows: readonly BalanceRow[]): readonly LoanRow[] =>
  markets.flatMap((market) => {
    const holding = pairHoldingOf(rows, market);
    return (["quote", "base"] as const)
      .filter((of) => owed(holding[of]) > 0n)
      .map((of) => ({
        symbol: market.symbol,
        side: of === "quote" ? ("BUY" as const) : ("SELL" as const),
        of,
        asset: market[of],
        debt: holding[of],
        market,
      }));
  });

const hoursOfYear = 8_760;
/** The rate of an hour, in 1e-8, for a year: without interest on interest, for only the principal is charged. */
export const yearRate = (hourlyRate: number): number => hourlyRate * hoursOfYear;
