import { expect, test } from "vitest";
import { isOnlyAllowListed, openFrom, openPolicy, usableFrom } from "./withdrawal-address-rules.ts";

const day = 24 * 60 * 60_000;
const only = { onlyAllowListed: true, endedAt: null };

test("[D.19] a new address waits a day, to the millisecond, allow-listed or not", () => {
  expect(usableFrom({ addedAt: 1_000, allowListedAt: null }, openPolicy, 2_000, day)).toBe(1_000 + day);
  expect(usableFrom({ addedAt: 1_000, allowListedAt: 1_000 }, openPolicy, 2_000, day)).toBe(1_000 + day);
});

test("where only allow-listed addresses may be used, others cannot be, and the list itself waits a day", () => {
  expect(usableFrom({ addedAt: 0, allowListedAt: null }, only, 5 * day, day)).toBeNull();
  expect(usableFrom({ addedAt: 0, allowListedAt: 3 * day }, only, 5 * day, day)).toBe(4 * day);
  expect(usableFrom({ addedAt: 3 * day, allowListedAt: 3 * day }, only, 5 * day, day)).toBe(4 * day);
});

test("ending that takes a day, beginning it does not", () => {
  const ended = { onlyAllowListed: true, endedAt: 10 * day };
  expect(isOnlyAllowListed(only, 0, day)).toBe(true);
  expect(isOnlyAllowListed(ended, 11 * day - 1, day)).toBe(true);
  expect(isOnlyAllowListed(ended, 11 * day, day)).toBe(false);
  expect(openFrom(ended, 10 * day, day)).toBe(11 * day);
  expect(openFrom(ended, 11 * day, day)).toBeNull();
  expect(openFrom(only, 0, day)).toBeNull();
  expect(isOnlyAllowListed(openPolicy, 0, day)).toBe(false);
});
