import { describe, expect, test } from "vitest";
import { usualTrailing } from "../../../lib/exits/trailing-entry.ts";
import type { PositionSide } from "../../../lib/markets/margin-settings.ts";
import { inverseMarket as inverse, linearMarket as linear } from "../../../lib/markets/test-markets.ts";
import {
  contractAskOf,
  type ContractFacts,
  type ContractForm,
  contractProblemsOf,
  type ContractStep,
  contractSummaryOf,
  emptyContractForm,
  fieldProblemsOf,
  nextContractForm,
  pressedOrderOf,
  sideFor,
} from "./contract-form.ts";

const facts: ContractFacts = {
  bestBid: "99999.9",
  bestAsk: "100000.0",
  mark: "100000.0",
  index: "100000.0",
  last: "100000.0",
  mode: "CROSS",
  leverage: { LONG: 20, SHORT: 20 },
  available: 100_000_000_000n, // 1,000 USDT
  closable: { LONG: { LIMIT: 3_000, MARKET: 5_000 }, SHORT: { LIMIT: 0, MARKET: 0 } },
};
const formAfter = (...steps: ContractStep[]): ContractForm => steps.reduce(nextContractForm, emptyContractForm);
const codesOf = (form: ContractForm, posSide: PositionSide, given = facts, market = linear) =>
  contractProblemsOf(form, market, given, posSide).map(({ code }) => code);

test("[S1.51 S1.52 U.14] the four intents buy and sell as the rule book says", () => {
  expect([sideFor("open", "LONG"), sideFor("close", "LONG")]).toEqual(["BUY", "SELL"]);
  expect([sideFor("open", "SHORT"), sideFor("close", "SHORT")]).toEqual(["SELL", "BUY"]);
});

describe("opening", () => {
  const form = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.1" });

  test("reserves margin and fee by the formula of the engine (R-8.6)", () => {
    const { LONG } = contractSummaryOf(form, linear, facts);
    // 10,000 USDT at 20×: 500 of margin, 5.5 of fee.
    expect([LONG.lots, LONG.reserve?.initialMargin, LONG.reserve?.openFee]).toEqual([
      1_000,
      50_000_000_000n,
      550_000_000n,
    ]);
  });
  test("is sent digit by digit, each button with its position side", () => {
    expect(contractAskOf(form, linear, facts, "LONG")).toEqual({
      symbol: "BTCUSDT-PERP",
      side: "BUY",
      posSide: "LONG",
      type: "LIMIT",
      price: "100000",
      qty: "0.1",
      tif: "GTC",
      postOnly: false,
    });
    expect(contractAskOf(form, linear, facts, "SHORT")).toMatchObject({ side: "SELL", posSide: "SHORT" });
  });
  test("at market has neither price nor time in force", () => {
    const atMarket = nextContractForm(form, { type: "order_type", orderType: "MARKET" });
    expect(contractAskOf(atMarket, linear, facts, "LONG")).toEqual({
      symbol: "BTCUSDT-PERP",
      side: "BUY",
      posSide: "LONG",
      type: "MARKET",
      qty: "0.1",
    });
    expect(codesOf(atMarket, "SHORT", { ...facts, bestBid: undefined })).toContain("no_liquidity");
  });
  test("all of the margin never needs more than the margin, at limit and at market", () => {
    for (const orderType of ["LIMIT", "MARKET"] as const) {
      const all = formAfter(
        { type: "price", text: "100000" },
        { type: "order_type", orderType },
        { type: "percent", percent: 100 },
      );
      const summary = contractSummaryOf(all, linear, facts);
      for (const posSide of ["LONG", "SHORT"] as const) {
        expect(summary[posSide].lots).toBeGreaterThan(0);
        expect(summary[posSide].reserve!.reserve <= facts.available!).toBe(true);
      }
    }
  });
  test("a percentage means the same size for both buttons", () => {
    const half = formAfter({ type: "price", text: "100000" }, { type: "percent", percent: 50 });
    const { LONG, SHORT, sizeText } = contractSummaryOf(half, linear, facts);
    expect(LONG.lots).toBe(SHORT.lots);
    expect(sizeText).toBe((LONG.lots / 10_000).toFixed(4));
  });
  test("margin that is short is said with its numbers, and an unknown one is no problem", () => {
    const large = formAfter({ type: "price", text: "100000" }, { type: "size", text: "1" });
    expect(contractProblemsOf(large, linear, facts, "LONG")).toEqual([
      { code: "balance_short", needed: "5055", available: "1000", asset: "USDT" },
    ]);
    expect(codesOf(large, "LONG", { ...facts, available: undefined })).toEqual([]);
  });
});

describe("closing", () => {
  const close = (...steps: ContractStep[]) =>
    formAfter({ type: "use", use: "close" }, { type: "price", text: "100000" }, ...steps);

  test("asks for no margin and closes the share of the position that is wanted", () => {
    const half = close({ type: "percent", percent: 50 });
    expect(contractAskOf(half, linear, facts, "LONG")).toMatchObject({ side: "SELL", posSide: "LONG", qty: "0.15" });
    expect(contractSummaryOf(half, linear, facts).LONG.reserve).toBeUndefined();
  });
  test("a limit may not close what resting orders close already, a market order takes it from them (R-6.14)", () => {
    const all = close({ type: "size", text: "0.5" });
    expect(contractProblemsOf(all, linear, facts, "LONG")).toEqual([
      { code: "close_large", most: "0.3", asset: "BTC" },
    ]);
    const atMarket = nextContractForm(all, { type: "order_type", orderType: "MARKET" });
    expect(codesOf(atMarket, "LONG")).toEqual([]);
  });
  test("a position that is not there cannot be closed", () => {
    expect(codesOf(close({ type: "size", text: "0.1" }), "SHORT")).toContain("position_missing");
    expect(contractAskOf(close({ type: "size", text: "0.1" }), linear, facts, "SHORT")).toBeUndefined();
  });
  test("may be smaller than the smallest order if it is the rest (R-6.17)", () => {
    const dust = close({ type: "size", text: "0.00001" });
    expect(codesOf(dust, "LONG")).toContain("size_step");
    expect(codesOf(close({ type: "size", text: "0.0001" }), "LONG")).toEqual([]);
  });
});

describe("sizes", () => {
  test("[U.16] in contracts are whole numbers of lots", () => {
    const form = formAfter(
      { type: "unit", unit: "lots" },
      { type: "price", text: "100000" },
      { type: "size", text: "25" },
    );
    expect(contractAskOf(form, linear, facts, "LONG")).toMatchObject({ qty: "0.0025" });
    expect(codesOf(nextContractForm(form, { type: "size", text: "2.5" }), "LONG")).toContain("size_step");
  });
  test("of a coin contract in coin become the contracts that they are worth", () => {
    const coins = { ...facts, available: 100_000_000n };
    const form = formAfter({ type: "price", text: "50000" }, { type: "size", text: "0.1" });
    expect(contractAskOf(form, inverse, coins, "LONG")).toMatchObject({ symbol: "BTCUSD-PERP", qty: "5000" });
    expect(codesOf(form, "LONG", coins, inverse)).toEqual([]);
  });
  test("are cleared when the unit changes, because the number would mean another size", () => {
    const form = formAfter({ type: "size", text: "0.1" }, { type: "unit", unit: "lots" });
    expect(form.amount).toEqual({ by: "lots", text: "" });
  });
});

test("closing a short buys its position back", () => {
  const held = { ...facts, closable: { ...facts.closable, SHORT: { LIMIT: 2_000, MARKET: 2_000 } } };
  const form = formAfter(
    { type: "use", use: "close" },
    { type: "order_type", orderType: "MARKET" },
    { type: "size", text: "0.2" },
  );
  expect(contractAskOf(form, linear, held, "SHORT")).toEqual({
    symbol: "BTCUSDT-PERP",
    side: "BUY",
    posSide: "SHORT",
    type: "MARKET",
    qty: "0.2",
  });
});

test("a problem of the fields is one that both buttons have", () => {
  const empty = formAfter({ type: "use", use: "close" });
  expect(fieldProblemsOf(empty, linear, facts).map(({ code }) => code)).toEqual(["price_missing", "size_missing"]);
  expect(codesOf(empty, "SHORT")).toEqual(["price_missing", "position_missing", "size_missing"]);
});

describe("trigger orders", () => {
  const waiting = (orderType: "LIMIT" | "MARKET", ...steps: ContractStep[]) =>
    formAfter(
      { type: "order_type", orderType, triggerBy: "MARK" },
      { type: "price", text: "105420" },
      { type: "size", text: "0.1" },
      ...steps,
    );

  test("[S1.47 S1.49] wait for a price of a source and then go at a limit or at market", () => {
    const trigger = { type: "trigger", trigger: { price: "105400", by: "LAST" } } as const;
    expect(contractAskOf(waiting("LIMIT", trigger), linear, facts, "LONG")).toMatchObject({
      type: "LIMIT_TRIGGER",
      triggerPrice: "105400",
      triggerBy: "LAST",
      price: "105420",
      qty: "0.1",
    });
    const atMarket = contractAskOf(waiting("MARKET", trigger), linear, facts, "SHORT");
    expect(atMarket).toMatchObject({ type: "MARKET_TRIGGER", side: "SELL", triggerPrice: "105400" });
    expect(atMarket).not.toHaveProperty("price");
  });
  test("[R-6.3] reserve nothing, so margin that is short does not stop them, and an empty book neither", () => {
    const trigger = { type: "trigger", trigger: { price: "105400", by: "MARK" } } as const;
    const large = waiting("MARKET", trigger, { type: "size", text: "1" });
    expect(codesOf(large, "LONG")).toEqual([]);
    expect(codesOf(large, "LONG", { ...facts, bestAsk: undefined })).not.toContain("no_liquidity");
  });
  test("need a trigger price, and leaving the tab leaves the trigger", () => {
    expect(codesOf(waiting("LIMIT"), "LONG")).toEqual(["trigger_missing"]);
    const plain = nextContractForm(waiting("LIMIT"), { type: "order_type", orderType: "LIMIT" });
    expect(plain.trigger).toBeUndefined();
    expect(codesOf(plain, "LONG")).not.toContain("trigger_missing");
  });
});

describe("TP and SL of an order", () => {
  const exits = {
    unit: "ROE",
    TP: { text: "20", by: "MARK" },
    SL: { text: "25", by: "LAST" },
  } as const;
  const form = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.1" }, { type: "exits", exits });

  test("[U.17] entered as a return they suit both buttons", () => {
    expect(contractAskOf(form, linear, facts, "LONG")).toMatchObject({
      tp: { triggerPrice: "101000.0", triggerBy: "MARK" },
      sl: { triggerPrice: "98750.0", triggerBy: "LAST" },
    });
    expect(contractAskOf(form, linear, facts, "SHORT")).toMatchObject({
      tp: { triggerPrice: "99000.0" },
      sl: { triggerPrice: "101250.0" },
    });
  });
  test("what no price brings is not left out silently", () => {
    const all = { ...exits, unit: "PNL", SL: { text: "20000", by: "MARK" } } as const;
    expect(codesOf(nextContractForm(form, { type: "exits", exits: all }), "LONG")).toEqual(["exit_price"]);
  });
  test("a closing order has none, and a placed one leaves them", () => {
    expect(
      contractAskOf(nextContractForm(form, { type: "use", use: "close" }), linear, facts, "LONG"),
    ).not.toHaveProperty("tp");
    expect(nextContractForm(form, { type: "placed", form }).exits).toBeUndefined();
  });
});

test("a size that was typed after the press stays when that order is placed", () => {
  const sent = nextContractForm(emptyContractForm, { type: "size", text: "1" });
  const typed = nextContractForm(sent, { type: "size", text: "1" });
  expect(nextContractForm(typed, { type: "placed", form: sent })).toBe(typed);
});

test("[U.16] a size by its worth is the most lots that are worth no more", () => {
  const form = formAfter(
    { type: "unit", unit: "value" },
    { type: "price", text: "100000" },
    { type: "size", text: "1234.56" },
  );
  expect(contractAskOf(form, linear, facts, "LONG")).toMatchObject({ qty: "0.0123" });
  expect(codesOf(form, "LONG")).toEqual([]);
});

test("[R-6.19] a trailing stop closes at market, is no order of its own, and ends with another type or with opening", () => {
  const closing = nextContractForm(emptyContractForm, { type: "use", use: "close" });
  const trailing = nextContractForm(closing, { type: "trailing", trailing: usualTrailing });
  expect(trailing).toMatchObject({ type: "MARKET", trigger: undefined, trailing: usualTrailing });
  expect(nextContractForm(trailing, { type: "order_type", orderType: "LIMIT" }).trailing).toBeUndefined();
  expect(nextContractForm(trailing, { type: "price_picked", price: "1" }).trailing).toBeUndefined();
  expect(nextContractForm(trailing, { type: "use", use: "open" }).trailing).toBeUndefined();
});

test("what was pressed stays as it was: the order that is shown is the order that is sent", () => {
  const form = formAfter({ type: "order_type", orderType: "MARKET" }, { type: "percent", percent: 50 });
  const pressed = pressedOrderOf(form, linear, facts, "LONG")!;
  const moved = { ...facts, bestAsk: "110000.0", mark: "110000.0" };
  expect(pressed.ask).toEqual(contractAskOf(form, linear, facts, "LONG"));
  expect(pressed.ask.qty).not.toBe(contractAskOf(form, linear, moved, "LONG")?.qty);
  expect([pressed.form, pressed.ticks]).toEqual([form, 1_000_000]);
  expect(pressedOrderOf(emptyContractForm, linear, facts, "LONG")).toBeUndefined();
});

test("[R-5.5 R-8.6] a market order reserves up to the market's own protection", () => {
  const form = formAfter({ type: "order_type", orderType: "MARKET" }, { type: "size", text: "0.1" });
  const marginAt = (protection: number | undefined) =>
    contractSummaryOf(form, linear, { ...facts, protection }).LONG.reserve?.initialMargin;
  // 0.1 BTC at 103,000 by the usual 3 %, at 105,000 by 5 %; 20×.
  expect([marginAt(undefined), marginAt(5_000_000)]).toEqual([51_500_000_000n, 52_500_000_000n]);
});
