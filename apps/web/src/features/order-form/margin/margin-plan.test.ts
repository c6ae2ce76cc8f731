import { parseUnits, printUnits } from "@tidemark/money";
import { describe, expect, test } from "vitest";
import { levelOf, owed, type PairHolding } from "../../../lib/margin/margin-pair.ts";
import { emptySpotForm, type SpotFacts, type SpotForm, spotAskOf, spotSummaryOf } from "../spot/spot-form.ts";
import { marginMarket as market } from "../../../lib/markets/test-markets.ts";
import { type FundsMode, marginPlanOf } from "./margin-plan.ts";

const units = (text: string): bigint => parseUnits(text)!;
const nothing = { avail: 0n, hold: 0n, principal: 0n, interest: 0n };
const funded: PairHolding = { base: nothing, quote: { ...nothing, avail: units("1000") } };
const rates = { baseRate: 500, quoteRate: 1_000 };
const best = { bestBid: "50000.0", bestAsk: "50000.0" };
const buy: SpotForm = { ...emptySpotForm, price: "50000.0", amount: { by: "size", text: "0.05" } };

function planOf(mode: FundsMode, form: SpotForm, holding: PairHolding, credit = 0n) {
  const facts: SpotFacts = {
    ...best,
    availableBase: holding.base.avail + credit,
    availableQuote: holding.quote.avail + credit,
  };
  return marginPlanOf(mode, form, spotSummaryOf(form, market, facts), holding, rates);
}

describe("auto borrow", () => {
  test("borrows exactly what is missing, with its first hour of interest", () => {
    const plan = planOf("borrow", buy, funded, units("1999"));
    expect([plan.fromOwn, plan.loan, plan.interest].map((one) => printUnits(one))).toEqual(["1000", "1500", "0.015"]);
    expect(printUnits(owed(plan.after.quote))).toBe("1500.015");
    expect([plan.after.quote.avail, printUnits(plan.after.base.avail)]).toEqual([0n, "0.04995"]);
    // 2,497.50 of BTC against 1,500.015.
    expect(printUnits(levelOf(plan.after, 500_000, market.measure)!)).toBe("1.66498335");
  });
  test("borrows nothing while the balance is enough, and nothing for an order that waits", () => {
    expect(planOf("borrow", { ...buy, amount: { by: "size", text: "0.01" } }, funded).loan).toBe(0n);
    const waiting: SpotForm = { ...buy, trigger: { price: "49000.0", by: "LAST" } };
    expect(planOf("borrow", waiting, funded, units("1999"))).toMatchObject({ loan: 0n, after: funded });
  });
  test("a sale borrows the coin that it sells", () => {
    const plan = planOf("borrow", { ...buy, side: "SELL" }, funded, units("1"));
    expect([plan.pays, printUnits(plan.loan)]).toEqual(["base", "0.05"]);
    expect(printUnits(plan.after.quote.avail)).toBe("3497.5");
  });
  test("own funds borrow nothing, whatever is missing", () => {
    expect(planOf("own", buy, funded).loan).toBe(0n);
  });
});

describe("auto repay", () => {
  const owing: PairHolding = {
    base: { ...nothing, avail: units("0.05") },
    quote: { ...nothing, principal: units("1500"), interest: units("0.015") },
  };
  test("a sale repays with what it brings, interest first, and never more than is owed", () => {
    const part = planOf("repay", { ...buy, side: "SELL", amount: { by: "size", text: "0.01" } }, owing);
    expect(printUnits(part.repaid)).toBe("499.5");
    expect(part.after.quote).toMatchObject({ interest: 0n, principal: units("1000.515"), avail: 0n });
    const whole = planOf("repay", { ...buy, side: "SELL" }, owing);
    expect([printUnits(whole.repaid), printUnits(whole.after.quote.avail)]).toEqual(["1500.015", "997.485"]);
    expect(owed(whole.after.quote)).toBe(0n);
  });
});

test("an order of a pair names its product; the symbol alone is the spot account's", () => {
  const facts: SpotFacts = { ...best, availableBase: 0n, availableQuote: units("3000") };
  expect(spotAskOf(buy, market, facts, "key")).toMatchObject({ symbol: "BTC/USDT", product: 5 });
  expect(spotAskOf(buy, { ...market, product: 2 }, facts, "key")).not.toHaveProperty("product");
});
