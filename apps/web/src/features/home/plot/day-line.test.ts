import { expect, test } from "vitest";
import { dayMs } from "../../../lib/format/utc-days.ts";
import { candleMs, dayLineOf, endingAt, frameOfDay } from "./day-line.ts";

const width = candleMs["5m"];
const row = (at: number, open: string, high: string, low: string, close: string) => ({ at, open, high, low, close });

test("a line begins at the first open and goes from close to close", () => {
  expect(dayLineOf([row(0, "10", "12", "9", "11"), row(width, "11", "15", "11", "14")], width)).toEqual({
    readings: [
      { at: 0, level: 10 },
      { at: width, level: 11 },
      { at: 2 * width, level: 14 },
    ],
    from: 0,
    to: 2 * width,
    low: 9,
    high: 15,
    opened: "10",
    lowest: "9",
  });
});

test("what is older than a day before the newest candle's end is no part of the day", () => {
  const old = row(0, "99", "99", "1", "99");
  const rows = [old, row(width, "10", "12", "9", "11"), row(dayMs, "11", "13", "10", "12")];
  const day = dayLineOf(rows, width)!;
  expect([day.from, day.to]).toEqual([width, dayMs + width]);
  expect([day.low, day.high]).toEqual([9, 13]);
});

test("where nothing has traded there is no line", () => {
  expect(dayLineOf([], width)).toBeUndefined();
});

test("the price just paid ends the line and may lift the tidemark", () => {
  const day = dayLineOf([row(0, "10", "12", "9", "11")], width)!;
  const up = endingAt(day, 13);
  expect(up.readings.at(-1)).toEqual({ at: width, level: 13 });
  expect([up.low, up.high]).toEqual([9, 13]);
  expect(up.readings).toHaveLength(2);
  expect(endingAt(day, 8).low).toBe(8);
});

test("the frame leaves room under the lowest price and ends at the tidemark", () => {
  const day = dayLineOf([row(0, "100", "200", "100", "150")], width)!;
  expect(frameOfDay(day, 10)).toMatchObject({ low: 88, high: 200, headroom: 10 });
});

test("what is reckoned with is the text of the trades, compared as numbers and not as letters", () => {
  const day = dayLineOf([row(0, "10.10", "12", "9.50", "11"), row(width, "11", "15", "10.2", "14")], width)!;
  expect([day.opened, day.lowest]).toEqual(["10.10", "9.50"]);
});
