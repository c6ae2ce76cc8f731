import {
  type Names,
  orderCauses,
  type OrderRow,
  orderStatuses,
  orderTypes,
  posSides,
  sides,
  tifs,
} from "@tidemark/contracts";
import { keyForms, keyText } from "@tidemark/contracts/codec";

/** An order as numbers, wherever it was found: in memory or in the history. */
export type OrderNumbers = {
  id: number;
  market: number;
  product: number;
  side: number;
  posSide: number;
  type: number;
  tif: number;
  postOnly: boolean;
  price: number;
  qty: number;
  filled: number;
  value: bigint;
  fee: bigint;
  status: number;
  cause: number;
  at: number;
  clientKey: string;
};

export const clientKeyOf = (form: number, k0: number, k1: number, k2: number, k3: number, long: string): string =>
  form === keyForms.long ? long : keyText(form, k0, k1, k2, k3);

export function orderWords(order: OrderNumbers, names: Names): OrderRow {
  const { market, side } = order;
  const entry = names.marketOf(market);
  return {
    orderId: String(order.id),
    clientOrderId: order.clientKey,
    symbol: entry?.symbol ?? "",
    product: order.product,
    side: sides[side]!,
    posSide: posSides[order.posSide]!,
    type: orderTypes[order.type]!,
    tif: tifs[order.tif]!,
    postOnly: order.postOnly,
    // A market order has no price of its own.
    price: order.price === 0 ? "" : names.price(market, order.price),
    qty: names.size(market, order.qty),
    filledQty: names.size(market, order.filled),
    filledValue: names.worth(market, order.value),
    fee: names.amount(names.asset(names.feeAsset(market, side))?.id ?? 0, order.fee),
    status: orderStatuses[order.status]!,
    cause: orderCauses[order.cause]!,
    createdAt: order.at,
  };
}
