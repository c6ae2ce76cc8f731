import { releasedEntryValue } from "@tidemark/money";
import { requireUnits } from "../format/require-units.ts";
import type { PositionSide } from "../markets/margin-settings.ts";
import type { ContractMarket } from "../markets/market.ts";
import { lotsOf } from "../markets/market-value.ts";
import type { EnteredPosition } from "./exit-price.ts";

type Whole = {
  readonly posSide: PositionSide;
  readonly qty: string;
  readonly entryValue: string;
  readonly leverage: number;
};

/** The position, or a part of it with the entry value that closing the part releases. */
export function enteredPart(market: ContractMarket, position: Whole, part?: string): EnteredPosition {
  const { posSide, leverage } = position;
  const whole = {
    qty: lotsOf(market, position.qty),
    entryValue: requireUnits(position.entryValue, market.settleAsset.scale),
  };
  const lots = part === undefined ? whole.qty : Math.min(whole.qty, lotsOf(market, part));
  const side = posSide === "LONG" ? "long" : "short";
  const entryValue = whole.qty === 0 ? 0n : releasedEntryValue(market.measure.kind, side, whole, lots);
  return { posSide, leverage, lots, entryValue };
}
