import { expect, test } from "vitest";
import { createRateLimits } from "./rate-limits.ts";

function limitsAt() {
  let now = 0;
  const rule = { perSecond: 2, burst: 4 };
  const limits = createRateLimits(
    { trade: rule, cancel: rule, read: rule, log: rule, signIn: rule, upload: rule },
    { steady: () => now },
  );
  const takes = (owner: number, count: number, rate: "trade" | "cancel" = "trade"): boolean[] =>
    Array.from({ length: count }, () => limits.take(owner, rate));
  return { limits, takes, wait: (ms: number) => void (now += ms) };
}

test("a burst is allowed and then no more than the rate", () => {
  const { takes, wait } = limitsAt();
  expect(takes(1, 5)).toEqual([true, true, true, true, false]);
  wait(500);
  expect(takes(1, 2)).toEqual([true, false]);
  wait(60_000);
  expect(takes(1, 5)).toEqual([true, true, true, true, false]);
});

test("users do not share an allowance, and cancels do not share with orders", () => {
  const { takes } = limitsAt();
  takes(1, 5);
  expect(takes(2, 1)).toEqual([true]);
  expect(takes(1, 1, "cancel")).toEqual([true]);
});

test("[A-20] what is charged afterwards may be owed, up to one burst, and is paid back at the rate", () => {
  const { limits, takes, wait } = limitsAt();
  takes(1, 4);
  limits.charge(1, "trade", 100);
  expect(takes(2, 1)).toEqual([true]);
  wait(2_400);
  expect(takes(1, 1)).toEqual([false]);
  wait(125);
  expect(takes(1, 2)).toEqual([true, false]);
});
