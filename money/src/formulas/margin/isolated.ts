import { floorDiv } from "../../decimal.ts";
import { feeCapped } from "../funds/fees.ts";
import { initialMargin } from "./reserve.ts";

const positive = (amount: bigint): bigint => (amount > 0n ? amount : 0n);
const smaller = (a: bigint, b: bigint): bigint => (a < b ? a : b);

/** what lower leverage asks to be moved from cash into the position; zero where the position has enough already (V041). Rounded up. */
export const leverageTopUp = (entryValue: bigint, isoMargin: bigint, newLeverage: number): bigint =>
  positive(initialMargin(entryValue, newLeverage) - isoMargin);

export type MarginRemoval = {
  readonly isoMargin: bigint;
  readonly entryValue: bigint;
  readonly uPnl: bigint;
  /** Value of the position at mark, inverse rounded up (`valueCeil`). */
  readonly markValue: bigint;
  readonly leverage: number;
};

/** the most margin that may leave the position: the initial margin stays, at entry and at mark, and a loss stays covered (V042). */
export function removableMargin(position: MarginRemoval): bigint {
  const overEntry = position.isoMargin - initialMargin(position.entryValue, position.leverage);
  const overMark =
    position.isoMargin + smaller(0n, position.uPnl) - initialMargin(position.markValue, position.leverage);
  return positive(smaller(overEntry, overMark));
}

/**
 * what another leverage moves into the position from cash; below zero what it gives back, as much as would let leave at the new
 * value.
 */
export const leverageShift = (position: MarginRemoval, newLeverage: number): bigint =>
  newLeverage > position.leverage
    ? -removableMargin({ ...position, leverage: newLeverage })
    : leverageTopUp(position.entryValue, position.isoMargin, newLeverage);

/** and table 1.2: the margin that leaves with a closed part, floored; the last part takes all that is left. */
export const releasedMargin = (isoMargin: bigint, closeQty: number, qty: number): bigint =>
  floorDiv(isoMargin * BigInt(closeQty), BigInt(qty));

export type IsolatedClose = {
  readonly isoMargin: bigint;
  readonly qty: number;
  readonly closeQty: number;
  readonly pnl: bigint;
  readonly fee: bigint;
};

export type IsolatedCloseResult = {
  readonly released: bigint;
  readonly feeCharged: bigint;
  readonly toCash: bigint;
  readonly marginLeft: bigint;
  /** Units that many small inverse fills can lose beyond the margin; `overdraftPayers` says who brings them. */
  readonly overdrawn: bigint;
};

/**
 * a closing fill of an isolated position. Released margin, PnL and fee go to cash; if that is below zero the rest of the margin bears
 * it. The fee is capped by what the loss leaves, so nothing goes below zero by a fee (V043, V095).
 */
export function closeIsolated(close: IsolatedClose): IsolatedCloseResult {
  const released = releasedMargin(close.isoMargin, close.closeQty, close.qty);
  const feeCharged = feeCapped(close.fee, close.isoMargin + close.pnl);
  const sum = released + close.pnl - feeCharged;
  const margin = close.isoMargin - released + smaller(0n, sum);
  return {
    released,
    feeCharged,
    toCash: positive(sum),
    marginLeft: positive(margin),
    overdrawn: positive(-margin),
  };
}

/**
 * what the holder's cash brings of a loss beyond the margin, and what is left to rounding, fund, company and deficit. A voucher
 * position has no claim on its holder's cash.
 */
export function overdraftPayers(
  overdrawn: bigint,
  cash: bigint,
  isVoucher: boolean,
): { readonly fromCash: bigint; readonly left: bigint } {
  const fromCash = isVoucher ? 0n : smaller(overdrawn, positive(cash));
  return { fromCash, left: overdrawn - fromCash };
}
