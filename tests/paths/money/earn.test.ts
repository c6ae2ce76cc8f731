import { success } from "@tidemark/contracts";
import { funds } from "@tidemark/contracts/journal";
import { earnInterest, printUnits } from "@tidemark/money";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { sendList } from "../../../tools/dev/core-link.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { assetId } from "../../../tools/dev/seed/listing.ts";
import { configure } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Money is subscribed, a midnight passes, and interest comes from the pool: all processes are real. A midnight is made by setting back the days of
// what was subscribed, joined and paid.
const dayMs = 86_400_000;
let exchange: Exchange;
let database: pg.Client;
let alice: Trader;
let bob: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ nodes: 1 });
  database = new pg.Client({ connectionString: exchange.databaseUrl });
  await database.connect();
  [alice, bob] = await Promise.all([signIn(exchange.url, "alice"), signIn(exchange.url, "bob")]);
  await until(async () => (await lastDay()) !== undefined, 30_000);
}, 180_000);
afterAll(async () => {
  for (const trader of [alice, bob]) trader?.close();
  await database?.end();
  await exchange?.remove();
});

const number = async (query: string, values: unknown[] = []): Promise<number> =>
  (await database.query<{ n: number }>(query, values)).rows[0]!.n;
const today = (): number => Math.floor(Date.now() / dayMs);
async function lastDay(): Promise<{ day: number; ended: boolean } | undefined> {
  const { rows } = await database.query<{ day: number; ended: boolean }>(
    "select day, ended_at is not null as ended from earn.days order by day desc limit 1",
  );
  return rows[0];
}
/** What was today is yesterday, `days` times. */
async function passDays(days: number): Promise<void> {
  await database.query("begin");
  await database.query(
    "update earn.changes set at = at - $1::bigint, day = case when cause = 2 then day - $2::int else 0 end",
    [days * dayMs, days],
  );
  await database.query("update earn.balances set changed_day = changed_day - $1::int", [days]);
  await database.query(
    `update earn.terms set joined_at = joined_at - $1::bigint, ended_at = ended_at - $1::bigint,
       start_day = start_day - $2::int, end_day = end_day - $2::int`,
    [days * dayMs, days],
  );
  for (const table of ["earn.days", "earn.rate_days", "earn.payments"]) {
    await database.query(`update ${table} set day = -day`);
    await database.query(`update ${table} set day = -day - $1::int`, [days]);
  }
  await database.query("commit");
}
const isPaidUp = async (): Promise<boolean> => {
  const last = await lastDay();
  return last?.day === today() - 1 && last.ended;
};
const statusOf = async ({ client }: Trader) => good(await client.call("earnStatus", {}));
const walletOf = async ({ client }: Trader, bucket: "avail" | "earn", asset = "USDT"): Promise<bigint> => {
  const { rows } = good(await client.call("balances", {}));
  return units(rows.find((row) => row.product === 1 && row.asset === asset && row.bucket === bucket)?.amount ?? "0");
};
const hasHandled = (uid: number, balance: bigint): Promise<unknown> =>
  until(
    async () =>
      (await number(
        "select coalesce(max(balance), 0)::float8 as n from earn.balances where uid = $1 and asset_id = $2",
        [uid, assetId("USDT")],
      )) === Number(balance),
  );
const uidOf = async ({ client }: Trader): Promise<number> => Number(good(await client.call("userInfo", {})).userId);

test("[S1.10 S2.17 S3.61] products and their rates are data, and the highest rate of today is promoted", async () => {
  const { flexible, terms } = good(await alice.client.call("earnProducts", {}));
  expect(flexible[0]).toMatchObject({ asset: "USDT", yearRate: "0.082", minimum: "1", rates: ["0.082"] });
  expect(terms.filter(({ asset }) => asset === "ETH").map(({ days }) => days)).toEqual([30, 60, 90]);
  expect(good(await alice.client.call("earnPromote", {}))).toEqual({ yearRate: "0.082" });
});

test("[S1.9] what was subscribed all day earns a day's interest from the pool, once, into the wallet account", async () => {
  alice.client.noteSeq(good(await alice.client.call("earnSubscribe", { asset: "USDT", amount: "1000" })));
  await hasHandled(await uidOf(alice), units("1000"));
  // Subscribed at noon: the first day is not whole.
  await passDays(1);
  await until(isPaidUp, 20_000);
  expect(await number("select count(*)::int as n from earn.payments")).toBe(0);
  const before = await walletOf(alice, "avail");
  await passDays(1);
  await until(isPaidUp, 20_000);
  const interest = earnInterest(units("1000"), units("0.082"), 1);
  await until(async () => (await walletOf(alice, "avail")) === before + interest, 20_000);
  await until(async () => (await statusOf(alice)).rows.some(({ earned }) => units(earned) === interest), 20_000);
  expect((await statusOf(alice)).rows).toEqual([
    { asset: "USDT", bound: "0", earned: printUnits(interest), yesterday: printUnits(interest) },
  ]);
  const { list } = good(await alice.client.call("earnHistory", {}));
  expect(list.map(({ cause, amount }) => [cause, amount])).toEqual([
    ["INTEREST", printUnits(interest)],
    ["SUBSCRIBE", "1000"],
  ]);
  await expectLedgerAgrees(alice);
}, 60_000);

test("[S1.5] a term binds what earns, pays its interest with its last day, and is flexible again then", async () => {
  const ask = { asset: "USDT", days: 30, yearRate: "0.089", amount: "400", requestId: "term-1" };
  expect(await alice.client.call("joinTerm", { ...ask, amount: "1001" })).toMatchObject({
    ok: false,
    refusal: "INSUFFICIENT_TRANSFERABLE",
    facts: { needed: "1001", available: "1000", asset: "USDT" },
  });
  expect(await alice.client.call("joinTerm", { ...ask, yearRate: "0.09" })).toMatchObject({
    ok: false,
    refusal: "RATE_CHANGED",
    message: "The rate is 8.9% a year now.",
    facts: { percent: "8.9" },
  });
  const { id } = good(await alice.client.call("joinTerm", ask));
  expect(good(await alice.client.call("joinTerm", ask)).id).toBe(id);
  // The request is repeated after the rate has changed: it was joined all the same.
  expect(good(await alice.client.call("joinTerm", { ...ask, yearRate: "0.09" })).id).toBe(id);
  const whole = earnInterest(units("400"), units("0.089"), 30);
  expect((await statusOf(alice)).terms).toMatchObject([
    { id, amount: "400", interest: printUnits(whole), state: "ACTIVE", endedAt: 0 },
  ]);
  // The day that runs is flexible; then thirty days of the term beside 600 that stay flexible.
  const daily = earnInterest(units("600"), units("0.082"), 1);
  const first = earnInterest(units("1000"), units("0.082"), 1);
  const before = await walletOf(alice, "avail");
  await passDays(31);
  await until(isPaidUp, 60_000);
  await until(async () => (await walletOf(alice, "avail")) === before + first + 30n * daily + whole, 30_000);
  expect((await statusOf(alice)).terms).toMatchObject([{ id, state: "ENDED" }]);
  expect(await walletOf(alice, "earn")).toBe(units("1000"));
}, 120_000);

test("[S1.5] who leaves a term early gets all that was put in and no interest of the term; a redemption breaks the newest term", async () => {
  const ask = { asset: "USDT", days: 90, yearRate: "0.096", amount: "300" };
  const older = good(await alice.client.call("joinTerm", ask));
  const newer = good(await alice.client.call("joinTerm", ask));
  const stateOf = async (id: string) => (await statusOf(alice)).terms.find((one) => one.id === id)?.state;
  // 400 are flexible: 401 are not.
  good(await alice.client.call("earnRedeem", { asset: "USDT", amount: "401" }));
  await until(async () => (await stateOf(newer.id)) === "BROKEN");
  expect(await stateOf(older.id)).toBe("ACTIVE");
  good(await alice.client.call("leaveTerm", { id: older.id }));
  const endedAt = async () => (await statusOf(alice)).terms.find(({ id }) => id === older.id)!.endedAt;
  const leftAt = await endedAt();
  // Its answer may be lost: asked again it is answered in the same way, and changes nothing.
  good(await alice.client.call("leaveTerm", { id: older.id }));
  expect(await endedAt()).toBe(leftAt);
  expect(await alice.client.call("leaveTerm", { id: newer.id })).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  expect(await bob.client.call("leaveTerm", { id: older.id })).toMatchObject({ ok: false, refusal: "NOT_FOUND" });
  good(await alice.client.call("earnRedeem", { asset: "USDT", amount: "599" }));
  expect(await walletOf(alice, "earn")).toBe(0n);
  await hasHandled(await uidOf(alice), 0n);
  await expectLedgerAgrees(alice);
});

test("[S1.9] a pool that is empty pays nothing, and what it owes is paid when it has money again", async () => {
  // A product that nobody has filled a pool for.
  await database.query("insert into earn.flexible_products values ('LTC', 5000000, 1, 9)");
  const asset = assetId("LTC");
  bob.client.noteSeq(good(await bob.client.call("earnSubscribe", { asset: "LTC", amount: "100" })));
  await until(
    async () => (await number("select count(*)::int as n from earn.balances where asset_id = $1", [asset])) === 1,
  );
  await passDays(1);
  await until(isPaidUp, 20_000);
  await passDays(1);
  await until(isPaidUp, 20_000);
  const refused = () => number("select count(*)::int as n from earn.payments where state = 'REFUSED'");
  await until(async () => (await refused()) === 1, 20_000);
  const before = await walletOf(bob, "avail", "LTC");
  await sendList(exchange.link, "wallet", 8, [{ type: "credit_treasury", asset, amount: units("10") }]);
  await configure(exchange.link, [{ type: "seed_fund", fund: funds.earn, product: 1, asset, amount: units("10") }]);
  await until(async () => (await refused()) === 0, 60_000);
  const interest = earnInterest(units("100"), units("0.05"), 1);
  await until(async () => (await walletOf(bob, "avail", "LTC")) === before + interest, 20_000);
}, 120_000);

test("[S1.9] a platform that is killed again and again pays every day once", async () => {
  const count = 1_200;
  const [first, producer] = [60_001, 9];
  const asset = assetId("USDT");
  const deposits = Array.from({ length: count }, (_, at) => ({
    type: "credit_deposit" as const,
    uid: first + at,
    asset,
    amount: units("100"),
    reference: `earn ${at}`,
  }));
  for (let part = 100; part <= count; part += 100)
    await until(
      () =>
        sendList(exchange.link, "wallet", producer, deposits.slice(0, part)).then(
          () => true,
          () => false,
        ),
      30_000,
    );
  const { keyOf } = await import("@tidemark/contracts/codec");
  for (let part = 0; part < count; part += 100) {
    const drafts = deposits.slice(part, part + 100).map(({ uid }) => ({
      type: "earn_subscribe" as const,
      uid,
      key: keyOf(`kill-${uid}`),
      asset,
      amount: units("100"),
    }));
    for (const { code } of await exchange.link.send("user", drafts)) expect(code).toBe(success);
  }
  await until(
    async () => (await number("select count(*)::int as n from earn.balances where uid >= $1", [first])) === count,
    30_000,
  );
  await passDays(3);
  for (let kill = 0; kill < 4; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    exchange.processes.get("platform")!.kill("SIGKILL");
  }
  await until(isPaidUp, 60_000);
  // Three days behind the one that it was subscribed on, of which two were whole.
  const ofInterest = "from earn.changes where cause = 2 and uid >= $1";
  await until(async () => (await number(`select count(*)::int as n ${ofInterest}`, [first])) === 2 * count, 60_000);
  const once = `select count(*)::int as n from (select distinct uid, day ${ofInterest}) as once`;
  expect(await number(once, [first])).toBe(2 * count);
  const interest = earnInterest(units("100"), units("0.082"), 1);
  expect(await number(`select count(*)::int as n ${ofInterest} and amount <> $2`, [first, String(interest)])).toBe(0);
  expect(
    await number("select count(*)::int as n from earn.payments where uid >= $1 and state <> 'PAID'", [first]),
  ).toBe(0);
}, 240_000);
