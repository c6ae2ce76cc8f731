import { expect, test } from "vitest";
import { nextBurst, noBurst, waitOf } from "./taker.ts";

test("a burst keeps its direction until it is over", () => {
  const burst = { burstLeft: 3, side: "SELL" as const };
  const next = nextBurst(burst, () => 0.99);
  expect(next).toEqual({ burstLeft: 2, side: "SELL" });
  expect(nextBurst({ burstLeft: 1, side: "SELL" }, () => 0.9)).toEqual({ burstLeft: 0, side: "SELL" });
  expect(nextBurst(noBurst, () => 0.01)).toEqual({ burstLeft: 2, side: "BUY" });
});

test("trades come as often as their mean says, in a burst eight times as often", () => {
  let state = 7;
  const random = (): number => (state = (state * 16_807) % 2_147_483_647) / 2_147_483_647;
  const mean = (burst: typeof noBurst): number =>
    Array.from({ length: 4_000 }, () => waitOf(burst, 1_000, random)).reduce((sum, ms) => sum + ms, 0) / 4_000;
  expect(mean(noBurst)).toBeGreaterThan(900);
  expect(mean(noBurst)).toBeLessThan(1_100);
  expect(mean({ burstLeft: 2, side: "BUY" })).toBeLessThan(150);
});
