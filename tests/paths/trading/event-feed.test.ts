import { type CommandDraft, keyOf } from "@tidemark/contracts/codec";
import {
  type CoreClient,
  coreClient,
  createLog,
  type EventFeed,
  type FeedConsumer,
  feedCursorTable,
  openDatabase,
  openEventFeed,
  sealsOf,
  systemTime,
} from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { btc, btcUsdt, lot, openingOf, tick, usdt } from "../../../services/core/sim/opening.ts";
import { SystemCore, until } from "../../../services/core/src/testing/system-core.ts";

const seals = sealsOf("", "development");
let core: SystemCore;
let database: ReturnType<typeof openDatabase>;
let client: CoreClient;
const feeds: EventFeed[] = [];

const clientOf = (by: "platform" | "user"): CoreClient =>
  coreClient({
    bus: core.bus,
    core: core.name,
    by,
    seal: seals.of(by)!,
    coreKeys: core.coreKeys,
    clock: systemTime,
  });

let keys = 0;
const order = (uid: number, side: number): CommandDraft => ({
  type: "place_order",
  uid,
  key: keyOf(`key-${(keys += 1)}`),
  market: btcUsdt,
  product: 2,
  side,
  orderType: 0,
  tif: 0,
  postOnly: false,
  stp: 0,
  price: 6_000_000 * tick,
  qty: 100 * lot,
  quoteAmount: 0,
  posSide: 0,
});

/** One fill for each pair of orders. */
async function trade(count: number): Promise<void> {
  const pairs = Array.from({ length: count }, () => [order(8, 1), order(7, 0)]).flat();
  await core.done("user", ...pairs);
}

async function open(schema: string, consumer: Pick<FeedConsumer, "handle">): Promise<void> {
  const log = createLog("test");
  log.level = "silent";
  const deps = { db: database.db, schema, client, bus: core.bus, coreKeys: core.coreKeys, time: systemTime, log };
  feeds.push(openEventFeed(deps, { events: ["order_filled"], ...consumer }));
}

const counted = async (schema: string): Promise<{ rows: number; trades: number }> => {
  const { rows } = await sql<{ rows: number; trades: number }>`
    select count(*)::int as rows, count(distinct trade)::int as trades from ${sql.table(`${schema}.fills`)}`.execute(
    database.db,
  );
  return rows[0]!;
};

const writer =
  (schema: string): FeedConsumer["handle"] =>
  async (tx, batches) => {
    for (const { events } of batches)
      for (const event of events)
        if (event.type === "order_filled")
          await sql`insert into ${sql.table(`${schema}.fills`)} (trade) values (${event.tradeId})`.execute(tx);
  };

async function makeSchema(schema: string): Promise<void> {
  await sql.raw(`create schema ${schema}`).execute(database.db);
  await sql.raw(feedCursorTable(schema)).execute(database.db);
  await sql.raw(`create table ${schema}.fills (trade bigint not null)`).execute(database.db);
}

const money = 100_000_000n;
beforeAll(async () => {
  core = await SystemCore.start();
  database = openDatabase(core.databaseUrl, 4);
  client = clientOf("platform");
  await core.done("operator", ...openingOf(1));
  const prices = [0, 1, 2].map((source): CommandDraft => ({
    type: "source_price_set",
    producer: 0,
    number: 0,
    market: btcUsdt,
    source,
    price: 6_000_000 * tick,
  }));
  await core.done("oracle", ...prices);
  const deposit = (number: number, uid: number, asset: number, amount: bigint): CommandDraft => ({
    type: "credit_deposit",
    producer: 2,
    number,
    uid,
    asset,
    amount: amount * money,
    reference: `tx-${number}`,
  });
  await core.done("wallet", deposit(1, 7, usdt, 90_000n), deposit(2, 8, btc, 5n));
  const toSpot = (uid: number, asset: number, amount: bigint): CommandDraft => ({
    type: "transfer",
    uid,
    key: keyOf(`spot-${uid}`),
    fromProduct: 1,
    fromSub: 0,
    toProduct: 2,
    toSub: 0,
    asset,
    amount: amount * money,
  });
  await core.done("user", toSpot(7, usdt, 80_000n), toSpot(8, btc, 4n));
  for (const schema of ["steady", "failing", "late"]) await makeSchema(schema);
});
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close();
});
afterAll(async () => {
  await database?.close();
  await core?.stop();
});

test("a consumer sees every fill once, also what happened while it was away", async () => {
  await open("steady", { handle: writer("steady") });
  await trade(20);
  await until(async () => (await counted("steady")).rows === 20);
  for (const feed of feeds.splice(0)) await feed.close();
  await trade(30);
  await open("steady", { handle: writer("steady") });
  await until(async () => (await counted("steady")).rows >= 50);
  expect(await counted("steady")).toEqual({ rows: 50, trades: 50 });
});

test("what a consumer fails at is undone with its cursor and comes again; others are not delayed", async () => {
  let failures = 0;
  await open("failing", {
    handle: async (tx, batches) => {
      await writer("failing")(tx, batches);
      if ((failures += 1) <= 3) throw new Error("not yet");
    },
  });
  await open("late", { handle: writer("late") });
  await until(async () => (await counted("late")).rows === 50);
  await until(async () => (await counted("failing")).rows === 50);
  expect([await counted("failing"), failures > 3]).toEqual([{ rows: 50, trades: 50 }, true]);
});

test("a gateway's key opens no feed", async () => {
  const ask = { call: "feed.read", uid: 0, ask: { seq: 0, part: -1 } };
  expect(await clientOf("user").ask("history", ask)).toMatchObject({ code: 40000, data: null });
  expect(await client.ask("history", ask)).toMatchObject({ code: 200 });
  expect(await client.ask("history", { ...ask, ask: {} })).toMatchObject({ code: 40000 });
});
