import { randomUUID } from "node:crypto";
import { producers } from "@tidemark/contracts/journal";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type SeedCampaign, seedCampaigns } from "../../services/platform/src/index.ts";
import { developmentPassword, seededUids } from "../../tools/dev/seed/people.ts";
import { joinBy, signIn, type Trader, visit } from "../../tools/dev/trader.ts";
import { type ConsoleWorld, openConsoleWorld, openOperator, type Operator } from "../paths/console/console-world.ts";
import {
  bob,
  bonusCampaign,
  bucketOf,
  closeCouponExchange,
  couponsOf,
  database,
  exchange,
  fund,
  fundWallet,
  number,
  openCouponExchange,
  promoOf,
  register,
  registrationCampaign,
  codeFor,
  statusIs,
  stepsOf,
  verify,
} from "../paths/money/coupon-exchange.ts";
import { good, units, until } from "../paths/support/traders.ts";
import { countOf, isFull, timeoutMs } from "./counts.ts";
import { inParallel, resultOf, retryWhileBusy } from "./test-users.ts";

// Whatever asks for a coupon's money asks again and again, from many devices through both gateways: it is credited once. The budgets hold far more
// than one coupon, so that a second credit would be paid. What was credited is read from the ledger's lines.
const atOnce = 64;
/** Ten thousand events wait in the feed behind each other. */
const waitMaxMs = isFull ? 20 * 60_000 : 60_000;
const operators = 2;
const busyTriesMax = 20;
const unlimited = { RATE_SIGN_IN_PER_SECOND: "100000", SIGN_INS_PER_MINUTE: "1000000", RATE_READ_PER_SECOND: "100000" };
const consoles: ConsoleWorld[] = [];
const devices: Trader[] = [];

beforeAll(async () => {
  await openCouponExchange({ gatewayPorts: [0, 0], gatewayEnv: unlimited });
  await database.query("update coupons.campaigns set is_running = false where id = $1", [registrationCampaign]);
}, 180_000);
afterAll(async () => {
  for (const one of devices) one.close();
  for (const one of consoles) await one.close();
  await closeCouponExchange();
});

const campaignOf = (id: number, change: Partial<SeedCampaign>): SeedCampaign => ({
  ...bonusCampaign,
  id,
  name: `Replayed ${id}`,
  face: units("2"),
  budget: units("100000"),
  ...change,
});
/** Stopped again behind its test, so that accounts of later tests get nothing of it. */
async function whileRunning(campaign: SeedCampaign, run: () => Promise<void>): Promise<void> {
  await seedCampaigns(exchange.databaseUrl, [campaign]);
  try {
    await run();
  } finally {
    await database.query("update coupons.campaigns set is_running = false where id = $1", [campaign.id]);
  }
}
async function couponOf(trader: Trader, campaign: number): Promise<number> {
  const ofCampaign = async () => (await couponsOf(trader)).filter(({ campaignId }) => campaignId === campaign);
  await until(async () => (await ofCampaign()).length > 0, waitMaxMs);
  const found = await ofCampaign();
  expect(found).toHaveLength(1);
  return found[0]!.id;
}

/** One session on each device, every other one at the second gateway. */
async function signInFrom(name: string, count: number): Promise<readonly Trader[]> {
  const list: Trader[] = [];
  for (let i = 0; i < count; i += 1) {
    const deviceId = `${name}-device-${i}`;
    const trader = await signIn(exchange.url, name, deviceId);
    list.push(i % 2 === 0 ? trader : await joinBy(trader, exchange.urls[1]!, deviceId));
  }
  devices.push(...list);
  return list;
}

/** The causes of money from a campaign, as the ledger numbers them: a grant of bonus, and cash of a coupon. */
const [grantCause, couponCause] = [18, 22] as const;
/** Everything that campaigns have credited to a user: one line of so much. */
async function expectOneCredit(uid: number, coupon: number, cause: number, amount: string): Promise<void> {
  const credits = async () =>
    (
      await database.query<{ ref: string; cause: number; delta: string }>(
        "select ref, cause, delta from history.ledger_lines where uid = $1 and cause in (18, 22)",
        [uid],
      )
    ).rows;
  await until(async () => (await credits()).length > 0, waitMaxMs);
  expect(await credits()).toEqual([{ ref: String(coupon), cause, delta: String(units(amount)) }]);
  // The ledger has it a moment before the module handles its event.
  await until(async () => (await stepsOf(coupon)).length > 0, waitMaxMs);
  expect(await stepsOf(coupon)).toEqual(["pay PAID"]);
  expect(await number("select count(*)::int as n from coupons.payments where coupon_id = $1", [coupon])).toBe(1);
  expect(await number("select count(*)::int as n from coupons.coupons where uid = $1", [uid])).toBe(1);
}
/** An operator of its own; one who is refused as BUSY comes again under another name. */
async function opened(console: ConsoleWorld, name: string): Promise<Operator> {
  let operator: Operator | undefined;
  for (let tries = 1; operator === undefined; tries += 1)
    operator = await openOperator(console, `${name}-${tries}`, ["markets"]).catch((error: unknown) => {
      if (tries === busyTriesMax || !(error instanceof Error) || error.message !== "BUSY") throw error;
      return undefined;
    });
  return operator;
}
const report = (what: string, count: number): void =>
  void process.stdout.write(`coupons: ${count} ${what}, one credit\n`);

test(
  "[C.13 C.14] a claim that is repeated from many devices through both gateways credits once, also while it is being paid",
  () =>
    whileRunning(campaignOf(30, {}), async () => {
      await fund(30, 4, "1000");
      const uid = seededUids.alice;
      const sessions = await signInFrom("alice", countOf("couponDevices"));
      const user = sessions[0]!;
      await verify(uid);
      const couponId = await couponOf(user, 30);
      const count = countOf("couponReplays");
      const results = new Map<string, number>();
      await inParallel([...Array(count).keys()], atOnce, async (i) => {
        // Every tenth asks for a coupon of somebody else.
        const { client } = i % 10 === 9 ? bob : sessions[i % sessions.length]!;
        const outcome = await retryWhileBusy(() => client.call("claimCoupon", { couponId }));
        const result = outcome.ok ? outcome.value.status : resultOf(outcome);
        results.set(result, (results.get(result) ?? 0) + 1);
      });
      await statusIs(user, couponId, "SUCCESS");
      const { NOT_FOUND: refused, ...given } = Object.fromEntries(results);
      expect(refused).toBe(Math.floor(count / 10));
      for (const status of Object.keys(given)) expect(["PENDING", "SUCCESS"]).toContain(status);
      await expectOneCredit(uid, couponId, grantCause, "2");
      expect(await bucketOf(user, 4, "bonus")).toBe(units("2"));
      expect(await promoOf(30, 4)).toBe(Number(units("998")));
      report(`claims from ${sessions.length} devices`, count);
    }),
  timeoutMs,
);

test(
  "[C.14] a registration that is sent again from many devices opens one account with one reward",
  () =>
    whileRunning(campaignOf(31, { kind: "CASH_BONUS", grantOn: "REGISTRATION", claimDays: 0 }), async () => {
      await fundWallet(31, "1000");
      const count = countOf("registrationReplays");
      const email = "twice@example.com";
      const asking = exchange.urls.map((url, i) => visit(url, "twice", `twice-device-${i}`));
      const code = await codeFor(asking[0]!, email);
      const ask = { email, password: developmentPassword, terms: true, code } as const;
      let account: Trader | undefined;
      await inParallel([...Array(count).keys()], atOnce, async (i) => {
        const trader = i < 2 ? asking[i]! : visit(exchange.urls[i % 2]!, "twice", `twice-device-${i}`);
        const outcome = await retryWhileBusy(() => trader.client.call("registerEmail", ask));
        if (!outcome.ok) return;
        expect(account).toBeUndefined();
        account = trader;
      });
      expect(account).toBeDefined();
      const of = "from identity.users where email = $1";
      expect(await number(`select count(*)::int as n ${of}`, [email])).toBe(1);
      const coupon = await couponOf(account!, 31);
      await expectOneCredit(await number(`select uid::float8 as n ${of}`, [email]), coupon, couponCause, "2");
      expect(await promoOf(31, 1)).toBe(Number(units("998")));
      report("registrations", count);
    }),
  timeoutMs,
);

test(
  "[C.14] a gift of operators that is sent again under one request gives one coupon, whoever sends it and wherever",
  () =>
    whileRunning(campaignOf(33, { kind: "CASH_BONUS", grantOn: "OPERATOR", claimDays: 0 }), async () => {
      await fundWallet(33, "1000");
      // Only the request stands against a second coupon: a user may have a hundred of them.
      await database.query("update coupons.campaigns set per_user = 100 where id = 33");
      const user = await register("given", "100");
      const giving: Operator[] = [];
      for (let i = 0; i < operators; i += 1) {
        const console = await openConsoleWorld({ CORE_NAME: exchange.core }, { url: exchange.databaseUrl });
        consoles.push(console);
        giving.push(await opened(console, `operator-${i}`));
      }
      const count = countOf("couponReplays");
      const ask = { requestId: randomUUID(), campaignId: 33, uid: user.uid, reason: "as was agreed" };
      const ids = new Set<number>();
      await inParallel([...Array(count).keys()], atOnce, async (i) => {
        const { client } = giving[i % giving.length]!;
        ids.add(good(await retryWhileBusy(() => client.call("giveCoupon", ask))).id);
      });
      const coupon = await couponOf(user, 33);
      expect([...ids]).toEqual([coupon]);
      await statusIs(user, coupon, "SUCCESS");
      await expectOneCredit(user.uid, coupon, couponCause, "2");
      expect(await bucketOf(user, 1, "avail")).toBe(units("2"));
      expect(await promoOf(33, 1)).toBe(Number(units("998")));
      report(`gifts by ${operators} operators`, count);
    }),
  timeoutMs,
);

test(
  "[C.14] a verification that is sent again, comes again, and is read again from the feed gives one coupon",
  () =>
    whileRunning(campaignOf(32, { kind: "CASH_BONUS", claimDays: 0 }), async () => {
      await fundWallet(32, "1000");
      const user = await register("verified", "100");
      const { rows } = await database.query<{ seq: string; part: number }>("select seq, part from coupons.feed_cursor");
      const before = rows[0]!;
      const producer = producers.platformTools;
      const count = countOf("couponReplays");
      const first = await exchange.link.nextNumber("platform", producer);
      // Each twice under one number: the core takes the first. What it takes is an event of its own.
      const drafts = Array.from({ length: count / 2 }, (_, i) => {
        const level = { type: "set_kyc_level", uid: user.uid, level: 1 + (i % 2) } as const;
        return { ...level, producer, number: first + i };
      });
      for (let from = 0; from < drafts.length; from += 200) {
        const page = drafts.slice(from, from + 200);
        await exchange.link.send("platform", page);
        await exchange.link.send("platform", page);
      }
      const coupon = await couponOf(user, 32);
      // All of them are handled once the coupon of a later verification is there.
      const last = await register("verified-last", "100");
      await verify(last.uid);
      await couponOf(last, 32);
      const handled = () => number("select seq::float8 as n from coupons.feed_cursor");
      const reached = await handled();
      // As after a restore of the module's cursor alone: all events of before are handled once more.
      await database.query("update coupons.feed_cursor set seq = $1, part = $2", [before.seq, before.part]);
      exchange.processes.get("platform")!.kill("SIGKILL");
      await until(async () => (await handled()) >= reached, timeoutMs);
      await until(async () => (await user.client.call("couponList", {})).ok, waitMaxMs);
      await statusIs(user, coupon, "SUCCESS");
      await expectOneCredit(user.uid, coupon, couponCause, "2");
      await expectOneCredit(last.uid, await couponOf(last, 32), couponCause, "2");
      expect(await promoOf(32, 1)).toBe(Number(units("996")));
      report("verifications", count);
    }),
  timeoutMs,
);
