import { expect, test } from "vitest";
import { momentsOf, taxYears } from "./tax-period.ts";

const at = (year: number, month: number): number => new Date(year, month - 1, 1).getTime();

test("a year of a tax export ends where the next begins, and so does a month", () => {
  expect(momentsOf({ year: 2026, month: undefined })).toEqual({ from: at(2026, 1), to: at(2027, 1) });
  expect(momentsOf({ year: 2026, month: 12 })).toEqual({ from: at(2026, 12), to: at(2027, 1) });
});

test("the current year is offered first", () => {
  expect(taxYears(new Date(2026, 10, 17), 3)).toEqual([2026, 2025, 2024]);
});
