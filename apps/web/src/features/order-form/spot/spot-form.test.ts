import { describe, expect, test } from "vitest";
import { stepPrice } from "../shell/typed-steps.ts";
import {
  emptySpotForm,
  nextSpotForm,
  spotAskOf,
  type SpotForm,
  spotProblemsOf,
  type SpotStep,
  spotSummaryOf,
} from "./spot-form.ts";
import { facts, market } from "./test-form.ts";

const formAfter = (...steps: SpotStep[]): SpotForm => steps.reduce(nextSpotForm, emptySpotForm);
const codesOf = (form: SpotForm, given = facts) => spotProblemsOf(form, market, given).map(({ code }) => code);

describe("a limit buy", () => {
  const form = formAfter({ type: "price", text: "103850.0" }, { type: "size", text: "0.4" });

  test("pays the limit's value, and its fee is taken from the coin received", () => {
    const summary = spotSummaryOf(form, market, facts);
    expect(summary.pays).toBe(4_154_000_000_000n);
    expect(summary.totalText).toBe("41540.00");
    expect(summary.fee).toBe(40_000n);
    expect(summary.receives).toBe(40_000_000n - 40_000n);
    expect(summary.percent).toBe(78);
  });
  test("[S1.44] is sent digit by digit", () => {
    expect(spotAskOf(form, market, facts, "k1")).toEqual({
      symbol: "BTC_USDT",
      side: "BUY",
      type: "LIMIT",
      price: "103850",
      qty: "0.4",
      tif: "GTC",
      postOnly: false,
      clientOrderId: "k1",
    });
  });
  test("costs the maker's fee when it may only rest", () => {
    const summary = spotSummaryOf(nextSpotForm(form, { type: "post_only", postOnly: true }), market, facts);
    expect([summary.feeRate, summary.fee]).toEqual([80_000, 32_000n]);
  });
});

test("a total typed gives the largest size it pays for, and stays as it was typed", () => {
  const form = formAfter({ type: "price", text: "100000" }, { type: "total", text: "50.5" });
  const summary = spotSummaryOf(form, market, facts);
  expect([summary.sizeText, summary.totalText, summary.lots]).toEqual(["0.00050", "50.5", 50]);
});

test("a percentage stays a percentage when the price moves", () => {
  const form = formAfter({ type: "percent", percent: 50 }, { type: "price", text: "100000" });
  expect(spotSummaryOf(form, market, facts).sizeText).toBe("0.26607");
  const moved = nextSpotForm(form, { type: "price", text: "50000" });
  expect(spotSummaryOf(moved, market, facts).sizeText).toBe("0.53214");
});

test("all of the balance never needs more than the balance", () => {
  const form = formAfter({ type: "percent", percent: 100 }, { type: "price", text: "103850.7" });
  const summary = spotSummaryOf(form, market, facts);
  expect(summary.pays <= facts.availableQuote!).toBe(true);
  expect(codesOf(form)).toEqual([]);
});

test("a sell pays coins and receives money after the fee", () => {
  const form = formAfter(
    { type: "side", side: "SELL" },
    { type: "price", text: "100000" },
    { type: "size", text: "0.1" },
  );
  const summary = spotSummaryOf(form, market, facts);
  expect([summary.pays, summary.fee, summary.receives]).toEqual([10_000_000n, 1_000_000_000n, 999_000_000_000n]);
});

describe("a market order", () => {
  const market_ = (...steps: SpotStep[]) => formAfter({ type: "order_type", orderType: "MARKET" }, ...steps);
  test("by money says the money", () => {
    expect(spotAskOf(market_({ type: "total", text: "100" }), market, facts, "k")).toEqual({
      symbol: "BTC_USDT",
      side: "BUY",
      type: "MARKET",
      quoteAmount: "100",
      clientOrderId: "k",
    });
  });
  test("by percent of money says that share of it", () => {
    expect(spotAskOf(market_({ type: "percent", percent: 25 }), market, facts, "k")).toMatchObject({
      quoteAmount: "13303.7",
    });
  });
  test("by size says the size, without price or time in force", () => {
    const ask = spotAskOf(market_({ type: "side", side: "SELL" }, { type: "size", text: "0.2" }), market, facts, "k");
    expect(ask).toEqual({ symbol: "BTC_USDT", side: "SELL", type: "MARKET", qty: "0.2", clientOrderId: "k" });
  });
  describe("in a thin book", () => {
    const levels = [
      { side: "BUY", price: "104286.0", qty: "0.1" },
      { side: "BUY", price: "104000.0", qty: "0.1" },
      { side: "SELL", price: "104287.0", qty: "0.1" },
      { side: "SELL", price: "105000.0", qty: "0.1" },
    ] as const;
    const thin = { ...facts, levels };
    test("receives what the levels pay, and says that only a part can be filled", () => {
      const form = market_({ type: "side", side: "SELL" }, { type: "size", text: "0.4" });
      const { fill, pays, receives, fee } = spotSummaryOf(form, market, thin);
      expect([fill?.lots, pays]).toEqual([20_000, 20_000_000n]);
      expect(receives + fee).toBe(2_082_860_000_000n);
      expect(spotProblemsOf(form, market, thin)).toEqual([
        { code: "part_fill", filled: "0.2", size: "0.4", asset: "BTC" },
      ]);
    });
    test("by money gets what it buys level by level", () => {
      const form = market_({ type: "total", text: "15000" });
      expect(spotSummaryOf(form, market, thin)).toMatchObject({ lots: 14_353, sizeText: "0.14353" });
      expect(spotProblemsOf(market_({ type: "total", text: "40000" }), market, thin)).toEqual([
        { code: "part_spend", filled: "20928.7", size: "40000", asset: "USDT" },
      ]);
    });
    test("takes nothing beyond its protection price", () => {
      const form = market_({ type: "side", side: "SELL" }, { type: "size", text: "0.4" });
      const far = { ...thin, index: "109500.0" };
      expect(spotSummaryOf(form, market, far).fill?.lots).toBe(10_000);
    });
  });
  test("needs somebody on the other side", () => {
    expect(codesOf(market_({ type: "size", text: "1" }), { ...facts, bestAsk: undefined })).toContain("no_liquidity");
  });
});

describe("problems carry their numbers", () => {
  test("nothing filled in: price and size are missing, and nothing is sent", () => {
    expect(codesOf(emptySpotForm)).toEqual(["price_missing", "size_missing"]);
    expect(spotAskOf(emptySpotForm, market, facts, "k")).toBeUndefined();
  });
  test("between two ticks or two lots", () => {
    const coarse = { ...market, tick: 50_000_000n };
    const form = formAfter({ type: "price", text: "100.3" }, { type: "size", text: "0.000015" });
    expect(spotProblemsOf(form, coarse, facts)).toEqual(
      expect.arrayContaining([
        { code: "price_tick", tick: "0.5" },
        { code: "size_step", step: "0.00001" },
      ]),
    );
  });
  test("too small, and more than there is", () => {
    const small = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.00001" });
    expect(spotProblemsOf(small, market, facts)).toEqual([
      { code: "value_small", needed: "5", given: "1.00", asset: "USDT" },
    ]);
    const large = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.6" });
    expect(spotProblemsOf(large, market, facts)).toEqual([
      { code: "balance_short", needed: "60000", available: "53214.8", asset: "USDT" },
    ]);
  });
  test("a hint does not keep the order from being sent: the engine has the last word", () => {
    const small = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.00001" });
    expect(spotAskOf(small, market, facts, "k")).toMatchObject({ qty: "0.00001" });
  });
  test("more than there is, is not sent", () => {
    const large = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.6" });
    expect(spotAskOf(large, market, facts, "k")).toBeUndefined();
  });
  test("a number too large says the largest one, however long it is", () => {
    const large = formAfter({ type: "price", text: "100000" }, { type: "size", text: "9".repeat(18) });
    expect(spotProblemsOf(large, market, facts)).toEqual([{ code: "size_large", max: "100" }]);
    const dear = formAfter({ type: "price", text: "999999999" }, { type: "size", text: "1" });
    expect(spotProblemsOf(dear, market, facts)).toContainEqual({ code: "price_large", max: "214748364.7" });
    expect(spotAskOf(dear, market, facts, "k")).toBeUndefined();
  });
  test("an unknown balance is no problem, and no zero", () => {
    const form = formAfter({ type: "price", text: "100000" }, { type: "size", text: "0.6" });
    expect(codesOf(form, { ...facts, availableQuote: undefined })).toEqual([]);
  });
});

describe("steps", () => {
  test("a placed order clears its amount and keeps its price", () => {
    const sent = formAfter({ type: "price", text: "5" }, { type: "size", text: "1" });
    const form = nextSpotForm(sent, { type: "placed", form: sent });
    expect([form.price, form.amount]).toEqual(["5", { by: "size", text: "" }]);
  });
  test("an amount that was typed after the press stays when that order is placed", () => {
    const sent = formAfter({ type: "size", text: "1" });
    const typed = nextSpotForm(sent, { type: "size", text: "2" });
    expect(nextSpotForm(typed, { type: "placed", form: sent })).toBe(typed);
  });
  test("arrows move by one tick and never to nothing", () => {
    expect(stepPrice("104286.0", 1, market)).toBe("104286.1");
    expect(stepPrice("0.1", -1, market)).toBe("0.1");
  });
});

describe("a trigger order", () => {
  const waiting = (orderType: "LIMIT" | "MARKET", ...steps: SpotStep[]) =>
    formAfter(
      { type: "order_type", orderType, triggerBy: "LAST" },
      { type: "trigger", trigger: { price: "105000", by: "LAST" } },
      { type: "price", text: "105100" },
      ...steps,
    );
  test("[S1.47 S1.49] waits for the last price and then goes at a limit or at market", () => {
    const limit = waiting("LIMIT", { type: "size", text: "0.2" });
    expect(spotAskOf(limit, market, facts, "k")).toMatchObject({
      type: "LIMIT_TRIGGER",
      triggerPrice: "105000",
      triggerBy: "LAST",
      price: "105100",
      qty: "0.2",
    });
  });
  test("[R-6.3] at market by money has the size that the money buys at its trigger, and needs no balance now", () => {
    const byMoney = waiting("MARKET", { type: "total", text: "105000" });
    expect(spotAskOf(byMoney, market, facts, "k")).toMatchObject({ type: "MARKET_TRIGGER", qty: "1" });
    expect(codesOf(byMoney)).toEqual([]);
  });
});
