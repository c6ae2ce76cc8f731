import ccxt from "ccxt";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { type PricePeer, startPricePeer } from "../../../tests/peers/price.ts";
import { ccxtVenue } from "./ccxt-venue.ts";
import type { Venue } from "./venue.ts";

// ccxt as it is, against a process with Binance's public API.
let peer: PricePeer;
let venue: Venue;
let laterMs = 0;
const log = { warn: vi.fn() };

beforeAll(async () => {
  peer = await startPricePeer({ PRICE_SEED: "7" });
  const setting = { name: "one", exchange: "binance", url: `${peer.url}/venue-1` };
  venue = ccxtVenue(setting, 1_000, () => Date.now() + laterMs, log);
});
afterAll(async () => {
  await venue?.close();
  await peer?.stop();
});

test("[D.41] prices are read exactly, with the venue's time, for those symbols that it has", async () => {
  const readings = await venue.read(["BTC/USDT", "ETH/BTC", "PEPE/USDT"]);
  expect(readings.map(({ symbol }) => symbol)).toEqual(["BTC/USDT", "ETH/BTC"]);
  for (const { price, at } of readings) {
    expect(price).toBeGreaterThan(0n);
    expect(Math.abs(Date.now() - at)).toBeLessThan(2_000);
  }
  // Of a tick of 0.01 nothing is left in the lower six of eight decimals.
  expect(readings[0]!.price % 1_000_000n).toBe(0n);
});

test("a dead venue rejects, a frozen one repeats its time, a lying one is far off, and each comes back", async () => {
  const [honest] = await venue.read(["BTC/USDT"]);
  await peer.behave("venue-1", "dead");
  await expect(venue.read(["BTC/USDT"])).rejects.toThrow("ticker/24hr");
  await peer.behave("venue-1", "lying");
  const [lie] = await venue.read(["BTC/USDT"]);
  expect(Number(lie!.price) / Number(honest!.price)).toBeGreaterThan(1.2);
  await peer.behave("venue-1", "frozen");
  const [first] = await venue.read(["BTC/USDT"]);
  await new Promise((resolve) => setTimeout(resolve, 1_100));
  expect(await venue.read(["BTC/USDT"])).toEqual([first]);
  await peer.behave("venue-1", "normal");
  expect((await venue.read(["BTC/USDT"]))[0]!.at).toBeGreaterThan(first!.at);
});

test("a list of symbols that cannot be read again does not stop a venue that has prices", async () => {
  laterMs = 61 * 60_000;
  await peer.behave("venue-1", "dead");
  await expect(venue.read(["BTC/USDT"])).rejects.toThrow("ticker/24hr");
  await vi.waitUntil(() => log.warn.mock.calls.length > 0, { timeout: 10_000 });
  await peer.behave("venue-1", "normal");
  expect(await venue.read(["BTC/USDT"])).toHaveLength(1);
  laterMs = 0;
});

test("the peer also streams as that exchange does, and its past candles do not change", async () => {
  const streaming = new ccxt.pro.binance({ options: { fetchMarkets: { types: ["spot"] } } });
  const [http, socket] = [`${peer.url}/venue-2`, `${peer.url.replace("http", "ws")}/venue-2/ws`];
  streaming.urls["api"] = { public: `${http}/api/v3`, ws: { spot: socket } } as typeof streaming.urls.api;
  await streaming.loadHttpProxyAgent();
  try {
    const ticker = await streaming.watchTicker("SOL/USDT");
    expect([ticker.symbol, Number(ticker.last) > 0]).toEqual(["SOL/USDT", true]);
    const since = Date.now() - 10 * 3_600_000;
    const ask = () => streaming.fetchOHLCV("SOL/USDT", "1h", since, 5);
    const candles = await ask();
    expect(candles).toHaveLength(5);
    expect(await ask()).toEqual(candles);
  } finally {
    await streaming.close();
  }
});

test("an exchange that ccxt does not have stops the start", () => {
  const setting = { name: "x", exchange: "nowhere", url: undefined };
  expect(() => ccxtVenue(setting, 1_000, () => Date.now(), log)).toThrow("ccxt has no exchange nowhere");
});
