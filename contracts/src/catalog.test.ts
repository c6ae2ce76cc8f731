import { expect, test } from "vitest";
import { calls, type CallName, callList, topicList } from "./catalog.ts";
import { decodeCommand, encodeCommand, Writer } from "./codec/index.ts";
import { type Command, journalCommands, journalEvents } from "./journal/index.ts";
import type { Call } from "./define.ts";
import { instrumentsOf, unknownId } from "./instruments.ts";

const instruments = instrumentsOf({
  assets: [
    { id: 1, asset: "USDT", scale: 8, displayDecimals: 2 },
    { id: 2, asset: "BTC", scale: 8, displayDecimals: 8 },
  ],
  markets: [],
});

const tpsl = { tp: { triggerPrice: "60000" }, sl: { triggerPrice: "40000", type: "LIMIT", price: "39990" } };
const position = { symbol: "BTCUSDT-PERP", posSide: "SHORT" };
const loan = { symbol: "BTC/USDT", asset: "USDT", amount: "5" };

/** One ask for every call that becomes a command. */
const asks: Partial<Record<CallName, readonly object[]>> = {
  placeOrder: [
    { symbol: "BTC/USDT", side: "BUY", type: "MARKET", quoteAmount: "100" },
    { ...position, side: "SELL", type: "LIMIT", price: "50000.1", qty: "0.1", ...tpsl },
    { ...position, side: "BUY", type: "MARKET_TRIGGER", qty: "0.1", triggerPrice: "45000", triggerBy: "MARK" },
  ],
  cancelOrder: [{ orderId: "9" }, { clientOrderId: "mine" }],
  cancelAll: [{ product: 4, posSide: "LONG", includeTpsl: true }],
  amendOrder: [{ orderId: "9", triggerPrice: "44000" }],
  cancelAfter: [{ ms: 5_000 }],
  setTpsl: [{ ...position, ...tpsl, qty: "0.1" }],
  placeTrailingStop: [
    { ...position, callbackBps: 50, by: "MARK" },
    { ...position, qty: "0.1", callbackTicks: 200, activationPrice: "45000" },
  ],
  reversePosition: [position],
  flashClose: [position],
  closeAll: [{ product: 3 }],
  setMarginMode: [{ symbol: "BTCUSDT-PERP", mode: "ISOLATED" }],
  setLeverage: [{ symbol: "BTCUSDT-PERP", leverage: 50 }],
  addMargin: [{ ...position, amount: "10" }],
  removeMargin: [{ ...position, amount: "10" }],
  transfer: [{ fromProduct: 1, toProduct: 4, asset: "USDT", amount: "1" }],
  earnSubscribe: [{ asset: "USDT", amount: "1" }],
  earnRedeem: [{ asset: "USDT", amount: "1" }],
  borrow: [loan],
  repay: [loan],
};

function made(call: Call, ask: object): Command {
  const out = new Writer();
  encodeCommand(call.command!.make(call.ask.parse(ask), { uid: 5, instruments }), out);
  return decodeCommand(out.bytes, 0, out.length);
}

test("[D.77] every command that a user may give has a call that makes it, and the journal reads it back", () => {
  const types = new Set<string>();
  for (const [name, list] of Object.entries(asks))
    for (const ask of list) types.add(made(calls[name as CallName] as unknown as Call, ask).type);
  const ofUsers = Object.entries(journalCommands).filter(([, { by }]) => by === "user");
  expect([...types].sort()).toEqual(ofUsers.map(([type]) => type).sort());
  const commanding = Object.entries(calls).filter(([, call]) => call.answers === "command");
  expect(Object.keys(asks).sort()).toEqual(commanding.map(([name]) => name).sort());
});

test("[INC-13] whose account a command debits is never said by its caller: no field of any ask names one", () => {
  const strange = [
    "uid",
    "user",
    "userId",
    "account",
    "accountId",
    "fromAccount",
    "from",
    "owner",
    "bucket",
    "source",
    "sub",
    "producer",
    "number",
  ];
  for (const [name, list] of Object.entries(asks))
    for (const ask of list) {
      const call = calls[name as CallName] as unknown as Call;
      const usual = made(call, ask);
      expect([name, "uid" in usual ? usual.uid : undefined]).toEqual([name, 5]);
      for (const field of strange)
        for (const value of [7, "7", { uid: 7 }]) {
          const parsed = call.ask.safeParse({ ...ask, [field]: value });
          // Refused, or as if it had not been there.
          if (parsed.success)
            expect([name, field, made(call, { ...ask, [field]: value })]).toEqual([name, field, usual]);
        }
    }
});

test("an order carries its position, its trigger and its TP/SL; what no market has goes on for the engine to refuse", () => {
  const [, short, waiting] = asks.placeOrder!.map((ask) => made(calls.placeOrder as unknown as Call, ask));
  expect(short).toMatchObject({
    market: unknownId,
    side: 1,
    posSide: 2,
    price: 5_000_010_000_000,
    tp: { price: 6_000_000_000_000, by: 0, limit: 0 },
    sl: { price: 4_000_000_000_000, by: 0, limit: 3_999_000_000_000 },
  });
  expect(waiting).toMatchObject({ orderType: 1, tif: 1, trigger: { price: 4_500_000_000_000, by: 1 } });
  const removed = made(calls.removeMargin as unknown as Call, asks.removeMargin![0]!);
  expect(removed).toMatchObject({ amount: -1_000_000_000n });
});

test("a trigger price and a trigger order go together, and so do a limit and its price", () => {
  const order = { symbol: "X", side: "BUY", qty: "1" };
  const fits = (ask: object): boolean => calls.placeOrder.ask.safeParse(ask).success;
  expect(fits({ ...order, type: "LIMIT_TRIGGER", price: "1" })).toBe(false);
  expect(fits({ ...order, type: "LIMIT", price: "1", triggerPrice: "2" })).toBe(false);
  expect(fits({ ...order, type: "LIMIT", price: "1", tp: { triggerPrice: "2", price: "3" } })).toBe(false);
  expect(fits({ ...order, type: "LIMIT", price: "1", tp: { triggerPrice: "2", type: "LIMIT", price: "3" } })).toBe(
    true,
  );
});

test("[A-23 R-6.19] a trailing stop has one callback, in basis points or in ticks", () => {
  const fits = (ask: object): boolean => calls.placeTrailingStop.ask.safeParse({ ...position, ...ask }).success;
  expect([fits({}), fits({ callbackBps: 10, callbackTicks: 1 })]).toEqual([false, false]);
  expect([fits({ callbackBps: 9 }), fits({ callbackBps: 1_001 }), fits({ callbackTicks: 0 })]).toEqual([
    false,
    false,
    false,
  ]);
  expect([fits({ callbackBps: 10, by: "INDEX" }), fits({ callbackBps: 10, by: "LAST" })]).toEqual([false, true]);
  const [, inTicks] = asks.placeTrailingStop!.map((ask) => made(calls.placeTrailingStop as unknown as Call, ask));
  expect(inTicks).toMatchObject({ by: 0, qty: 10_000_000, callbackTicks: 200, activation: 4_500_000_000_000 });
});

test("no two calls share a name or a path, and every topic has its snapshot and its events", () => {
  for (const of of ["name", "path"] as const)
    expect(new Set(callList.map((call) => call[of])).size).toBe(callList.length);
  const known = new Set(callList.map(({ name }) => name));
  for (const topic of topicList) {
    expect(known).toContain(topic.snapshot);
    for (const name of topic.owner === "core" ? topic.events : []) expect(Object.keys(journalEvents)).toContain(name);
  }
});

/** The definitions of the schema library that are read here. */
type Definition = { readonly coerce?: boolean } & Readonly<Record<string, unknown>>;

function definitionsOf(schema: unknown, seen = new Set<unknown>()): Definition[] {
  if (typeof schema !== "object" || schema === null || seen.has(schema)) return [];
  seen.add(schema);
  const own = (schema as { _zod?: { def: Definition } })._zod?.def;
  const inner = Object.values(own ?? schema).flatMap((part) => definitionsOf(part, seen));
  return own === undefined ? inner : [own, ...inner];
}

test("L1: no field of any ask is made of a value of another type", () => {
  expect(definitionsOf(calls.transfer.ask).length).toBeGreaterThan(5);
  for (const { name, ask } of callList)
    expect([name, definitionsOf(ask).some(({ coerce }) => coerce === true)]).toEqual([name, false]);
});
