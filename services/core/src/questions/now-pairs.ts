import { type Instruments, type MarginPairRow } from "@tidemark/contracts";
import { type PairNow, pairsOf, pairTermsOf } from "@tidemark/engine";
import { printUnits } from "@tidemark/money";
import { type Answer, answered, type NowContext, refused } from "./refuse.ts";

function pairAssetRow(one: PairNow["base"], instruments: Instruments): object {
  const amount = (units: bigint): string => instruments.amount(one.asset, units);
  return {
    asset: instruments.assetOf(one.asset)?.asset ?? "",
    avail: amount(one.avail),
    hold: amount(one.hold),
    principal: amount(one.principal),
    interest: amount(one.interest),
    transferable: amount(one.transferable),
  };
}

export function pairs({ state, instruments, uid }: NowContext): Answer {
  const rows = pairsOf(state, uid).map((pair) => ({
    symbol: instruments.marketOf(pair.market)?.symbol ?? "",
    level: pair.level === undefined ? "" : printUnits(pair.level),
    warnLevel: printUnits(pair.warnLevel),
    liquidationLevel: printUnits(pair.liquidationLevel),
    warnedLevel: pair.warnedLevel === 0n ? "" : printUnits(pair.warnedLevel),
    interestAt: pair.interestAt,
    base: pairAssetRow(pair.base, instruments),
    quote: pairAssetRow(pair.quote, instruments),
  }));
  return answered({ rows });
}

/** The terms of margin pairs now, with what is left to lend. */
export function marginPairs({ state, instruments }: NowContext, { symbol }: { symbol?: string }): Answer {
  if (symbol !== undefined && instruments.market(symbol) === undefined) return refused("SYMBOL_NOT_FOUND");
  const rows: MarginPairRow[] = pairTermsOf(state).flatMap((pair) => {
    const market = instruments.marketOf(pair.market);
    const [base, quote] = [market?.base, market?.quote].map((code) => instruments.asset(code ?? ""));
    if (market === undefined || base === undefined || quote === undefined) return [];
    return {
      symbol: market.symbol,
      leverage: pair.leverage,
      baseRate: pair.baseRate,
      quoteRate: pair.quoteRate,
      basePool: instruments.amount(base.id, pair.basePool),
      quotePool: instruments.amount(quote.id, pair.quotePool),
    };
  });
  return answered({ rows: rows.filter((row) => symbol === undefined || row.symbol === symbol) });
}
