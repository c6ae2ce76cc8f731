import type { AnswerOf } from "@tidemark/kit-client";
import { shown, shownUnits } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import { crossMarginText } from "../../lib/markets/cross-margin.ts";
import type { MarginSettings, PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";
import type { EngineFigures } from "../../session/position-figures.ts";

export type HeldPosition = { readonly posSide: string; readonly qty: string; readonly isoMargin: string };

type Change = { readonly before: string; readonly after: string };
export type PositionEffect = { readonly margin: Change | undefined; readonly liquidation: Change | undefined };

/** What a leverage may hold at most: the highest limit of the tiers that allow it. */
export function largestAt(market: ContractMarket, leverage: number): string | undefined {
  const tier = market.contract.tiers.findLast(({ maxLeverage }) => maxLeverage >= leverage);
  return tier === undefined ? undefined : shown(tier.cap, market.valueDecimals);
}

export type EffectFacts = {
  readonly market: ContractMarket;
  readonly mode: MarginSettings["mode"];
  readonly position: HeldPosition;
  /** Undefined until the engine has answered. */
  readonly figures: EngineFigures | undefined;
  readonly leverage: number;
  /** The engine's preview: of isolated positions whose margin would change. */
  readonly preview: AnswerOf<"previewLeverage"> | undefined;
};

/** What another leverage does to one position. A cross one binds more or less; an isolated one gains or gives margin. */
export function effectOn(facts: EffectFacts): PositionEffect {
  const { market, mode, position, figures, leverage, preview } = facts;
  if (figures === undefined) return { margin: undefined, liquidation: undefined };
  const price = (text: string): string => (text === "" ? "—" : shown(text, market.priceDecimals));
  const liquidation = price(figures.liquidationPrice);
  if (mode === "CROSS") {
    const margin = (at: number): string => crossMarginText(market, position.qty, figures.markPrice, at);
    return {
      margin: { before: margin(figures.leverage), after: margin(leverage) },
      liquidation: { before: liquidation, after: liquidation },
    };
  }
  // Until the engine has answered nothing is known, and "unchanged" would be wrong.
  if (preview === undefined) return { margin: undefined, liquidation: undefined };
  const after = preview.positions.find(({ posSide }) => posSide === position.posSide);
  const before = shown(position.isoMargin, market.valueDecimals);
  return {
    margin: { before, after: after === undefined ? before : shown(after.isoMargin, market.valueDecimals) },
    liquidation: { before: liquidation, after: after === undefined ? liquidation : price(after.liquidationPrice) },
  };
}

/** Available for isolated positions and new orders, before and after. Undefined where only the engine could say. */
export function availableEffect(
  market: ContractMarket,
  available: string | undefined,
  preview: AnswerOf<"previewLeverage"> | undefined,
): Change | undefined {
  if (available === undefined || preview === undefined) return undefined;
  const { scale } = market.settleAsset;
  const toCash = requireUnits(preview.toCash, scale);
  if (toCash === 0n) return undefined;
  const before = requireUnits(available, scale);
  const text = (units: bigint): string => shownUnits(units, market.valueDecimals, scale);
  return { before: text(before), after: text(before + toCash) };
}

/** Sides that one setting applies to: in cross both have the same value. */
export const sidesOf = (mode: MarginSettings["mode"], chosen: PositionSide | "BOTH"): readonly PositionSide[] =>
  mode === "CROSS" || chosen === "BOTH" ? ["LONG", "SHORT"] : [chosen];
