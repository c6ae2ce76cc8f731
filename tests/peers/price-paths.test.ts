import { expect, test } from "vitest";
import { markets } from "../../tools/dev/seed/listing.ts";
import { pricePaths } from "./price-paths.ts";

const minute = 60_000;
const day = 1_440 * minute;
const from = Date.UTC(2026, 7, 18);
const symbols = markets.map(({ symbol }) => symbol);

/** Logarithms of the changes from one sample to the next. */
function changes(symbol: string, startMs: number, count: number, everyMs: number, seed = 1): number[] {
  const paths = pricePaths({ seed });
  const prices = Array.from({ length: count + 1 }, (_, i) => paths.price(symbol, startMs + i * everyMs)!);
  return prices.slice(1).map((price, i) => Math.log(price / prices[i]!));
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length;
function correlation(a: readonly number[], b: readonly number[]): number {
  const [meanA, meanB] = [mean(a), mean(b)];
  const product = (x: readonly number[], mx: number, y: readonly number[], my: number): number =>
    mean(x.map((value, i) => (value - mx) * (y[i]! - my)));
  return product(a, meanA, b, meanB) / Math.sqrt(product(a, meanA, a, meanA) * product(b, meanB, b, meanB));
}

test("a price depends on seed and time alone, in whatever order it is asked", () => {
  const times = Array.from({ length: 300 }, (_, i) => from + ((i * 7_919) % 300) * 11 * minute);
  const [forward, backward] = [pricePaths({ seed: 5 }), pricePaths({ seed: 5 })];
  const first = times.map((at) => forward.price("SOL/USDT", at));
  const again = times.toReversed().map((at) => backward.price("SOL/USDT", at));
  expect(again.toReversed()).toEqual(first);
  expect(pricePaths({ seed: 6 }).price("SOL/USDT", from)).not.toBe(first[0]);
});

test("every listed market has a price, crosses follow from their two coins, a stablecoin stays, and nothing else is served", () => {
  const paths = pricePaths({ seed: 1 });
  for (const symbol of symbols) expect(paths.price(symbol, from)).toBeGreaterThan(0);
  expect(paths.price("ETH/BTC", from)).toBe(paths.price("ETH/USDT", from)! / paths.price("BTC/USDT", from)!);
  expect(paths.price("USDC/USDT", from)).toBe(1);
  expect(paths.price("PEPE/USDT", from)).toBeUndefined();
});

test("coins move together and each also by itself", () => {
  const bitcoin = changes("BTC/USDT", from, 2_000, 5 * minute);
  for (const symbol of ["ETH/USDT", "SOL/USDT", "DOGE/USDT"]) {
    const together = correlation(bitcoin, changes(symbol, from, 2_000, 5 * minute));
    expect([symbol, together > 0.5, together < 0.97]).toEqual([symbol, true, true]);
  }
});

test("movement comes in bursts: a busy hour is followed by a busy one more often than chance would have it", () => {
  const seconds = changes("BTC/USDT", from, 20 * 24 * 60, minute).map(Math.abs);
  const hours = Array.from({ length: 20 * 24 }, (_, i) => mean(seconds.slice(i * 60, (i + 1) * 60)));
  expect(Math.max(...hours) / Math.min(...hours)).toBeGreaterThan(4);
  expect(correlation(hours.slice(1), hours.slice(0, -1))).toBeGreaterThan(0.2);
});

test("a year of five seeds stays within a third and three times the start, and no second moves more than a percent", () => {
  for (let seed = 1; seed <= 5; seed += 1) {
    const paths = pricePaths({ seed });
    const samples = Array.from({ length: 1_000 }, (_, i) => from + i * 520 * minute);
    for (const { symbol, price } of markets) {
      const shares = samples.map((at) => paths.price(symbol, at)! / Number(price));
      expect([seed, symbol, Math.min(...shares) > 1 / 3, Math.max(...shares) < 3]).toEqual([seed, symbol, true, true]);
    }
    expect(Math.max(...changes("DOGE/USDT", from, 10_000, 1_000, seed).map(Math.abs))).toBeLessThan(0.01);
  }
});

test("ninety days have trending days and usual ones, and some seeds a crash", () => {
  const kindsOf = (seed: number): Set<string> => {
    const paths = pricePaths({ seed });
    return new Set(Array.from({ length: 90 }, (_, i) => paths.kindOfDay(from + i * day)));
  };
  const seeds = Array.from({ length: 10 }, (_, i) => kindsOf(i + 1));
  for (const kinds of seeds) expect([...kinds]).toEqual(expect.arrayContaining(["trend", "usual"]));
  expect(seeds.filter((kinds) => kinds.has("crash")).length).toBeGreaterThan(5);
});

test("a crash that is asked for takes a fifth within the hour and gives a third of it back", () => {
  const crashAtMs = from + 9 * 60 * minute;
  const [calm, crashed] = [pricePaths({ seed: 1 }), pricePaths({ seed: 1, crashAtMs })];
  const share = (at: number): number => crashed.price("BTC/USDT", at)! / calm.price("BTC/USDT", at)!;
  expect(share(crashAtMs - minute)).toBe(1);
  expect(share(crashAtMs + 45 * minute)).toBeLessThan(0.82);
  expect(share(crashAtMs + 6 * 60 * minute)).toBeGreaterThan(0.84);
});
