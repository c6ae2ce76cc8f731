import type { BalanceRow, MarginPairRow } from "@tidemark/contracts";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { type BorrowLevels, borrowLevelsOf } from "@tidemark/money";
import { useMemo, useSyncExternalStore } from "react";
import { answerOf } from "../client/answer.ts";
import { type Live, marketLive, useLive } from "../client/live.ts";
import { requireUnits } from "../format/require-units.ts";
import type { MarginMarket } from "../markets/market.ts";
import { ticksOf } from "../markets/market-value.ts";
import {
  hasDebt,
  largestLoan,
  levelOf,
  type PairHolding,
  pairHoldingOf,
  type PairSide,
  reachedAt,
} from "./margin-pair.ts";

/** What other traders borrow moves the pools slowly. */
const askEveryMs = 5_000;

/** Leverage, interest and pools of a pair; undefined until loaded. */
export function usePairTerms(symbol: string): MarginPairRow | undefined {
  const { data } = useQuery({
    queryKey: ["margin-pair", symbol],
    queryFn: ({ signal }) => answerOf("marginPairs", { symbol }, signal),
    refetchInterval: askEveryMs,
    meta: { isQuiet: true },
  });
  return data?.rows[0];
}

/** The index as text; empty while it is unknown. A ticker changes with every trade, its index once a second. */
function useIndex(symbol: string): string {
  const ticker = marketLive("ticker", symbol);
  return useSyncExternalStore(ticker.subscribe, () => ticker.change.rows[0]?.index ?? "");
}

/** The levels of the pair's last loan and the time of its next interest, which do not follow from balances. */
function useOwnTerms(userId: string | undefined, symbol: string, holding: PairHolding | undefined) {
  const owes = holding !== undefined && hasDebt(holding);
  // Asked again whenever a debt has changed: by a loan, a repayment or an hour of interest.
  const debts = owes ? [holding.base, holding.quote].map((one) => `${one.principal} ${one.interest}`) : [];
  const { data } = useQuery({
    queryKey: ["own", "pairs", userId, symbol, ...debts],
    queryFn: ({ signal }) => answerOf("pairs", {}, signal),
    enabled: userId !== undefined && owes,
    placeholderData: keepPreviousData,
    meta: { isQuiet: true },
  });
  return owes ? data?.rows.find((row) => row.symbol === symbol) : undefined;
}

export type MarginPairNow = {
  readonly holding: PairHolding;
  readonly terms: MarginPairRow;
  readonly levels: BorrowLevels;
  /** The index in ticks; undefined while there is none. */
  readonly index: number | undefined;
  readonly level: bigint | undefined;
  /** When interest is charged next; undefined without debt. */
  readonly interestAt: number | undefined;
};

export type PairOwner = { readonly userId: string; readonly balances: Live<BalanceRow> };

/**
 * The user's pair as it stands: balances and index are live, and the level follows from them by the formulas of the engine. Undefined until
 * loaded and for signed-out users.
 */
export function useMarginPair(market: MarginMarket, owner: PairOwner | undefined): MarginPairNow | undefined {
  const { state, rows } = useLive(owner?.balances);
  const isKnown = owner !== undefined && (state !== "loading" || rows.length > 0);
  const holding = useMemo(() => (isKnown ? pairHoldingOf(rows, market) : undefined), [isKnown, rows, market]);
  const text = useIndex(market.symbol);
  const terms = usePairTerms(market.symbol);
  const own = useOwnTerms(owner?.userId, market.symbol, holding);
  return useMemo(() => {
    if (holding === undefined || terms === undefined) return undefined;
    const index = text === "" ? undefined : ticksOf(market, text);
    return {
      holding,
      terms,
      levels:
        own === undefined
          ? borrowLevelsOf(terms.leverage)
          : { warn: requireUnits(own.warnLevel), liquidate: requireUnits(own.liquidationLevel) },
      index,
      level: index === undefined ? undefined : levelOf(holding, index, market.measure),
      interestAt: own === undefined || own.interestAt === 0 ? undefined : own.interestAt,
    };
  }, [holding, terms, own, text, market]);
}

export const rateOf = (terms: MarginPairRow, side: PairSide): number =>
  side === "base" ? terms.baseRate : terms.quoteRate;

/** the largest loan of a side now; nothing while there is no index. */
export function largestLoanOf(pair: MarginPairNow, market: MarginMarket, side: PairSide): bigint {
  const { holding, terms, index } = pair;
  if (index === undefined) return 0n;
  const pool = requireUnits(side === "base" ? terms.basePool : terms.quotePool);
  const of = { leverage: terms.leverage, hourlyRate: rateOf(terms, side), pool };
  return largestLoan(holding, side, of, index, market.measure);
}

/** The index at which a pair is liquidated, in units of 10^-8; undefined where no price does it. */
export function liquidationPriceOf(
  holding: PairHolding,
  levels: BorrowLevels,
  market: MarginMarket,
): bigint | undefined {
  const ticks = reachedAt(holding, levels.liquidate, market.measure);
  return ticks === undefined ? undefined : BigInt(ticks) * market.tick;
}
