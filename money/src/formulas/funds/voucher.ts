import { ceilDiv } from "../../decimal.ts";
import type { ContractMeasure } from "../prices/contract.ts";
import { initialMargin } from "../margin/reserve.ts";
import { feeOf } from "../prices/spot.ts";
import { valueCeil } from "../prices/value.ts";

export type VoucherTerms = {
  readonly face: bigint;
  readonly leverage: number;
  readonly takerRate: number;
  /** The worst price the opening market order can fill at. */
  readonly protectionTicks: number;
};

/** no order is larger, and beyond 2^53 the search below would never end. */
const orderQtyMax = 1_000_000_000;

/** the most lots whose margin and taker fee at the protection price the face can pay (V127), at most one order of them. */
export function voucherQty(measure: ContractMeasure, terms: VoucherTerms): number {
  const fits = (qty: number): boolean => {
    const value = valueCeil(measure, terms.protectionTicks, qty);
    return initialMargin(value, terms.leverage) + feeOf(value, terms.takerRate) <= terms.face;
  };
  if (fits(orderQtyMax)) return orderQtyMax;
  let most = orderQtyMax;
  let least = 0;
  while (most - least > 1) {
    const middle = Math.floor((least + most) / 2);
    if (fits(middle)) least = middle;
    else most = middle;
  }
  return least;
}

/** the part of the face that a part fill uses, rounded up; the rest returns to the campaign at once (V129). */
export const voucherFaceUsed = (face: bigint, filled: number, qty: number): bigint =>
  ceilDiv(face * BigInt(filled), BigInt(qty));

export type VoucherEnd = { readonly toPromo: bigint; readonly toCash: bigint; readonly consumed: bigint };

/** when the position is 0, what its bucket holds goes to the campaign up to the face used, and above it to cash (V127–V131). */
export function voucherEnd(held: bigint, faceUsed: bigint): VoucherEnd {
  const toPromo = held < faceUsed ? held : faceUsed;
  return { toPromo, toCash: held - toPromo, consumed: faceUsed - toPromo };
}
