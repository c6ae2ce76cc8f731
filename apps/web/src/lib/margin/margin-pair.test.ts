import type { BalanceRow } from "@tidemark/contracts";
import { borrowLevelsOf, parseUnits, printUnits } from "@tidemark/money";
import { expect, test } from "vitest";
import { marginMarket } from "../markets/test-markets.ts";
import {
  afterLoan,
  afterRepayment,
  afterTrade,
  hasDebt,
  largestLoan,
  levelOf,
  pairHoldingOf,
  reachedAt,
} from "./margin-pair.ts";

const units = (text: string): bigint => parseUnits(text)!;
const row = (
  bucket: BalanceRow["bucket"],
  asset: string,
  amount: string,
  more: Partial<BalanceRow> = {},
): BalanceRow => ({
  product: 5,
  sub: "BTC/USDT",
  asset,
  bucket,
  amount,
  ...more,
});
const { measure } = marginMarket;
const index = 500_000; // 50,000.0
const rate = 1_000;

/** 1,000 USDT of one's own in the pair. */
const start = pairHoldingOf([row("avail", "USDT", "1000")], marginMarket);

test("a pair is what its own sub-account holds and owes, and nothing of other pairs and products", () => {
  const holding = pairHoldingOf(
    [
      row("avail", "USDT", "900"),
      row("hold", "USDT", "100"),
      row("loan", "USDT", "-500"),
      row("interest", "USDT", "-0.005"),
      row("avail", "USDT", "7", { sub: "ETH/USDT" }),
      row("avail", "USDT", "8", { product: 2, sub: "" }),
    ],
    marginMarket,
  );
  expect(holding.quote).toEqual({
    avail: units("900"),
    hold: units("100"),
    principal: units("500"),
    interest: units("0.005"),
  });
  expect([hasDebt(holding), hasDebt(start)]).toEqual([true, false]);
});

test("[R-15.2] the largest loan is the engine's, and never more than the pool has left", () => {
  const terms = { leverage: 3, hourlyRate: rate, pool: units("4000000") };
  const most = largestLoan(start, "quote", terms, index, measure);
  // The number that the engine's own test takes to its border.
  expect(printUnits(most)).toBe("1999.94000177");
  expect(largestLoan(start, "quote", { ...terms, pool: 5n }, index, measure)).toBe(5n);
});

test("[R-15.1 R-15.3] a loan brings the level down by its first hour of interest, a repayment pays interest first", () => {
  const loan = afterLoan(start, "quote", units("1000"), rate);
  expect(loan.quote).toMatchObject({ principal: units("1000"), interest: units("0.01"), avail: units("2000") });
  expect(printUnits(levelOf(loan, index, measure)!)).toBe("1.99998");
  const repaid = afterRepayment(loan, "quote", units("500"));
  expect(repaid.quote).toMatchObject({ interest: 0n, principal: units("500.01"), avail: units("1500") });
  const whole = afterRepayment(loan, "quote", units("1500"));
  expect([whole.quote.principal, printUnits(whole.quote.avail)]).toEqual([0n, "999.99"]);
  expect(levelOf(whole, index, measure)).toBeUndefined();
});

test("[R-15.4] a long pair is liquidated below, a short one above; without debt no price does it", () => {
  const { liquidate } = borrowLevelsOf(5);
  // The pair of the engine's test: 0.08991 BTC, 400 USDT, 3,900.039 owed; level 1.15 is at 45,435.
  const long = afterTrade(afterLoan(start, "quote", units("3900"), rate), "quote", units("4500"), units("0.08991"));
  expect(reachedAt(long, liquidate, measure)! / 10).toBeCloseTo(45_435, -1);
  const short = afterTrade(afterLoan(start, "base", units("0.07"), 0), "base", units("0.07"), units("3496.5"));
  const above = reachedAt(short, liquidate, measure)!;
  expect(above).toBeGreaterThan(index);
  expect(levelOf(short, above + 1, measure)! <= liquidate).toBe(true);
  expect(levelOf(short, above - 10, measure)! > liquidate).toBe(true);
  expect(reachedAt(start, liquidate, measure)).toBeUndefined();
});
