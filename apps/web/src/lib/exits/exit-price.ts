import { ceilDiv, gainsWithValue, roeBasisPoints, roundHalfUp, unrealisedPnl } from "@tidemark/money";
import { requireUnits } from "../format/require-units.ts";
import type { PositionSide } from "../markets/margin-settings.ts";
import type { ContractMarket } from "../markets/market.ts";

/** A position that is held or that an order would open; money in minor units of the settle asset. */
export type EnteredPosition = {
  readonly posSide: PositionSide;
  readonly lots: number;
  readonly entryValue: bigint;
  readonly leverage: number;
};

/** A take profit or stop loss is entered as a price, as a return on the margin in percent, or as a profit in the settle asset. */
export const exitUnits = ["PRICE", "ROE", "PNL"] as const;
export type ExitUnit = (typeof exitUnits)[number];

const sideOf = (posSide: PositionSide): "long" | "short" => (posSide === "LONG" ? "long" : "short");

/** What closing at a price brings, before fees, by the formulas of the engine. */
export function exitFigures(
  market: ContractMarket,
  { posSide, lots, entryValue, leverage }: EnteredPosition,
  ticks: number,
): { readonly pnl: bigint; readonly roeBasisPoints: bigint } {
  const pnl = unrealisedPnl(market.measure, sideOf(posSide), { qty: lots, entryValue }, ticks);
  return { pnl, roeBasisPoints: roeBasisPoints(pnl, entryValue, leverage) };
}

/** The tick nearest to the price at which closing brings this profit. Undefined where no price does. */
function ticksForPnl(market: ContractMarket, position: EnteredPosition, pnl: bigint): number | undefined {
  const { measure } = market;
  const { posSide, entryValue } = position;
  const lots = BigInt(position.lots);
  const value = gainsWithValue(measure.kind, sideOf(posSide)) ? entryValue + pnl : entryValue - pnl;
  if (lots === 0n || value <= 0n) return undefined;
  const ticks =
    measure.kind === "linear"
      ? roundHalfUp(value, BigInt(measure.unit) * lots)
      : roundHalfUp(BigInt(measure.k) * lots, value);
  const whole = Number(ticks);
  return whole > 0 && Number.isSafeInteger(whole) ? whole : undefined;
}

/** Signed decimal text, as typed: −25 and -25 mean the same. Undefined where it is no number. */
export function signedUnits(text: string, scale: number): bigint | undefined {
  const isNegative = /^[-−]/.test(text);
  const plain = text.replace(/^[-−+]/, "");
  if (!/^\d+(\.\d*)?$/.test(plain)) return undefined;
  const units = requireUnits(plain.replace(/\.$/, ""), scale);
  return isNegative ? -units : units;
}

/** The trigger price of an entered exit, in ticks. Undefined while it is empty, not a number, or no price brings it. */
export function exitTicks(
  market: ContractMarket,
  position: EnteredPosition,
  unit: ExitUnit,
  text: string,
): number | undefined {
  if (unit === "PRICE") {
    const units = signedUnits(text, 8);
    return units === undefined || units <= 0n || units % market.tick !== 0n ? undefined : Number(units / market.tick);
  }
  if (unit === "PNL") {
    const pnl = signedUnits(text, market.settleAsset.scale);
    return pnl === undefined ? undefined : ticksForPnl(market, position, pnl);
  }
  const basisPoints = signedUnits(text, 2);
  if (basisPoints === undefined) return undefined;
  const margin = ceilDiv(position.entryValue, BigInt(position.leverage));
  return ticksForPnl(market, position, roundHalfUp(basisPoints * margin, 10_000n));
}
