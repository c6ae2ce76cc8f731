import { refusals, success } from "@tidemark/contracts";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import { afterAll, beforeAll, expect, test } from "vitest";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import { robotAnswerOf } from "../../../services/platform/testing/robot.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { assetId, units as unitsOf } from "../../../tools/dev/seed/listing.ts";
import { developmentPassword, emailOf, seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn } from "../../../tools/dev/trader.ts";
import { good, until } from "../support/traders.ts";

let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
const producer = 11;
let numbered = 0;

beforeAll(async () => {
  const gatewayEnv = {
    RATE_SIGN_IN_PER_SECOND: "10000",
    SIGN_INS_PER_MINUTE: "1000000",
    RATE_READ_PER_SECOND: "10000",
  };
  exchange = await throwAwayExchange({ nodes: 1, gatewayEnv });
  database = openDatabase(exchange.databaseUrl, 2);
});
afterAll(async () => {
  await database.close();
  await exchange.remove();
});

/** What the core says to a withdrawal, asked as the wallet's part of the platform will ask. */
async function withdrawalOf(uid: number): Promise<number> {
  const draft = { type: "request_withdrawal", uid, asset: assetId("USDT"), amount: unitsOf("1"), producer } as const;
  const [result] = await exchange.link.send("platform", [{ ...draft, number: (numbered += 1) }]);
  return result!.code;
}

async function verify(uid: number): Promise<void> {
  const draft = { type: "set_kyc_level", uid, level: 1, producer, number: (numbered += 1) } as const;
  expect((await exchange.link.send("platform", [draft]))[0]!.code).toBe(success);
}

async function resetPassword(name: "alice" | "bob", password: string): Promise<void> {
  const { client } = await signIn(exchange.url, "carol");
  const robot = await robotAnswerOf(client);
  good(await client.call("sendCode", { purpose: "reset", loginId: emailOf(name), robot }));
  const code = await noticeSink(database.db).codeOf(emailOf(name));
  good(await client.call("resetPassword", { loginId: emailOf(name), code, password }));
}

test("[S6.13] a reset password locks withdrawals in the core for a day, and orders go on", async () => {
  await verify(seededUids.alice);
  expect(await withdrawalOf(seededUids.alice)).toBe(success);
  await resetPassword("alice", "An0ther-Harbour-Lamp");
  await until(async () => (await withdrawalOf(seededUids.alice)) === refusals.WITHDRAW_LOCKED.code);
  await verify(seededUids.carol);
  expect(await withdrawalOf(seededUids.carol)).toBe(success);
  const { client } = await signIn(exchange.url, "carol");
  expect(good(await client.call("withdrawalLock", {})).lockedUntil).toBe(0);
  good(await client.call("signIn", { loginId: emailOf("alice"), password: "An0ther-Harbour-Lamp" }));
  const { lockedUntil } = good(await client.call("withdrawalLock", {}));
  const day = 24 * 60 * 60_000;
  expect(lockedUntil - Date.now()).toBeGreaterThan(day - 60_000);
  expect(lockedUntil - Date.now()).toBeLessThanOrEqual(day);
});

test("the lock is given once and in the end, though nobody leads the core when the password is reset", async () => {
  await verify(seededUids.bob);
  const core = exchange.processes.get("core-a")!;
  await core.stop();
  await resetPassword("bob", "An0ther-Harbour-Lamp");
  // The platform dies with the command in its hands, too.
  exchange.processes.get("platform")!.kill("SIGKILL");
  await systemClock.sleep(500);
  core.start();
  await until(
    async () => (await withdrawalOf(seededUids.bob).catch(() => 0)) === refusals.WITHDRAW_LOCKED.code,
    25_000,
  );
  // The number that our producer's next command must carry says how many the core has taken: one for each reset.
  const probe = { type: "set_withdrawal_lock", uid: 1, until: 1, producer: 10, number: 4_000_000_000 } as const;
  const [answer] = await exchange.link.send("platform", [probe]);
  expect([answer!.code, Number(answer!.facts[0])]).toEqual([refusals.PRODUCER_GAP.code, 3]);
});

test("a flood of sign-ins takes nothing from orders", async () => {
  const [carol, crowd] = [await signIn(exchange.url, "carol"), await signIn(exchange.url, "bot1")];
  const order = { symbol: "BTC/USDT", side: "BUY", type: "LIMIT", price: "60000", qty: "0.01" } as const;
  async function medianOf(orders: number): Promise<number> {
    const times: number[] = [];
    for (let i = 0; i < orders; i += 1) {
      const began = performance.now();
      const { orderId } = good(await carol.client.call("placeOrder", order));
      times.push(performance.now() - began);
      good(await carol.client.call("cancelOrder", { orderId }));
    }
    return times.toSorted((a, b) => a - b)[times.length >> 1]!;
  }
  const calm = await medianOf(40);
  // Two hundred a second, whether or not anybody answers.
  const flood: Promise<unknown>[] = [];
  const timer = setInterval(() => {
    const loginId = `nobody${flood.length}@example.com`;
    flood.push(crowd.client.call("signIn", { loginId, password: developmentPassword }));
  }, 5);
  const stormy = await medianOf(40);
  clearInterval(timer);
  await Promise.all(flood);
  expect(flood.length).toBeGreaterThan(100);
  expect(stormy).toBeLessThan(calm * 4 + 50);
}, 60_000);
