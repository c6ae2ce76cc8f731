import { expect, test } from "vitest";
import { trailingTrigger } from "./trailing.ts";

test("[A-23 R-6.19] a long's trigger is rounded down and a short's up, and ticks are counted from the best price", () => {
  expect(trailingTrigger("long", 510_000, 10, "basisPoints")).toBe(509_490);
  expect(trailingTrigger("long", 500_001, 10, "basisPoints")).toBe(499_500);
  expect(trailingTrigger("short", 500_001, 10, "basisPoints")).toBe(500_502);
  expect(trailingTrigger("long", 500_000, 1_000, "basisPoints")).toBe(450_000);
  expect(trailingTrigger("long", 500_000, 7, "ticks")).toBe(499_993);
  expect(trailingTrigger("short", 500_000, 7, "ticks")).toBe(500_007);
});

test("[A-23 R-6.19] it is exact for every price that a market can have", () => {
  let seed = 7;
  const below = (most: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) >>> 0;
    return seed % most;
  };
  for (let i = 0; i < 20_000; i += 1) {
    const best = i < 1_000 ? 2_147_483_647 - i : 1 + below(2_147_483_646);
    const bps = 10 + below(991);
    const long = (BigInt(best) * BigInt(10_000 - bps)) / 10_000n;
    const short = (BigInt(best) * BigInt(10_000 + bps) + 9_999n) / 10_000n;
    expect(trailingTrigger("long", best, bps, "basisPoints")).toBe(Number(long));
    expect(trailingTrigger("short", best, bps, "basisPoints")).toBe(Number(short));
  }
});
