import { expect, test } from "vitest";
import { isTooLate } from "./rules.ts";

test("a code is not sent once it is of no use; what has no time of its own never is too late", () => {
  expect(isTooLate({ minutes: "10" }, 0, 599_999)).toBe(false);
  expect(isTooLate({ minutes: "10" }, 0, 600_000)).toBe(true);
  expect(isTooLate({}, 0, 1e12)).toBe(false);
});
