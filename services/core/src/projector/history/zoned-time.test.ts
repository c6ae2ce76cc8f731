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

const startOf = (day: string, timeZone: string): string =>
  new Date(daysBetween(day, day, timeZone).starts[0]!).toISOString().slice(0, 16);

test("a day whose midnight is skipped begins with the jump, east and west of UTC", () => {
  expect(startOf("2026-09-06", "America/Santiago")).toBe("2026-09-06T04:00");
  expect(startOf("2026-03-08", "America/Havana")).toBe("2026-03-08T05:00");
  expect(startOf("2026-04-24", "Africa/Cairo")).toBe("2026-04-23T22:00");
});

test("a day whose midnight comes twice begins with the first, and one after a repeated hour with its own", () => {
  expect(startOf("2026-11-01", "America/Havana")).toBe("2026-11-01T04:00");
  expect(startOf("2026-04-05", "America/Santiago")).toBe("2026-04-05T04:00");
});

test("the days around a change of clocks begin at their midnight", () => {
  expect(startOf("2026-09-05", "America/Santiago")).toBe("2026-09-05T04:00");
  expect(startOf("2026-09-07", "America/Santiago")).toBe("2026-09-07T03:00");
  expect(startOf("2026-11-02", "America/New_York")).toBe("2026-11-02T05:00");
  // Samoa had no 30 December 2011.
  const { starts } = daysBetween("2011-12-29", "2011-12-31", "Pacific/Apia");
  expect(starts.slice(1).map((start, i) => (start - starts[i]!) / 3_600_000)).toEqual([24, 0, 24]);
});
