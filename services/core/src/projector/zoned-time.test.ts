import { expect, test } from "vitest";
import { daysBetween, zonedTime } from "./zoned-time.ts";

const at = Date.parse("2026-11-14T23:30:02.118Z");

test("a moment is written as the zone's clocks show it, with their distance from UTC", () => {
  expect(zonedTime(at, "UTC")).toEqual({ day: "2026-11-14", clock: "23:30:02.118", zone: "UTC+00:00" });
  expect(zonedTime(at, "Asia/Tokyo")).toEqual({ day: "2026-11-15", clock: "08:30:02.118", zone: "UTC+09:00" });
  expect(zonedTime(at, "America/St_Johns").zone).toBe("UTC-03:30");
});

test("a day is as long as the zone's clocks make it", () => {
  const { days, starts } = daysBetween("2026-03-28", "2026-03-30", "Europe/Berlin");
  expect(days).toEqual(["2026-03-28", "2026-03-29", "2026-03-30"]);
  const hours = starts.slice(1).map((start, i) => (start - starts[i]!) / 3_600_000);
  expect(hours).toEqual([24, 23, 24]);
  expect(starts[0]).toBe(Date.parse("2026-03-27T23:00:00Z"));
});
