import { expect, test } from "vitest";
import { frameOfValues, valueLineOf } from "./value-line.ts";

const days = (...values: string[]) => values.map((value, at) => ({ day: `2026-11-0${at + 1}`, value }));

test("[U.29] the line of an account's value has one reading a day, and its highest is the first day that reached it", () => {
  const line = valueLineOf(days("0", "120.5", "90", "120.5"))!;
  expect(line.readings.map(({ level }) => level)).toEqual([0, 120.5, 90, 120.5]);
  expect([line.from.day, line.highest.day, line.now.day]).toEqual(["2026-11-01", "2026-11-02", "2026-11-04"]);
});

test("days without a value are not drawn, nor is anything before them", () => {
  expect(valueLineOf(days("5", "", "7", "8"))!.readings.map(({ level }) => level)).toEqual([7, 8]);
  expect(valueLineOf(days("5", ""))).toBeUndefined();
  expect(valueLineOf([])).toBeUndefined();
});

test("an account that owes more than it has is drawn below zero", () => {
  const line = valueLineOf(days("100", "-20"))!;
  expect(line.highest.value).toBe("100");
  expect(frameOfValues(line, 16)).toEqual({ from: 0, to: 1, low: -62, high: 100, headroom: 16 });
});
