import type { AssetEntry, MarketEntry } from "@tidemark/contracts";
import {
  initialMargin,
  type Position,
  linearMeasureOf,
  liquidationPriceOf,
  liquidationRoots,
  liquidationTicksShown,
  printUnits,
  tiersOf,
  tradeValue,
  unrealisedPnl,
} from "@tidemark/money";
import { requireUnits } from "../../../lib/format/require-units.ts";

/** The margin of the example, in the settle asset, and its leverage if the contract allows it. */
export const exampleMargin = "1000";
const exampleLeverage = 10;

export type LongExample = {
  readonly leverage: number;
  readonly entry: string;
  readonly liquidation: string;
  /** At the mark, with its sign, in the settle asset. */
  readonly pnl: string;
  readonly isGain: boolean;
  /** The price has touched the liquidation price since: no PnL is shown. */
  readonly isOver: boolean;
};

/** Decimal text as whole steps, cut. */
const stepsIn = (text: string, step: string): number => Number(requireUnits(text) / requireUnits(step));

/**
 * An isolated long of a linear contract, by the formulas that the engine itself uses. Undefined where a price is missing or where the
 * margin buys not even one lot.
 */
export function longExampleOf(
  market: MarketEntry,
  settle: AssetEntry,
  prices: { readonly entry: string; readonly mark: string; readonly lowSince: string },
): LongExample | undefined {
  const { contract, tickSize, lotSize } = market;
  if (prices.entry === "" || prices.mark === "") return undefined;
  const measure = linearMeasureOf(requireUnits(tickSize), requireUnits(lotSize), settle.scale);
  const [entry, mark, low] = [prices.entry, prices.mark, prices.lowSince].map((text) => stepsIn(text, tickSize));
  if (contract === undefined || measure === undefined || !entry || !mark || low === undefined) return undefined;
  const leverage = Math.min(exampleLeverage, contract.maxLeverage);
  const worth = requireUnits(exampleMargin, settle.scale) * BigInt(leverage);
  const qty = Number(worth / tradeValue(measure, entry, 1));
  if (qty === 0) return undefined;
  const position: Position = { qty, entryValue: tradeValue(measure, entry, qty) };
  const tiers = tiersOf(contract.tiers.map((tier) => ({ ...tier, cap: requireUnits(tier.cap, settle.scale) })));
  const roots = liquidationRoots(measure, initialMargin(position.entryValue, leverage), [
    { side: "long", position, tiers },
  ]);
  const root = liquidationPriceOf(roots, entry);
  if (root === undefined) return undefined;
  const liquidation = liquidationTicksShown(root);
  const pnl = unrealisedPnl(measure, "long", position, mark);
  const price = (ticks: number): string => printUnits(BigInt(ticks) * requireUnits(tickSize));
  return {
    leverage,
    entry: price(entry),
    liquidation: price(liquidation),
    pnl: printUnits(pnl, settle.scale),
    isGain: pnl >= 0n,
    isOver: low <= liquidation || mark <= liquidation,
  };
}
