import { keyText } from "../codec/command-codec.ts";
import { joinMoney } from "../codec/events.ts";
import type { EventRow } from "../journal/index.ts";
import { defineTopic } from "../define.ts";
import type { Instruments } from "../instruments.ts";
import {
  marginModes,
  orderCauses,
  orderKinds,
  orderStatuses,
  posSides,
  sides,
  tifs,
  triggerDirections,
  triggerRoles,
  triggerSources,
} from "../values.ts";
import { type MarginSettingsRow, marginSettingsRow, type PositionRow, positionRow, triggerRow } from "./rows.ts";
import type { TriggerRow } from "./rows.ts";

type Event<T extends EventRow["type"]> = Extract<EventRow, { type: T }>;

/** A limit or market order that waits is called a trigger order. */
const waitingKind = (orderType: number): TriggerRow["type"] => orderKinds[orderType + 2]!;
const idOrNone = (id: number): string => (id === 0 ? "" : String(id));
const symbolOf = (instruments: Instruments, market: number): string => instruments.marketOf(market)?.symbol ?? "";
const priceOrNone = (instruments: Instruments, market: number, ticks: number): string =>
  ticks === 0 ? "" : instruments.price(market, ticks);

/** A trailing stop is told with what it was given: what follows from the price is the answer's. */
function waitedPrices(
  event: Event<"trigger_accepted">,
  instruments: Instruments,
): Pick<TriggerRow, "triggerPrice" | "bestPrice" | "activationPrice" | "callbackBps" | "callbackTicks"> {
  const { market, callbackBps, callbackTicks, triggerPrice } = event;
  const given = { bestPrice: "", callbackBps, callbackTicks };
  return triggerRoles[event.role] === "TRAILING"
    ? { ...given, triggerPrice: "", activationPrice: priceOrNone(instruments, market, triggerPrice) }
    : { ...given, triggerPrice: instruments.price(market, triggerPrice), activationPrice: "" };
}

const acceptedRow = (event: Event<"trigger_accepted">, instruments: Instruments): TriggerRow => ({
  orderId: String(event.orderId),
  clientOrderId: keyText(event.keyForm, event.k0, event.k1, event.k2, event.k3),
  symbol: symbolOf(instruments, event.market),
  product: event.product,
  side: sides[event.side]!,
  posSide: posSides[event.posSide]!,
  type: waitingKind(event.orderType),
  role: triggerRoles[event.role]!,
  ...waitedPrices(event, instruments),
  triggerBy: triggerSources[event.triggerBy]!,
  direction: triggerDirections[event.direction]!,
  phase: event.parent === 0 ? "WAITING" : "SLEEPING",
  price: priceOrNone(instruments, event.market, event.price),
  qty: instruments.size(event.market, event.qty),
  tif: tifs[event.tif]!,
  postOnly: event.postOnly === 1,
  siblingId: idOrNone(event.sibling),
  status: "PENDING_TRIGGER",
  cause: "NONE",
  childId: "",
});

/** A user's orders that wait, and TP/SL. One that ends travels once more, with what it became, and then leaves the view. */
export const triggersTopic = defineTopic({
  name: "trading.triggers",
  owner: "core",
  per: "user",
  snapshot: "trading.triggerOrders",
  row: triggerRow.partial(),
  rowKey: (row) => String(row.orderId),
  gone: (row) => row.status !== undefined && row.status !== "PENDING_TRIGGER",
  events: ["trigger_accepted", "trigger_amended", "trigger_ended"],
  rows(event, instruments) {
    switch (event.type) {
      case "trigger_accepted":
        return [{ to: event.uid, row: acceptedRow(event, instruments) }];
      case "trigger_amended": {
        const row: Partial<TriggerRow> = {
          orderId: String(event.orderId),
          triggerPrice: instruments.price(event.market, event.triggerPrice),
          direction: triggerDirections[event.direction]!,
          price: priceOrNone(instruments, event.market, event.price),
          qty: instruments.size(event.market, event.qty),
        };
        return [{ to: event.uid, row }];
      }
      case "trigger_ended": {
        const row: Partial<TriggerRow> = {
          orderId: String(event.orderId),
          status: orderStatuses[event.status]!,
          cause: orderCauses[event.cause]!,
          childId: idOrNone(event.child),
        };
        return [{ to: event.uid, row }];
      }
      default:
        return [];
    }
  },
});

function changedRow(event: Event<"position_changed">, instruments: Instruments): PositionRow {
  const { market } = event;
  const value = joinMoney(event.valueHigh, event.valueLow);
  const closed = joinMoney(event.realisedHigh, event.realisedLow);
  const fees = joinMoney(event.feesHigh, event.feesLow);
  const funding = joinMoney(event.fundingHigh, event.fundingLow);
  return {
    symbol: symbolOf(instruments, market),
    product: instruments.marketOf(market)?.product ?? 0,
    posSide: posSides[event.posSide]!,
    qty: instruments.size(market, event.qty),
    entryPrice: instruments.priceOfValue(market, value, event.qty),
    entryValue: instruments.worth(market, value),
    isoMargin: instruments.worth(market, joinMoney(event.marginHigh, event.marginLow)),
    closedPnl: instruments.worth(market, closed),
    fees: instruments.worth(market, fees),
    funding: instruments.worth(market, funding),
    realisedPnl: instruments.worth(market, closed - fees + funding),
    openedAt: event.openedAt,
    voucherLeverage: event.voucherLeverage,
  };
}

/** A user's positions, each told whole with every change; one that has come to nothing leaves. */
export const positionsTopic = defineTopic({
  name: "trading.positions",
  owner: "core",
  per: "user",
  snapshot: "trading.positions",
  row: positionRow,
  rowKey: (row) => `${String(row.symbol)}:${String(row.posSide)}`,
  gone: (row) => /^0(\.0*)?$/.test(String(row.qty)),
  events: ["position_changed"],
  rows(event, instruments) {
    // The engine holds positions too, under no user's number.
    if (event.type !== "position_changed" || event.uid === 0) return [];
    return [{ to: event.uid, row: changedRow(event, instruments) }];
  },
});

export const marginSettingsTopic = defineTopic({
  name: "trading.marginSettings",
  owner: "core",
  per: "user",
  snapshot: "trading.marginSettings",
  row: marginSettingsRow,
  rowKey: (row) => String(row.symbol),
  gone: () => false,
  events: ["margin_settings"],
  rows(event, instruments) {
    if (event.type !== "margin_settings") return [];
    const { longLeverage, shortLeverage } = event;
    const symbol = symbolOf(instruments, event.market);
    const row: MarginSettingsRow = { symbol, mode: marginModes[event.mode]!, longLeverage, shortLeverage };
    return [{ to: event.uid, row }];
  },
});
