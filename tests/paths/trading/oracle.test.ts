import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { pricePaths } from "../../peers/price-paths.ts";
import type { VenueName } from "../../peers/price.ts";
import type { Behaviour } from "../../peers/price-venue.ts";
import { good, until, units } from "../support/traders.ts";

// The way of an outside price: four exchanges, the oracle, the engine's index and mark, and back to a trader; the past that is simulated.
const symbol = "BTCUSDT-PERP";
const paths = pricePaths({ seed: 1 });
let exchange: Exchange;
let alice: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ nodes: 1, prices: "simulated", hasPast: true });
  alice = await signIn(exchange.url, "alice");
}, 120_000);
afterAll(async () => {
  alice?.close();
  await exchange?.remove();
});

async function behave(venue: VenueName, behaviour: Behaviour): Promise<void> {
  await fetch(`${exchange.pricesUrl}/behaviour`, { method: "POST", body: JSON.stringify({ venue, behaviour }) });
}
const contract = async () => good(await alice.client.call("contracts", { symbol })).rows[0]!;
const ticker = async (of = "BTC/USDT") => good(await alice.client.call("ticker", { symbol: of })).rows[0]!;

/** How far a price is from what the simulated market says now, as a share; the market moves a little between two questions. */
const awayFromMarket = (price: string): number => Math.abs(Number(price) / paths.price("BTC/USDT", Date.now())! - 1);

test("[D.41] prices of four exchanges become the index of every market and the mark of every contract", async () => {
  const { rows } = good(await alice.client.call("tickers", {}));
  expect(rows).toHaveLength(19);
  await until(async () =>
    good(await alice.client.call("tickers", {})).rows.every((row) => row.index !== "" && !row.indexStale),
  );
  // A mark is published each second, so the first ones may still be of the prices before.
  await until(async () => {
    const { index, mark, markState } = await contract();
    return markState === "FRESH" && awayFromMarket(index) < 0.003 && awayFromMarket(mark) < 0.003;
  });
  const before = (await ticker()).index;
  await until(async () => (await ticker()).index !== before);
});

test("[D.41 R-9.1] with one exchange dead and one lying the index stays with the market", async () => {
  await behave("venue-1", "dead");
  await behave("venue-3", "lying");
  const giveUpAt = Date.now() + 8_000;
  while (Date.now() < giveUpAt) {
    const { index, indexStale } = await ticker();
    expect([indexStale, awayFromMarket(index) < 0.003]).toEqual([false, true]);
    await new Promise((resolve) => setTimeout(resolve, 250));
  }
});

test("[D.41 R-9.1 R-9.3] without a second exchange the index is stale, the last good one is kept, and it comes back", async () => {
  await behave("venue-2", "frozen");
  await behave("venue-4", "dead");
  await until(async () => (await ticker()).indexStale, 25_000);
  const { index } = await ticker();
  expect(units(index)).toBeGreaterThan(0n);
  await until(async () => (await contract()).markState === "STALE");
  for (const venue of ["venue-1", "venue-2", "venue-3", "venue-4"] as const) await behave(venue, "normal");
  await until(async () => !(await ticker()).indexStale, 25_000);
  await until(async () => (await contract()).markState === "FRESH");
}, 60_000);

test("[S3.58] currency rates come from the provider", async () => {
  const rateOf = async (name: string) =>
    good(await alice.client.call("currencyRates", {})).list.find((one) => one.name === name)!;
  await until(async () => (await rateOf("JPY")).rate !== "151.62", 20_000);
  const { rate, updatedAt } = await rateOf("JPY");
  expect([Number(rate) > 152, Number(rate) < 156, updatedAt % 3_600_000]).toEqual([true, true, 0]);
});

test("a new exchange has ninety days of candles that are marked as simulated and go over into the real ones", async () => {
  for (const [interval, atLeast] of [
    ["1m", 500],
    ["15m", 300],
    ["1h", 500],
    ["1d", 90],
  ] as const)
    for (const price of ["LAST", "MARK", "INDEX"] as const) {
      const { rows, simulatedBefore } = good(await alice.client.call("candles", { symbol, interval, price }));
      expect([interval, price, rows.length >= atLeast]).toEqual([interval, price, true]);
      expect(simulatedBefore! % 60_000).toBe(0);
      expect(Math.abs(Date.now() - simulatedBefore!)).toBeLessThan(10 * 60_000);
    }
  const { rows, simulatedBefore } = good(
    await alice.client.call("candles", { symbol: "BTC/USDT", interval: "1m", price: "INDEX" }),
  );
  const simulated = rows.findLast(({ at }) => at < simulatedBefore!)!;
  const real = rows.find(({ at }) => at >= simulatedBefore!)!;
  expect(Math.abs(Number(real.open) / Number(simulated.close) - 1)).toBeLessThan(0.01);
  const { open, volume } = good(await alice.client.call("dayStats", { symbol }));
  expect([open !== "", Number(volume) > 0]).toEqual([true, true]);
});
