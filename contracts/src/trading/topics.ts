import { keyText, wordsText } from "../codec/command-codec.ts";
import { defineTopic } from "../define.ts";
import type { Row } from "../define.ts";
import { orderCauses, orderStatuses, orderTypes, posSides, sides, tifs } from "../values.ts";
import { fillRow, orderRow } from "./rows.ts";

const ended = new Set<unknown>(["FILLED", "CANCELED", "EXPIRED", "REJECTED"]);

/** A user's open orders. Rows of ended orders travel once, with their final state, and then leave the view. */
export const ordersTopic = defineTopic({
  name: "trading.orders",
  owner: "core",
  per: "user",
  snapshot: "trading.openOrders",
  row: orderRow.partial(),
  rowKey: (row) => String(row.orderId),
  gone: (row) => ended.has(row.status),
  events: ["order_accepted", "order_key", "order_filled", "order_amended", "order_closed"],
  rows(event, instruments, at) {
    const row = (orderId: number, fields: Row): Row => ({ orderId: String(orderId), ...fields });
    const value = (market: number, units: number): string => instruments.worth(market, BigInt(units));
    const received = (market: number, side: number, units: number): string => {
      const asset = instruments.asset(instruments.feeAsset(market, side));
      return asset === undefined ? "" : instruments.amount(asset.id, BigInt(units));
    };
    switch (event.type) {
      case "order_accepted":
        return [
          {
            to: event.uid,
            row: row(event.orderId, {
              clientOrderId: keyText(event.keyForm, event.k0, event.k1, event.k2, event.k3),
              symbol: instruments.marketOf(event.market)?.symbol ?? "",
              product: event.product,
              side: sides[event.side],
              posSide: posSides[event.posSide],
              type: orderTypes[event.orderType],
              tif: tifs[event.tif],
              postOnly: event.postOnly === 1,
              price: event.price === 0 ? "" : instruments.price(event.market, event.price),
              qty: instruments.size(event.market, event.qty),
              filledQty: instruments.size(event.market, 0),
              filledValue: "0",
              fee: "0",
              status: "NEW",
              cause: "NONE",
              createdAt: at,
            }),
          },
        ];
      case "order_key": {
        const words = [event.w0, event.w1, event.w2, event.w3, event.w4, event.w5, event.w6, event.w7, event.w8];
        return [{ to: event.uid, row: row(event.orderId, { clientOrderId: wordsText(event.length, words) }) }];
      }
      case "order_filled": {
        const part = (orderId: number, side: number, filled: number, worth: number, fees: number): Row =>
          row(orderId, {
            filledQty: instruments.size(event.market, filled),
            filledValue: value(event.market, worth),
            fee: received(event.market, side, fees),
            status: "PARTIALLY_FILLED",
          });
        const { takerSide, makerFilled, takerFilled, makerValue, takerValue, makerFees, takerFees } = event;
        return [
          { to: event.makerUid, row: part(event.makerOrder, 1 - takerSide, makerFilled, makerValue, makerFees) },
          { to: event.takerUid, row: part(event.takerOrder, takerSide, takerFilled, takerValue, takerFees) },
        ];
      }
      case "order_amended":
        return [
          {
            to: event.uid,
            row: row(event.orderId, {
              price: instruments.price(event.market, event.price),
              qty: instruments.size(event.market, event.qty),
            }),
          },
        ];
      case "order_closed":
        return [
          {
            to: event.uid,
            row: row(event.orderId, {
              status: orderStatuses[event.status],
              cause: orderCauses[event.cause],
              filledQty: instruments.size(event.market, event.filled),
              filledValue: value(event.market, event.value),
            }),
          },
        ];
      default:
        return [];
    }
  },
});

/** A user's newest fills. */
export const fillsTopic = defineTopic({
  name: "trading.fills",
  owner: "core",
  per: "user",
  snapshot: "trading.fills",
  snapshotAsk: { pageSize: 50 },
  row: fillRow.partial(),
  rowKey: (row) => `${String(row.tradeId)}:${String(row.role)}`,
  gone: () => false,
  keep: 50,
  events: ["order_filled"],
  rows(event, instruments, at) {
    if (event.type !== "order_filled") return [];
    const market = instruments.marketOf(event.market);
    const fill = (role: "MAKER" | "TAKER", orderId: number, side: number, posSide: number, fee: number): Row => {
      const feeAsset = instruments.feeAsset(event.market, side);
      return {
        tradeId: String(event.tradeId),
        orderId: String(orderId),
        symbol: market?.symbol ?? "",
        side: sides[side],
        posSide: posSides[posSide],
        role,
        price: instruments.price(event.market, event.price),
        qty: instruments.size(event.market, event.qty),
        fee: instruments.amount(instruments.asset(feeAsset)?.id ?? 0, BigInt(fee)),
        feeAsset,
        at,
      };
    };
    const { makerOrder, makerPosSide, makerFee, takerOrder, takerSide, takerPosSide, takerFee } = event;
    return [
      { to: event.makerUid, row: fill("MAKER", makerOrder, 1 - takerSide, makerPosSide, makerFee) },
      { to: event.takerUid, row: fill("TAKER", takerOrder, takerSide, takerPosSide, takerFee) },
    ];
  },
});
