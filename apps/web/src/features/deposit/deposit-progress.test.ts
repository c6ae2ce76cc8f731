import { expect, test } from "vitest";
import { progressOf } from "./deposit-progress.ts";

test("[U.32] the bar ends where a deposit is credited, with a tick at the confirmations that are shown", () => {
  const row = { needed: 3, final: 64 };
  expect(progressOf({ ...row, confirmations: 1 })).toEqual({ share: 1 / 64, end: 64, tick: 3 / 64 });
  expect(progressOf({ ...row, confirmations: 3 })).toEqual({ share: 3 / 64, end: 64, tick: 3 / 64 });
  expect(progressOf({ ...row, confirmations: 64 })).toEqual({ share: 1, end: 64, tick: 3 / 64 });
});

test("where a deposit is credited with the confirmations that are shown the bar has no tick", () => {
  expect(progressOf({ confirmations: 5, needed: 15, final: 15 })).toEqual({ share: 1 / 3, end: 15, tick: undefined });
});

test("on a chain with a mark of finality the bar ends at the confirmations that are shown", () => {
  expect(progressOf({ confirmations: 6, needed: 12, final: null })).toEqual({ share: 0.5, end: 12, tick: undefined });
});

test("a deposit that its chain took back has an empty bar", () => {
  expect(progressOf({ confirmations: 0, needed: 3, final: 64 }).share).toBe(0);
});
