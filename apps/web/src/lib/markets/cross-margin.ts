import { initialMargin, valueCeil } from "@tidemark/money";
import { shownUnits } from "../format/number-text.ts";
import type { ContractMarket } from "./market.ts";
import { lotsOf, ticksOf } from "./market-value.ts";

/** What a cross position binds at the mark, in minor units of the settle asset. */
const crossMargin = (market: ContractMarket, qty: string, mark: string, leverage: number): bigint =>
  initialMargin(valueCeil(market.measure, ticksOf(market, mark), lotsOf(market, qty)), leverage);

/** The same for display. */
export const crossMarginText = (market: ContractMarket, qty: string, mark: string, leverage: number): string =>
  shownUnits(crossMargin(market, qty, mark, leverage), market.valueDecimals, market.settleAsset.scale);
