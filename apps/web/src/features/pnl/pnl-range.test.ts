import { expect, test } from "vitest";
import { rangeDays, readPnlRange } from "./pnl-range.ts";

const now = new Date(2026, 10, 14, 9);

test("a range ends today and begins so many days before, or with the month", () => {
  expect(rangeDays("7D", now)).toEqual({ from: "2026-11-08", to: "2026-11-14" });
  expect(rangeDays("month", now)).toEqual({ from: "2026-11-01", to: "2026-11-14" });
  expect(rangeDays("1Y", now).from).toBe("2025-11-15");
});

test("an unknown range is this month", () => {
  expect(readPnlRange("all")).toBe("month");
});
