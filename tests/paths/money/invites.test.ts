import { productIds } from "@tidemark/contracts";
import { createClient } from "@tidemark/kit-client";
import { printUnits } from "@tidemark/money";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { type people, seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { answeredInTime, availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// Friends trade, a midnight passes, and shares of their fees are paid: all processes are real. A midnight is made by setting back the times of fills and
// days. Alice invited Bob, and Bob invited Carol.
const dayMs = 86_400_000;
const spot = "BTC/USDT";
let exchange: Exchange;
let database: pg.Client;
let alice: Trader;
let bob: Trader;
let carol: Trader;
let maker: Trader;

beforeAll(async () => {
  exchange = await throwAwayExchange({ nodes: 1 });
  database = new pg.Client({ connectionString: exchange.databaseUrl });
  await database.connect();
  const names = ["alice", "bob", "carol", "bot1"] as const;
  [alice, bob, carol, maker] = (await Promise.all(names.map((name) => signIn(exchange.url, name, name)))) as [
    Trader,
    Trader,
    Trader,
    Trader,
  ];
  await invite("bob", "alice");
  await invite("carol", "bob");
  await until(async () => (await lastDay()) !== undefined, 30_000);
}, 180_000);
afterAll(async () => {
  for (const trader of [alice, bob, carol, maker]) trader?.close();
  await database?.end();
  await exchange?.remove();
});

type Name = (typeof people)[number];
const invite = (friend: Name, inviter: Name): Promise<unknown> =>
  database.query("update identity.users set referred_by = $2, created_at = $3 where uid = $1", [
    seededUids[friend],
    seededUids[inviter],
    Date.now() - 5 * dayMs,
  ]);
async function lastDay(): Promise<{ day: number; ended: boolean } | undefined> {
  const { rows } = await database.query<{ day: number; ended: boolean }>(
    "select day, ended_at is not null as ended from invites.days order by day desc limit 1",
  );
  return rows[0];
}
/** What was today is yesterday, and its shares are paid. */
async function passMidnight(): Promise<void> {
  await database.query("begin");
  await database.query("update history.fills set at = at - $1::bigint", [dayMs]);
  for (const table of ["invites.days", "invites.shares"]) {
    await database.query(`update ${table} set day = -day`);
    await database.query(`update ${table} set day = -day - 1`);
  }
  await database.query("commit");
  const today = Math.floor(Date.now() / dayMs);
  await until(async () => {
    const last = await lastDay();
    return last?.day === today - 1 && last.ended;
  }, 60_000);
  await until(
    async () =>
      (await database.query<{ n: number }>("select count(*)::int as n from invites.shares where state = 'SENT'"))
        .rows[0]!.n === 0,
    60_000,
  );
}
/** The seller's order rests, the buyer's takes it, and the history has it. */
async function trade(seller: Trader, buyer: Trader, qty: string): Promise<void> {
  const order = { symbol: spot, price: "104000", qty, type: "LIMIT" } as const;
  good(await seller.client.call("placeOrder", { ...order, side: "SELL" }));
  buyer.client.noteSeq(good(await buyer.client.call("placeOrder", { ...order, side: "BUY" })));
  const { list } = await answeredInTime(() => buyer.client.call("fills", { pageSize: 1 }), 20_000);
  expect(units(list[0]!.qty)).toBe(units(qty));
}
const statusOf = async ({ client }: Trader) => good(await client.call("inviteStatus", {}));
const walletOf = (trader: Trader, asset: string): Promise<bigint> => availableOf(trader, productIds.wallet, asset);
/** A part of an amount in hundredths, cut to the last digit. */
const part = (amount: bigint, hundredths: bigint): bigint => (amount * hundredths) / 100n;

test("[R.6 S1.11 S3.110 S3.111] a friend's fees of a day pay a fifth to the inviter and a twentieth to theirs, once, into the wallet", async () => {
  const before = { alice: await walletOf(alice, "BTC"), bob: await walletOf(bob, "BTC") };
  await trade(maker, carol, "0.1");
  const fee = units("0.0001");
  expect(await statusOf(bob)).toMatchObject({ friends: 1, seconds: 0, earned: "0" });
  expect(await statusOf(alice)).toMatchObject({ friends: 1, seconds: 1 });
  const { tiers } = good(await createClient({ baseUrl: exchange.url }).call("inviteTerms", {}));
  expect(tiers).toEqual([
    { share: "0.2", days: 365 },
    { share: "0.05", days: 365 },
  ]);
  await until(async () => (await statusOf(bob)).today !== "0", 20_000);
  await passMidnight();
  expect(await walletOf(bob, "BTC")).toBe(before.bob + part(fee, 20n));
  expect(await walletOf(alice, "BTC")).toBe(before.alice + part(fee, 5n));
  const { list } = good(await bob.client.call("inviteShares", {}));
  expect(list).toMatchObject([
    {
      tier: 1,
      product: productIds.spot,
      asset: "BTC",
      fees: printUnits(fee),
      amount: printUnits(part(fee, 20n)),
      state: "PAID",
    },
  ]);
  const { earned, yesterday, traded } = await statusOf(bob);
  expect({ earned, traded }).toEqual({ earned: yesterday, traded: 1 });
  expect(units(earned)).toBeGreaterThan(0n);
  await expectLedgerAgrees(bob);
}, 90_000);

test("[S1.81] friends are listed with shortened names, what they paid and when it ends", async () => {
  const { list } = good(await bob.client.call("inviteFriends", {}));
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ number: 1, name: "ca***@tidemark.test" });
  expect(units(list[0]!.fees)).toBeGreaterThan(units(list[0]!.share) * 4n);
  const joined = Math.floor(list[0]!.joinedAt / dayMs);
  expect(list[0]!.endsAt).toBe((joined + 365) * dayMs);
  expect(good(await carol.client.call("inviteFriends", {})).list).toEqual([]);
});

test("[S1.81] code, friends and what was paid are there while the core does not answer; only today is not counted", async () => {
  const before = await statusOf(bob);
  const projector = exchange.processes.get("projector")!;
  await projector.stop();
  expect(await statusOf(bob)).toEqual({ ...before, today: "" });
  projector.start();
  await until(async () => (await statusOf(bob)).today !== "", 20_000);
}, 60_000);

test("[S1.11] scripts that invite themselves earn nothing: trades in one circle, and accounts on one device", async () => {
  const before = { alice: await walletOf(alice, "BTC"), bob: await walletOf(bob, "BTC") };
  // Within the circle: carol's seller is who invited her.
  await trade(bob, carol, "0.02");
  await passMidnight();
  expect(await walletOf(alice, "BTC")).toBe(before.alice);
  expect(await walletOf(bob, "BTC")).toBe(before.bob);
  // Bob signs in on carol's device: they may be one person. Alice has used neither.
  const again = await signIn(exchange.url, "bob", "carol");
  again.close();
  await trade(maker, carol, "0.1");
  await passMidnight();
  expect(await walletOf(bob, "BTC")).toBe(before.bob);
  expect(await walletOf(alice, "BTC")).toBe(before.alice + part(units("0.0001"), 5n));
}, 90_000);

test("[S1.11] a platform that is killed while it pays has paid each share once", async () => {
  const before = await walletOf(alice, "BTC");
  for (let round = 0; round < 3; round += 1) await trade(maker, bob, "0.01");
  const paying = passMidnight();
  for (let kill = 0; kill < 3; kill += 1) {
    await new Promise((resolve) => setTimeout(resolve, 700));
    exchange.processes.get("platform")!.kill("SIGKILL");
  }
  await paying;
  expect(await walletOf(alice, "BTC")).toBe(before + part(units("0.00003"), 20n));
  await expectLedgerAgrees(alice);
}, 120_000);
