import { afterEach, expect, test, vi } from "vitest";
import { sumOf } from "../../lib/format/number-text.ts";
import { requireUnits } from "../../lib/format/require-units.ts";
import {
  basisPoints,
  calendarOf,
  curveOf,
  daysFrom,
  firstWeekday,
  marketLinesOf,
  monthAfter,
  partsOf,
  shareOf,
} from "./pnl-model.ts";

const day = (of: string, net: string) => ({ day: of, pricePnl: net, fees: "0", funding: "0", forced: "0", net });
const days = [day("2026-11-02", "100"), day("2026-11-03", "-40.5"), day("2026-11-05", "10")];
const one = 100_000_000n;

afterEach(() => vi.unstubAllGlobals());

test("the parts of a net amount add up to it, and each opens the list that it is made of", () => {
  const total = { pricePnl: "50", fees: "11.0275", funding: "-1.5", forced: "-20", net: "17.4725" };
  expect(sumOf(partsOf(total).map(({ text }) => text))).toBe(requireUnits(total.net));
  expect(partsOf(total).map(({ id, list }) => [id, list])).toEqual([
    ["pricePnl", "fills"],
    ["fees", "fills"],
    ["funding", "funding"],
    ["forced", undefined],
  ]);
  expect(partsOf({ ...total, forced: "0.00000000" })).toHaveLength(3);
});

test("the curve adds up the days, with the highest level and the deepest fall from it", () => {
  const { points, highest, deepestFall } = curveOf(days, "2026-11-01", "2026-11-05");
  expect(points.map(({ sum }) => sum)).toEqual([0n, 100n * one, 5_950_000_000n, 5_950_000_000n, 6_950_000_000n]);
  expect([highest, deepestFall]).toEqual([100n * one, -4_050_000_000n]);
});

test("an account that only lost has its beginning as the highest level", () => {
  expect(curveOf([day("2026-11-01", "-5")], "2026-11-01", "2026-11-01")).toMatchObject({
    highest: 0n,
    deepestFall: -5n * one,
  });
});

test("a month begins under its weekday, and a day on which nothing was realised is not zero", () => {
  const cells = calendarOf("2026-11", days, 0);
  expect(cells).toHaveLength(30);
  expect(cells[1]).toEqual({ day: "2026-11-02", date: 2, sums: days[0] });
  expect(cells[0]!.sums).toBeUndefined();
  expect(calendarOf("2026-10", days, 0).slice(0, 5)).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
    { day: "2026-10-01", date: 1, sums: undefined },
  ]);
  expect([monthAfter("2026-12", 1), monthAfter("2026-01", -1)]).toEqual(["2027-01", "2025-12"]);
});

test("a week begins where the language's does", () => {
  expect(["en-US", "de-DE", "fa-IR", "ja-JP"].map(firstWeekday)).toEqual([0, 1, 6, 0]);
  // 2026-11-01 is a Sunday.
  expect([0, 1, 6].map((first) => calendarOf("2026-11", days, first).findIndex((cell) => cell?.date === 1))).toEqual([
    0, 6, 1,
  ]);
});

test("a browser that does not know the week begins it on Monday, and an older one is asked its own way", () => {
  class Plain {}
  vi.stubGlobal("Intl", { ...Intl, Locale: Plain });
  expect(firstWeekday("en-US")).toBe(1);
  class Older {
    readonly weekInfo = { firstDay: 7 };
  }
  vi.stubGlobal("Intl", { ...Intl, Locale: Older });
  expect(firstWeekday("en-US")).toBe(0);
});

test("days of a range are counted over the end of a month", () => {
  expect(daysFrom("2026-02-27", "2026-03-01")).toEqual(["2026-02-27", "2026-02-28", "2026-03-01"]);
});

test("shares are of the largest amount, rates of the whole", () => {
  expect([shareOf(-5n, 10n), shareOf(1n, 0n)]).toEqual([0.5, 0]);
  expect([basisPoints(2, 3), basisPoints(0, 0)]).toEqual([6_667, undefined]);
});

test("what belongs to no market stands behind the markets, without a symbol to link to", () => {
  const sums = { pricePnl: "0", fees: "0", funding: "0", forced: "5", net: "5" };
  const market = { symbol: "BTCUSDT-PERP", closed: 2, won: 1, ...sums };
  const closed = { count: 2, won: 1, gains: "0", losses: "0", longestMs: 0, step: "1", counts: [] };
  const pnl = { source: "", seq: 1, total: { ...sums, net: "10" }, days: [], closed };
  const lines = marketLinesOf({ ...pnl, markets: [{ ...market, symbol: "", closed: 0, won: 0 }, market] });
  expect(lines.map(({ id, symbol, net }) => [id, symbol, net])).toEqual([
    ["BTCUSDT-PERP", "BTCUSDT-PERP", "5"],
    ["unassigned", undefined, "5"],
    ["together", undefined, "10"],
  ]);
});
