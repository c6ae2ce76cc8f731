import type { TriggerRow } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { inverseMarket, linearMarket } from "../../lib/markets/test-markets.ts";
import { triggersIn } from "./listed-triggers.ts";
import { callbackText, coverOf, hasSibling, isWhole, signOf, trailingState, withAnswered } from "./trigger-texts.ts";

const waiting: TriggerRow = {
  orderId: "7",
  clientOrderId: "",
  symbol: "BTCUSDT-PERP",
  product: 4,
  side: "BUY",
  posSide: "LONG",
  type: "LIMIT_TRIGGER",
  role: "ORDER",
  triggerPrice: "105400.0",
  bestPrice: "",
  activationPrice: "",
  callbackBps: 0,
  callbackTicks: 0,
  triggerBy: "MARK",
  direction: "UP",
  phase: "WAITING",
  price: "105420.0",
  qty: "0.4000",
  tif: "GTC",
  postOnly: false,
  siblingId: "",
  status: "PENDING_TRIGGER",
  cause: "NONE",
  childId: "",
};
const trailing: TriggerRow = {
  ...waiting,
  orderId: "8",
  role: "TRAILING",
  side: "SELL",
  triggerPrice: "",
  qty: "0.0000",
};
const scope = { product: 4, markets: [linearMarket], only: undefined };

test("[S1.22] trigger orders are those that wait on their own and trailing stops, the newest first; TP and SL have a list of their own", () => {
  const exits = [
    { ...waiting, orderId: "9", role: "TP" },
    { ...waiting, orderId: "10", role: "SL" },
  ] as const;
  const rows = [waiting, ...exits, trailing, { ...waiting, orderId: "11", product: 3, symbol: "BTCUSD-PERP" }];
  const ids = (list: "triggers" | "exits") => triggersIn(list, scope, rows).map(({ orderId }) => orderId);
  expect([ids("triggers"), ids("exits")]).toEqual([
    ["8", "7"],
    ["10", "9"],
  ]);
});

test("the condition says from which side the price has to come", () => {
  expect((["UP", "DOWN", "NONE"] as const).map(signOf)).toEqual(["≥", "≤", ""]);
});

test("[S1.24] a TP or SL covers the whole position, a part of it, or what its order fills", () => {
  expect([isWhole({ qty: "0.0000" }), isWhole({ qty: "0" }), isWhole({ qty: "0.0001" })]).toEqual([true, true, false]);
  expect(coverOf({ phase: "WAITING", qty: "0.0000" })).toBe("whole");
  expect(coverOf({ phase: "WAITING", qty: "0.6000" })).toBe("partial");
  expect(coverOf({ phase: "SLEEPING", qty: "0.6000" })).toBe("fillsOfOrder");
});

test("[S1.24] a sibling is cancelled only while it is there, whichever of the two rows names it", () => {
  const [tp, sl] = [
    { orderId: "9", siblingId: "10" },
    { orderId: "10", siblingId: "" },
  ];
  expect([hasSibling(tp!, [tp!, sl!]), hasSibling(sl!, [tp!, sl!])]).toEqual([true, true]);
  expect([hasSibling(tp!, [tp!]), hasSibling(sl!, [sl!])]).toEqual([false, false]);
});

test("a callback is a percentage of the best price, or an amount in the unit of prices", () => {
  expect(callbackText(linearMarket, { callbackBps: 150, callbackTicks: 0 })).toBe("1.50%");
  expect(callbackText(linearMarket, { callbackBps: 0, callbackTicks: 5_000 })).toBe("500.0 USDT");
  expect(callbackText(inverseMarket, { callbackBps: 0, callbackTicks: 25 })).toBe("2.5 USD");
  expect(callbackText(undefined, { callbackBps: 0, callbackTicks: 25 })).toBeUndefined();
});

test("the trailing stop of a long activates above and fires below, that of a short the other way round", () => {
  const asleep = { ...trailing, activationPrice: "106000.0" };
  const active = { ...asleep, bestPrice: "106500.0", triggerPrice: "104902.5" };
  expect(trailingState(asleep)).toEqual({ isActive: false, direction: "UP", price: "106000.0" });
  expect(trailingState(active)).toEqual({ isActive: true, direction: "DOWN", price: "104902.5" });
  expect(trailingState({ ...asleep, posSide: "SHORT" }).direction).toBe("DOWN");
  expect(trailingState({ ...active, posSide: "SHORT" }).direction).toBe("UP");
  expect(trailingState(trailing)).toEqual({ isActive: true, direction: "DOWN", price: "" });
});

test("the engine's answer moves trailing stops and wakes exits; what was just amended is not taken back", () => {
  const sleeping: TriggerRow = { ...waiting, orderId: "9", role: "TP", phase: "SLEEPING" };
  const answered: TriggerRow[] = [
    { ...waiting, triggerPrice: "1.0" },
    { ...trailing, bestPrice: "106500.0", triggerPrice: "104902.5" },
    { ...sleeping, phase: "WAITING", triggerPrice: "1.0" },
  ];
  const shown = withAnswered([waiting, trailing, sleeping], answered);
  expect(shown.map(({ triggerPrice, phase }) => [triggerPrice, phase])).toEqual([
    ["105400.0", "WAITING"],
    ["104902.5", "WAITING"],
    ["105400.0", "WAITING"],
  ]);
  expect(withAnswered([trailing], [])).toEqual([trailing]);
});
