import { describe, expect, test } from "vitest";
import { checkLines, type Line, termsOf } from "./statement-check.ts";

const opened = { product: 4, sub: "", asset: "USDT" } as const;
const source = "core-1";
const line = (seq: number, delta: string, balance: string, more: Partial<Line> = {}): Line => ({
  seq,
  cause: "FILL",
  ref: "1",
  reference: "1",
  product: 4,
  sub: "",
  asset: "USDT",
  bucket: "cash",
  delta,
  balance,
  at: 0,
  ...more,
});
const balance = (bucket: Line["bucket"], amount: string, sub = "") => ({
  product: 4,
  sub,
  asset: "USDT",
  bucket,
  amount,
});
const balances = (seq: number, ...rows: ReturnType<typeof balance>[]) => ({ source, seq, rows });
const check = (list: readonly Line[], now: ReturnType<typeof balances>, seq = 9) =>
  checkLines({ seq, list }, now, opened);

describe("the lines of a statement", () => {
  const lines = [
    line(8, "-5", "95"),
    line(5, "40", "40", { bucket: "iso", sub: "BTCUSDT-PERP" }),
    line(3, "100", "100"),
  ];
  const now = balances(9, balance("cash", "95"), balance("iso", "40", "BTCUSDT-PERP"), balance("bonus", "7"));
  test("agree when each starts from what the one before it left, and the newest left what the core has", () => {
    expect(check(lines, now)).toBe("agrees");
  });
  test("differ from a balance that no line left", () => {
    expect(check(lines, balances(9, balance("cash", "95.01")))).toBe("differs");
    expect(check(lines, balances(9, balance("cash", "95")))).toBe("differs");
  });
  test("differ when a line between two is missing", () => {
    expect(check([line(8, "-5", "95"), line(3, "90", "90")], balances(9, balance("cash", "95")))).toBe("differs");
  });
  test("say nothing until they reach the moment of the balances", () => {
    expect(check(lines, now, 8)).toBe("behind");
  });
  test("may be newer than the balances, which are compared with the line of their moment", () => {
    expect(check([line(12, "1", "96"), ...lines], now, 12)).toBe("agrees");
    expect(check([line(12, "1", "97"), ...lines], now, 12)).toBe("differs");
  });
});

test("a figure is the sum of own money, what is bound, bonus and debts; funding bonus is no term of it", () => {
  const rows = [
    balance("cash", "95"),
    balance("iso", "40", "BTCUSDT-PERP"),
    balance("iso_short", "2", "BTCUSDT-PERP"),
    balance("fundbonus", "9"),
    { ...balance("avail", "3"), product: 2 },
  ];
  expect(termsOf(balances(9, ...rows), opened)).toEqual([
    { part: "own", units: 9_500_000_000n },
    { part: "isolated", units: 4_200_000_000n },
  ]);
});

test("of a margin pair only its own account counts", () => {
  const pair = { product: 5, sub: "BTC_USDT", asset: "USDT" };
  const rows = [
    { ...balance("avail", "10", "BTC_USDT"), product: 5 },
    { ...balance("loan", "-4", "BTC_USDT"), product: 5 },
    { ...balance("avail", "1", "ETH_USDT"), product: 5 },
  ];
  expect(termsOf(balances(9, ...rows), pair)).toEqual([
    { part: "own", units: 1_000_000_000n },
    { part: "owed", units: -400_000_000n },
  ]);
});
