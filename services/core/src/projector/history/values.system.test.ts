import { buckets, calls, instrumentsOf } from "@tidemark/contracts";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { PerpWorld } from "@tidemark/engine/sim";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateCore } from "../../journal/migrate.ts";
import { instrumentListOf } from "../../questions/instruments.ts";
import { pricingMarkets } from "../../questions/valuation.ts";
import { priceCode } from "../markets/candles.ts";
import { valueDays } from "./values.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let client: pg.Client;
const { state } = new PerpWorld();
const instruments = instrumentsOf(instrumentListOf(state));
const [usdt, btc] = [instruments.asset("USDT")!.id, instruments.asset("BTC")!.id];
const btcMarket = pricingMarkets(state, instruments).get("BTC")!.id;

const uid = 7;
const hourMs = 3_600_000;
const one = 100_000_000n;
/** 2026-11-14 00:00 UTC, and so many hours later. */
const at = (hours: number): number => Date.parse("2026-11-14") + hours * hourMs;
/** In the evening of the 16th. */
const now = at(68);

type Place = { product: number; asset: number; bucket: (typeof buckets)[number]; sub?: number };
const cash: Place = { product: 4, asset: usdt, bucket: "cash" };
const coins: Place = { product: 2, asset: btc, bucket: "avail" };

let seq = 0;
async function line({ product, asset, bucket, sub = 0 }: Place, hours: number, delta: bigint, owner = uid) {
  seq += 1;
  const number = buckets.indexOf(bucket);
  const account = number + 32 * asset + 32_768 * product + 262_144 * sub;
  await client.query(
    `insert into history.balances values ($1, $2, $3)
     on conflict (uid, account) do update set units = balances.units + excluded.units`,
    [owner, account, delta],
  );
  await client.query(
    `insert into history.ledger_lines (batch_seq, line, uid, account, product, asset, bucket, cause, ref, delta, balance, at)
     values ($1, 0, $2, $3, $4, $5, $6, 1, 0, $7, 0, $8)`,
    [seq, owner, account, product, asset, number, delta, at(hours)],
  );
}
const price = (kind: "INDEX" | "LAST", hours: number, close: bigint) =>
  client.query("insert into history.candles values ($1, $2, 1, $3, $4, $4, $4, $4, 0, 0)", [
    btcMarket,
    priceCode(kind),
    at(hours),
    close * one,
  ]);

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migrateCore(database.url);
  client = new pg.Client({ connectionString: database.url });
  await client.connect();
  await line(cash, -30, 1_000n * one);
  await line(coins, 10, one / 2n);
  await line({ ...cash, bucket: "fundbonus" }, 11, 9n * one);
  await line({ ...cash, bucket: "bonus" }, 12, 50n * one);
  await line(cash, 12, 77n * one, uid + 1);
  await line(cash, 30, -200n * one);
  await line({ ...cash, bucket: "iso", sub: 3 }, 30, 200n * one);
  await line(cash, 60, -100n * one);
  await price("LAST", 9, 90n);
  await price("INDEX", 20, 100n);
  await price("LAST", 21, 500n);
  await price("INDEX", 40, 200n);
  await price("INDEX", 67, 300n);
});
afterAll(async () => {
  await client?.end();
  await database?.drop();
});

async function asked(more: object = {}) {
  const ask = calls.valueDays.ask.parse({ from: "2026-11-13", to: "2026-11-16", ...more });
  const later = new Proxy(state, { get: (target, name) => (name === "now" ? now : Reflect.get(target, name, target)) });
  const machine = { state: later };
  const context = { machine, instruments, uid, pool: client };
  const { data } = (await valueDays(context as never, ask as never)) as { data: object };
  return calls.valueDays.answer.parse({ source: "main", seq: 1, ...data });
}
const values = ({ days }: { days: readonly { day: string; value: string }[] }) =>
  days.map(({ day, value }) => `${day.slice(5)} ${value}`);

test("[U.29] a day's value is what the ledger held at its end, at the index of that moment; the running day is now", async () => {
  expect(values(await asked())).toEqual(["11-13 1000", "11-14 1100", "11-15 1150", "11-16 1100"]);
});

test("a day ends where it ends in the trader's zone", async () => {
  // The 14th ends at 15:00 UTC: before the first index, at the last price.
  expect(values(await asked({ timeZone: "Asia/Tokyo" }))[1]).toBe("11-14 1095");
  // And there the 17th has started at 15:00 UTC of the 16th, though not yet asked for.
  expect(values(await asked({ timeZone: "Asia/Tokyo" }))).toHaveLength(4);
});

test("one account alone, and counted in BTC; what had no price then is unknown, not zero", async () => {
  expect(values(await asked({ product: 2 }))).toEqual(["11-13 0", "11-14 50", "11-15 100", "11-16 150"]);
  expect(values(await asked({ product: 2, valuationAsset: "BTC" }))).toEqual([
    "11-13 ",
    "11-14 0.5",
    "11-15 0.5",
    "11-16 0.5",
  ]);
});

test("days that have not started are not answered", async () => {
  expect(values(await asked({ from: "2026-11-16", to: "2026-11-20" }))).toEqual(["11-16 1100"]);
  expect(values(await asked({ from: "2026-11-18", to: "2026-11-20" }))).toEqual([]);
});
