import { ceilDiv, floorDiv } from "../../decimal.ts";
import { type ContractKind, type ContractMeasure, gainsWithValue, type PositionSide } from "../prices/contract.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";

/** a position is a size and what was paid for it. There is no stored entry price; `priceOfValue` shows it. */
export type Position = { readonly qty: number; readonly entryValue: bigint };

export type ClosedPart = { readonly position: Position; readonly released: bigint; readonly pnl: bigint };

/** an opening fill adds its size and its trade value. */
export const openFill = (position: Position, qty: number, value: bigint): Position => ({
  qty: position.qty + qty,
  entryValue: position.entryValue + value,
});

/**
 * and table 1.2: the entry value that leaves with a closed part, rounded against the holder (up where a higher value wins, down
 * where it loses). What rounding keeps back stays in the open part, so the parts sum to the whole (V011).
 */
export function releasedEntryValue(kind: ContractKind, side: PositionSide, position: Position, qty: number): bigint {
  if (qty === position.qty) return position.entryValue;
  const share = position.entryValue * BigInt(qty);
  return gainsWithValue(kind, side) ? ceilDiv(share, BigInt(position.qty)) : floorDiv(share, BigInt(position.qty));
}

/** what a close of this trade value realises against the entry value it releases. Exact. */
export const realisedPnl = (kind: ContractKind, side: PositionSide, released: bigint, value: bigint): bigint =>
  gainsWithValue(kind, side) ? value - released : released - value;

/** a closing fill, with what is left of the position. The PnL is understated by less than one unit, never overstated. */
export function closeFill(
  kind: ContractKind,
  side: PositionSide,
  position: Position,
  qty: number,
  value: bigint,
): ClosedPart {
  if (qty > position.qty) throw new RangeError(`a close of ${qty} cannot come from ${position.qty}`);
  const released = releasedEntryValue(kind, side, position, qty);
  return {
    position: { qty: position.qty - qty, entryValue: position.entryValue - released },
    released,
    pnl: realisedPnl(kind, side, released, value),
  };
}

/** unrealised PnL at a mark. Linear is exact; inverse marks longs up and shorts down, so both are understated. */
export function unrealisedPnl(measure: ContractMeasure, side: PositionSide, position: Position, mark: number): bigint {
  const value = side === "long" ? valueCeil(measure, mark, position.qty) : tradeValue(measure, mark, position.qty);
  return realisedPnl(measure.kind, side, position.entryValue, value);
}

/** return on the initial margin at entry, in basis points, floored. Added margin does not change it (V013). */
export const roeBasisPoints = (uPnl: bigint, entryValue: bigint, leverage: number): bigint =>
  floorDiv(10_000n * uPnl, ceilDiv(entryValue, BigInt(leverage)));

/** the `Realised PNL` of a closed position as people read it. Exact. */
export const realisedPnlShown = (closes: bigint, fees: bigint, fundingReceived: bigint, fundingPaid: bigint): bigint =>
  closes - fees + fundingReceived - fundingPaid;

/** what `s:clearing` must hold, from the entry values of all open positions with `s:liq` among them. Zero when nothing is open. */
export const clearingOf = (kind: ContractKind, entryLong: bigint, entryShort: bigint): bigint =>
  kind === "linear" ? entryShort - entryLong : entryLong - entryShort;
