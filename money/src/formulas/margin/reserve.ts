import { ceilDiv } from "../../decimal.ts";
import type { ContractKind, ContractMeasure, OrderSide } from "../prices/contract.ts";
import { feeOf } from "../prices/spot.ts";
import { tradeValue, valueCeil } from "../prices/value.ts";

export type MarginMode = "cross" | "isolated";

/** An opening order as §8.4 sees it. Closing orders reserve nothing. */
export type OpeningOrder = {
  readonly side: OrderSide;
  readonly mode: MarginMode;
  readonly qty: number;
  readonly leverage: number;
  readonly takerRate: number;
  /** Price of the largest value the order can fill at: margin and fee are taken here. */
  readonly assumedTicks: number;
  /** The worst price it can fill at: its limit, or the protection price of a market order. */
  readonly limitTicks: number;
  readonly mark: number;
};

export type OrderReserve = {
  readonly value: bigint;
  readonly initialMargin: bigint;
  readonly openFee: bigint;
  readonly openLoss: bigint;
  readonly reserve: bigint;
};

/** `ceil(value / leverage)`. */
export const initialMargin = (value: bigint, leverage: number): bigint => ceilDiv(value, BigInt(leverage));

/**
 * §8.4: the assumed price of a limit order. A linear sell may fill at the best bid above its limit, an inverse buy at the best ask below
 * it, and both are worth more there (V034, V036). `bestOpposite` is undefined where that side of the book is empty.
 */
export function assumedLimitTicks(
  kind: ContractKind,
  side: OrderSide,
  limit: number,
  bestOpposite: number | undefined,
): number {
  if (bestOpposite === undefined) return limit;
  if (kind === "linear") return side === "buy" ? limit : Math.max(limit, bestOpposite);
  return side === "buy" ? Math.min(limit, bestOpposite) : limit;
}

/** §8.4: the assumed price of a market order, which starts from the mark where it would improve on its protection price. */
export function assumedMarketTicks(
  kind: ContractKind,
  side: OrderSide,
  protection: number,
  mark: number,
  bestOpposite: number | undefined,
): number {
  const isProtected = (kind === "linear") === (side === "buy");
  return isProtected ? protection : assumedLimitTicks(kind, side, mark, bestOpposite);
}

/** the loss of a fill at the limit, marked at the mark; zero where the limit is favourable. Inverse is rounded up twice over. */
export function openLoss(
  measure: ContractMeasure,
  side: OrderSide,
  limitTicks: number,
  mark: number,
  qty: number,
): bigint {
  const [dear, cheap] = (measure.kind === "linear") === (side === "buy") ? [limitTicks, mark] : [mark, limitTicks];
  const loss = valueCeil(measure, dear, qty) - tradeValue(measure, cheap, qty);
  return loss > 0n ? loss : 0n;
}

/** what an opening order must find: margin and taker fee, and for cross the open loss. Each part is rounded up. */
export function orderReserve(measure: ContractMeasure, order: OpeningOrder): OrderReserve {
  const value = valueCeil(measure, order.assumedTicks, order.qty);
  const margin = initialMargin(value, order.leverage);
  const openFee = feeOf(value, order.takerRate);
  const loss = order.mode === "cross" ? openLoss(measure, order.side, order.limitTicks, order.mark, order.qty) : 0n;
  return { value, initialMargin: margin, openFee, openLoss: loss, reserve: margin + openFee + loss };
}

/** Table 1.2: what stays reserved for the rest of an order, rounded up; all of it is released with the last part (V035). */
export const remainingReserve = (reserve: bigint, remaining: number, qty: number): bigint =>
  ceilDiv(reserve * BigInt(remaining), BigInt(qty));

/**
 * how an isolated opening fill divides its share of the hold after the fee. Rounding may leave the share up to two units short of
 * the full margin; then the position gets what is there and cash is not touched (V104).
 */
export function isolatedFill(
  share: bigint,
  fee: bigint,
  fullMargin: bigint,
): { readonly toMargin: bigint; readonly toCash: bigint } {
  const left = share - fee;
  const toMargin = fullMargin < left ? fullMargin : left;
  return { toMargin, toCash: left - toMargin };
}
