import { roeBasisPoints, tradeValue, unrealisedPnl } from "@tidemark/money";
import { shownUnits, signedUnitsText } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { crossMarginText } from "../../lib/markets/cross-margin.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import { lotsOf, ticksOf } from "../../lib/markets/market-value.ts";

export type HeldPosition = {
  readonly posSide: string;
  readonly qty: string;
  readonly entryValue: string;
};

/** What follows from the mark, by the formulas of the engine. */
export type PositionFigures = {
  readonly value: string;
  /** With its sign; colour alone never shows a gain. */
  readonly pnl: string;
  readonly roe: string;
  readonly isGain: boolean;
  /** What a cross position binds at the mark. An isolated one has a margin of its own. */
  readonly crossMargin: string;
};

/**
 * Undefined while there is no mark: nothing missing becomes zero. PNL and ROE are measured at `pnlPrice`, which is the mark or what the
 * trader chose; value and margin always follow the mark.
 */
export function figuresOf(
  market: ContractMarket,
  position: HeldPosition,
  mark: string | undefined,
  leverage: number,
  pnlPrice = mark,
): PositionFigures | undefined {
  if (mark === undefined || mark === "" || pnlPrice === undefined || pnlPrice === "") return undefined;
  const { scale } = market.settleAsset;
  const ticks = ticksOf(market, mark);
  const held = { qty: lotsOf(market, position.qty), entryValue: requireUnits(position.entryValue, scale) };
  const pnl = unrealisedPnl(
    market.measure,
    position.posSide === "LONG" ? "long" : "short",
    held,
    ticksOf(market, pnlPrice),
  );
  return {
    value: shownUnits(tradeValue(market.measure, ticks, held.qty), market.valueDecimals, scale),
    pnl: signedUnitsText(pnl, Math.max(2, market.valueDecimals), scale),
    roe: `${signedUnitsText(roeBasisPoints(pnl, held.entryValue, leverage), 2, 2)}%`,
    isGain: pnl >= 0n,
    crossMargin: crossMarginText(market, position.qty, mark, leverage),
  };
}
