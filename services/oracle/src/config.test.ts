import { expect, test } from "vitest";
import { outsideSymbolsOf, readSettings, venuesOf } from "./config.ts";
import { unitsOf } from "./venue.ts";
import { retryAfterMs } from "./venue-poll.ts";

const venuesIn = (setting: string) => venuesOf(readSettings({ ORACLE_VENUES: setting }));

test("venues are named exchanges, at their own address or at another", () => {
  expect(venuesIn("a=binance,b=okx@http://127.0.0.1:9000/b")).toEqual([
    { name: "a", exchange: "binance", url: undefined },
    { name: "b", exchange: "okx", url: "http://127.0.0.1:9000/b" },
  ]);
  expect(venuesOf(readSettings({}))).toHaveLength(4);
});

test("a setting that cannot be right stops the start", () => {
  expect(() => venuesIn("binance")).toThrow("ORACLE_VENUES: binance is not name=exchange");
  expect(() => venuesIn("a=binance,a=okx")).toThrow("two venues have one name");
  expect(() => venuesIn("a=x,b=x,c=x,d=x,e=x,f=x,g=x,h=x,i=x")).toThrow("at most 8");
  expect(() => outsideSymbolsOf("BTCUSD-PERP")).toThrow("ORACLE_SYMBOLS");
});

test("production names its venues itself: their places are the numbers in the weights of every market", () => {
  const production = { TIDEMARK_MODE: "production", NATS_URL: "tls://nats.example:4222", NATS_SEED: "SUAHI" };
  expect(() => venuesOf(readSettings(production))).toThrow("ORACLE_VENUES is not set");
  expect(venuesOf(readSettings({ ...production, ORACLE_VENUES: "a=okx" }))).toHaveLength(1);
});

test("a market may have another symbol outside", () => {
  expect(outsideSymbolsOf("")).toEqual(new Map());
  expect(outsideSymbolsOf("BTCUSD-PERP=BTC/USD, X=Y/Z")).toEqual(
    new Map([
      ["BTCUSD-PERP", "BTC/USD"],
      ["X", "Y/Z"],
    ]),
  );
});

test("a price's digits are kept to 1e-8, and what is no decimal has none", () => {
  expect(["104250.5", "0.123456789", "7"].map(unitsOf)).toEqual([10_425_050_000_000n, 12_345_678n, 700_000_000n]);
  expect(["", "NaN", "-1", "1e5"].map(unitsOf)).toEqual([undefined, undefined, undefined, undefined]);
});

test("a venue that does not answer is asked less and less often, at least every ten seconds", () => {
  expect([1, 2, 3, 10, 1_000].map((failures) => retryAfterMs(failures, 1_000))).toEqual([
    2_000, 4_000, 8_000, 10_000, 10_000,
  ]);
});
