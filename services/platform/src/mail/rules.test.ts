import { expect, test } from "vitest";
import { isTooLate, waitAfter } from "./rules.ts";

test("waits grow fourfold up to an hour, and end", () => {
  const retries = { firstWaitMs: 5_000, triesMax: 9 };
  const waits = Array.from({ length: 9 }, (_, i) => waitAfter(i + 1, retries));
  expect(waits).toEqual([5_000, 20_000, 80_000, 320_000, 1_280_000, 3_600_000, 3_600_000, 3_600_000, undefined]);
});

test("a code is not sent once it is of no use; what has no time of its own never is too late", () => {
  expect(isTooLate({ minutes: "10" }, 0, 599_999)).toBe(false);
  expect(isTooLate({ minutes: "10" }, 0, 600_000)).toBe(true);
  expect(isTooLate({}, 0, 1e12)).toBe(false);
});
