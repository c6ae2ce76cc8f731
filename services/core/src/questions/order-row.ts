import {
  type Instruments,
  orderCauses,
  type OrderRow,
  orderStatuses,
  orderTypes,
  posSides,
  sides,
  tifs,
} from "@tidemark/contracts";
import { keyText } from "@tidemark/contracts/codec";
import { keyForms } from "@tidemark/contracts/journal";

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

export function orderWords(order: OrderNumbers, instruments: Instruments): OrderRow {
  const { market, side } = order;
  const entry = instruments.marketOf(market);
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
    price: order.price === 0 ? "" : instruments.price(market, order.price),
    qty: instruments.size(market, order.qty),
    filledQty: instruments.size(market, order.filled),
    filledValue: instruments.worth(market, order.value),
    fee: instruments.amount(instruments.asset(instruments.feeAsset(market, side))?.id ?? 0, order.fee),
    status: orderStatuses[order.status]!,
    cause: orderCauses[order.cause]!,
    createdAt: order.at,
  };
}
