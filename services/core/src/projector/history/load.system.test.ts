import { type Call, calls, refusals } from "@tidemark/contracts";
import { type Reply, sealsOf, subjects } from "@tidemark/kit-node";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { askSealed } from "../../../sim/asker.ts";
import { btcUsdt, openingOf } from "../../../sim/opening.ts";
import { SystemCore, until } from "../../testing/system-core.ts";

const busy = 7;
const other = 8;
const rows = 60_000;
const seals = sealsOf("", "development");
let core: SystemCore;
let owner: pg.Client;

beforeAll(async () => {
  core = await SystemCore.start();
  await core.command("operator", ...openingOf(1));
  owner = new pg.Client({ connectionString: core.databaseUrl });
  await owner.connect();
  await owner.query(`
    insert into history.orders (batch_seq, line, order_id, uid, market, product, side, type, tif, post_only, price, qty,
      filled, value, fee, status, cause, client_key, at)
    select 1000000 + i / 4, i % 4, 1000000 + i, case when i <= ${rows} then ${busy} else ${other} end, ${btcUsdt}, 2, 0, 0, 0,
      false, 1, 1, 0, 0, 0, 3, 0, '', i
    from generate_series(1, ${rows + 25}) as i`);
  await owner.query("analyze history.orders");
});
afterAll(async () => {
  await owner?.end();
  await core?.stop();
});

type Listed = { total: number; isMore: boolean; next?: string; list: { orderId: string }[] };
const history = (ask: object, uid = busy) => core.ask("orderHistory", uid, ask) as Promise<Listed>;

async function codeOf(call: keyof typeof calls, uid: number, ask: object): Promise<{ code: number; ms: number }> {
  const began = performance.now();
  const { name }: Call = calls[call];
  const question = { call: name, uid, ask };
  const reply: Reply = await askSealed(core.bus, subjects(core.name).history, question, 5_000, {
    seals,
    coreKeys: core.coreKeys,
  });
  return { code: reply.code, ms: performance.now() - began };
}

test("H1: a history is counted up to a bound, and what lies behind is read by the end of the page before", async () => {
  expect(await history({}, other)).toMatchObject({ total: 25, isMore: false });
  const first = await history({ pageSize: 100 });
  expect([first.total, first.isMore, first.list.length]).toEqual([1_000, true, 100]);
  const seen = new Set<string>();
  let pages = 0;
  for (let before: string | undefined; ; pages += 1) {
    const page = await history({ pageSize: 100, pageNum: pages + 1, ...(before === undefined ? {} : { before }) });
    for (const { orderId } of page.list) seen.add(orderId);
    if (page.next === undefined || pages > 30) break;
    before = page.next;
  }
  expect([seen.size, pages]).toEqual([3_200, 31]);
  // The same rows by their number, as far as rows are counted.
  const byNumber = await history({ pageSize: 100, pageNum: 10 });
  expect(byNumber.list.every(({ orderId }) => seen.has(orderId))).toBe(true);
  expect((await codeOf("orderHistory", busy, { pageSize: 100, pageNum: 11 })).code).toBe(refusals.REQUEST_INVALID.code);
  expect((await codeOf("orderHistory", busy, { before: "1:2:3" })).code).toBe(refusals.REQUEST_INVALID.code);
});

test("H1: the last page has no next, and pages end where the rows do", async () => {
  const second = await history({ pageSize: 20, before: (await history({ pageSize: 20 }, other)).next }, other);
  expect([second.list.length, second.next, second.total]).toEqual([5, undefined, 25]);
  expect(await history({ pageNum: 4 }, other)).toMatchObject({ total: 25, list: [] });
});

test("H1: queries that take too long end before their askers leave, and nobody else waits for them", async () => {
  await owner.query("begin; lock table history.orders in access exclusive mode");
  try {
    const slow = Array.from({ length: 40 }, () => codeOf("orderHistory", busy, {}));
    const others = await Promise.all([
      codeOf("statement", other, {}),
      codeOf("fills", other, {}),
      codeOf("trades", 0, { symbol: "BTC/USDT" }),
      codeOf("candles", 0, { symbol: "BTC/USDT", interval: "1m", price: "LAST", limit: 10 }),
    ]);
    expect(others.map(({ code }) => code)).toEqual([200, 200, 200, 200]);
    for (const { code, ms } of await Promise.all(slow)) {
      expect(code).toBe(refusals.BUSY.code);
      expect(ms).toBeLessThan(4_000);
    }
    await until(async () => {
      const waiting = await core.reader.query(
        "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      return waiting.rowCount === 0;
    });
  } finally {
    await owner.query("rollback");
  }
  expect((await history({})).list).toHaveLength(10);
});

test("L10: one account's slow questions about markets leave a connection for everybody else", async () => {
  await owner.query("begin; lock table history.candles in access exclusive mode");
  const candles = { symbol: "BTC/USDT", interval: "1m", price: "LAST", limit: 10 };
  let asked = true;
  const flood = Array.from({ length: 12 }, async () => {
    while (asked) await codeOf("candles", busy, candles);
  });
  try {
    await new Promise((resolve) => setTimeout(resolve, 200));
    for (let i = 0; i < 6; i += 1) {
      const { code, ms } = await codeOf("trades", i === 0 ? 0 : other + i, { symbol: "BTC/USDT" });
      expect([code, ms < 1_000]).toEqual([200, true]);
    }
  } finally {
    asked = false;
    await Promise.all(flood);
    await owner.query("rollback");
  }
});

test("H1: filters of several busy accounts that match nothing keep nobody from reading a history", async () => {
  const sparse = [busy, busy + 100, busy + 200, busy + 300];
  // A lock stands for the rows: every statement on orders runs until its limit.
  await owner.query("begin; lock table history.orders in access exclusive mode");
  let asked = true;
  const flood = sparse.flatMap((uid) =>
    Array.from({ length: 4 }, async () => {
      while (asked) await codeOf("orderHistory", uid, { symbol: "BTC/USDT", side: "BUY", status: "FILLED" });
    }),
  );
  try {
    // Long enough that all connections are held again and again.
    for (let i = 0; i < 12; i += 1) {
      const { code, ms } = await codeOf("statement", other + i, {});
      expect([code, ms < 2_000]).toEqual([200, true]);
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  } finally {
    asked = false;
    await Promise.all(flood);
    await owner.query("rollback");
  }
});
