import type { ContractMeasure, PositionSide } from "../prices/contract.ts";
import { feeCapped } from "../funds/fees.ts";
import { closeFill, type Position, unrealisedPnl } from "../position/position.ts";
import { feeOf } from "../prices/spot.ts";
import { maintenanceMargin, type Tier, tierIndexOf } from "../margin/tiers.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";

/** never decided by comparing prices. A cross account also needs at least one cross position. */
export const isLiquidatable = (equity: bigint, maintenance: bigint): boolean => equity <= maintenance;

export type PositionHealth = {
  readonly uPnl: bigint;
  /** Value at mark as the maintenance margin sees it: inverse rounded up. */
  readonly notional: bigint;
  readonly maintenanceMargin: bigint;
};

/** what one position adds to both sides of the liquidation test at this mark. Rounded against the holder. */
export function positionHealth(
  measure: ContractMeasure,
  tiers: readonly Tier[],
  side: PositionSide,
  position: Position,
  mark: number,
): PositionHealth {
  const notional = valueCeil(measure, mark, position.qty);
  return {
    uPnl: unrealisedPnl(measure, side, position, mark),
    notional,
    maintenanceMargin: maintenanceMargin(tiers, notional),
  };
}

/** an opening fill must leave the position (isolated) or account (cross) above its maintenance margin (V093, V100–V102). */
export const isFillSafe = (marginAfterFee: bigint, positions: readonly PositionHealth[]): boolean => {
  let equity = marginAfterFee;
  let maintenance = 0n;
  for (const position of positions) {
    equity += position.uPnl;
    maintenance += position.maintenanceMargin;
  }
  return !isLiquidatable(equity, maintenance);
};

export type AtMaintenance = { readonly equity: bigint; readonly maintenanceMargin: bigint; readonly uid: number };

/** accounts hit by one event go by ascending equity/MM, then uid. Cross-multiplied, so nothing is rounded. */
export function compareUrgency(a: AtMaintenance, b: AtMaintenance): number {
  const left = a.equity * b.maintenanceMargin;
  const right = b.equity * a.maintenanceMargin;
  if (left === right) return a.uid - b.uid;
  return left < right ? -1 : 1;
}

export type TierStep = { readonly tier: number; readonly targetQty: number; readonly closeQty: number };

/**
 * step 3: the largest size whose value at mark fits under the cap of the tier below, and what must be closed for it (V072).
 * Undefined in the first tier: there the whole position is taken over.
 */
export function tierStep(
  measure: ContractMeasure,
  tiers: readonly Tier[],
  qty: number,
  mark: number,
): TierStep | undefined {
  const tier = tierIndexOf(tiers, valueCeil(measure, mark, qty));
  if (tier === 0) return undefined;
  const { cap } = tiers[tier - 1]!;
  const target =
    measure.kind === "linear" ? cap / (BigInt(mark) * BigInt(measure.unit)) : (cap * BigInt(mark)) / BigInt(measure.k);
  const targetQty = Number(target);
  return { tier, targetQty, closeQty: qty - targetQty };
}

/**
 * step 3: the two fees of a partial liquidation, each rounded up, together at most what is left. The taker fee comes
 * first; the fund's part bears the cut, because it is the fund that gains from the rest of the procedure.
 */
export function partialLiquidationFees(
  value: bigint,
  takerRate: number,
  liqFeeRate: number,
  left: bigint,
): { readonly takerFee: bigint; readonly liquidationFee: bigint } {
  const takerFee = feeCapped(feeOf(value, takerRate), left);
  return { takerFee, liquidationFee: feeCapped(feeOf(value, liqFeeRate), left - takerFee) };
}

export type NettedPair = {
  readonly qty: number;
  readonly value: bigint;
  readonly pnlLong: bigint;
  readonly pnlShort: bigint;
  readonly long: Position;
  readonly short: Position;
};

/** step 2: both positions of a contract close against each other at mark, without fee; one trade value for both (V075). */
export function netPair(measure: ContractMeasure, long: Position, short: Position, mark: number): NettedPair {
  const qty = Math.min(long.qty, short.qty);
  const value = tradeValue(measure, mark, qty);
  const ofLong = closeFill(measure.kind, "long", long, qty, value);
  const ofShort = closeFill(measure.kind, "short", short, qty, value);
  return { qty, value, pnlLong: ofLong.pnl, pnlShort: ofShort.pnl, long: ofLong.position, short: ofShort.position };
}
