import { expect, test } from "vitest";
import { calm, nextMood, waitOf } from "./taker.ts";

test("a burst keeps its direction until it is over", () => {
  const mood = { burstLeft: 3, side: "SELL" as const };
  const next = nextMood(mood, () => 0.99);
  expect(next).toEqual({ burstLeft: 2, side: "SELL" });
  expect(nextMood({ burstLeft: 1, side: "SELL" }, () => 0.9)).toEqual({ burstLeft: 0, side: "SELL" });
  expect(nextMood(calm, () => 0.01)).toEqual({ burstLeft: 2, side: "BUY" });
});

test("trades come as often as their mean says, in a burst eight times as often", () => {
  let state = 7;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const mean = (mood: typeof calm): number =>
    Array.from({ length: 4_000 }, () => waitOf(mood, 1_000, random)).reduce((sum, ms) => sum + ms, 0) / 4_000;
  expect(mean(calm)).toBeGreaterThan(900);
  expect(mean(calm)).toBeLessThan(1_100);
  expect(mean({ burstLeft: 2, side: "BUY" })).toBeLessThan(150);
});
