import {
  bankruptcyPriceOf,
  bankruptcyValue,
  feeOf,
  initialMargin,
  liquidationPriceOf,
  liquidationRoots,
  liquidationTicksShown,
  maintenanceMargin,
  type PositionSide as MoneySide,
  priceOfValue,
  printFractionCut,
  roeBasisPoints,
  type Tier,
  tierIndexOf,
  tiersOf,
  tradeValue,
  unrealisedPnl,
  valueCeil,
} from "@tidemark/money";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { PositionSide } from "../../lib/markets/margin-settings.ts";
import type { ContractMarket } from "../../lib/markets/market.ts";

// Every number is of the formulas that the engine settles with; prices in ticks, sizes in lots, money in minor units of the settle asset.

const sideOf = (posSide: PositionSide): MoneySide => (posSide === "LONG" ? "long" : "short");

/** the tiers of a contract as the formulas take them. */
const marketTiersOf = ({ contract, settleAsset }: ContractMarket): readonly Tier[] =>
  tiersOf(contract.tiers.map((tier) => ({ ...tier, cap: requireUnits(tier.cap, settleAsset.scale) })));

export type CalculatedPosition = {
  readonly posSide: PositionSide;
  readonly lots: number;
  readonly entryTicks: number;
  readonly leverage: number;
};

export type PnlResult = {
  readonly pnl: bigint;
  readonly roeBasisPoints: bigint;
  readonly margin: bigint;
  readonly entryValue: bigint;
  readonly exitValue: bigint;
  /** Of a taker on both sides: what has to be paid at most. */
  readonly fees: bigint;
  readonly net: bigint;
};

/** what closing at a price brings. */
export function pnlOf(market: ContractMarket, position: CalculatedPosition, exitTicks: number): PnlResult {
  const { posSide, lots, entryTicks, leverage } = position;
  const entryValue = tradeValue(market.measure, entryTicks, lots);
  const exitValue = tradeValue(market.measure, exitTicks, lots);
  const pnl = unrealisedPnl(market.measure, sideOf(posSide), { qty: lots, entryValue }, exitTicks);
  const fees = feeOf(entryValue, market.takerRate) + feeOf(exitValue, market.takerRate);
  return {
    pnl,
    roeBasisPoints: roeBasisPoints(pnl, entryValue, leverage),
    margin: initialMargin(entryValue, leverage),
    entryValue,
    exitValue,
    fees,
    net: pnl - fees,
  };
}

export type LiquidationResult = {
  readonly ticks: number;
  readonly margin: bigint;
  readonly entryValue: bigint;
  readonly valueThere: bigint;
  readonly tier: Tier;
  /** Its place, from one. */
  readonly tierNumber: number;
  readonly maintenance: bigint;
  readonly lossThere: bigint;
  /** As text: the exact price, cut. Undefined where the position can never lose all its margin. */
  readonly bankruptcyPrice: string | undefined;
};

/** an isolated position of its own, with what is added to its margin. Undefined where no price liquidates it. */
export function liquidationOf(
  market: ContractMarket,
  position: CalculatedPosition,
  added: bigint,
): LiquidationResult | undefined {
  const { posSide, lots, entryTicks, leverage } = position;
  const { measure } = market;
  const [side, tiers] = [sideOf(posSide), marketTiersOf(market)];
  const held = { qty: lots, entryValue: tradeValue(measure, entryTicks, lots) };
  const margin = initialMargin(held.entryValue, leverage) + added;
  const root = liquidationPriceOf(liquidationRoots(measure, margin, [{ side, position: held, tiers }]), entryTicks);
  if (root === undefined) return undefined;
  const ticks = liquidationTicksShown(root);
  const valueThere = valueCeil(measure, ticks, lots);
  const index = tierIndexOf(tiers, valueThere);
  const bankrupt = bankruptcyPriceOf(measure, bankruptcyValue(measure.kind, side, held.entryValue, margin), lots);
  return {
    ticks,
    margin,
    entryValue: held.entryValue,
    valueThere,
    tier: tiers[index]!,
    tierNumber: index + 1,
    maintenance: maintenanceMargin(tiers, valueThere),
    lossThere: unrealisedPnl(measure, side, held, ticks),
    bankruptcyPrice: bankrupt === undefined ? undefined : priceText(market, bankrupt),
  };
}

/** A price in ticks that need not be whole, as text of the market's decimals. */
function priceText(market: ContractMarket, ticks: ReturnType<typeof priceOfValue>): string {
  const exact = { numerator: ticks.numerator * market.tick, denominator: ticks.denominator * 100_000_000n };
  return printFractionCut(exact, market.priceDecimals);
}

export type CalculatedFill = { readonly ticks: number; readonly lots: number };

/** the entry price of several fills: by their values, so that a coin contract averages harmonically. Undefined without a size. */
export function averageOfFills(
  market: ContractMarket,
  fills: readonly CalculatedFill[],
): { readonly price: string; readonly lots: number; readonly value: bigint } | undefined {
  const usable = fills.filter(({ ticks, lots }) => ticks > 0 && lots > 0);
  const lots = usable.reduce((sum, fill) => sum + fill.lots, 0);
  const value = usable.reduce((sum, fill) => sum + tradeValue(market.measure, fill.ticks, fill.lots), 0n);
  if (lots === 0 || value === 0n) return undefined;
  return { price: priceText(market, priceOfValue(market.measure, value, lots)), lots, value };
}
