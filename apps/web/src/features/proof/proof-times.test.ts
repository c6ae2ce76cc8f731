import { expect, test } from "vitest";
import { isLate, nextAt } from "./proof-times.ts";

const hour = 3_600_000;

test("the next tree is due a period after the newest, and is late only after it had time to be built", () => {
  const due = nextAt(5 * hour, hour);
  expect(due).toBe(6 * hour);
  expect(isLate(5 * hour, hour, due + 10 * 60_000)).toBe(false);
  expect(isLate(5 * hour, hour, due + 11 * 60_000 + 1)).toBe(true);
});
