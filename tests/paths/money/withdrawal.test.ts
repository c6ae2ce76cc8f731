import { execFileSync } from "node:child_process";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { openDatabase, systemClock } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { auditOperator, openOperatorRegister, openWithdrawalRegister } from "../../../services/platform/src/index.ts";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { emailOf, seededUids } from "../../../tools/dev/seed/people.ts";
import { root } from "../../../tools/dev/processes/root.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";
import { reviewedExchange, seeds } from "../account/reviewed-exchange.ts";

// The way of a withdrawal: request with a factor → mail → code → outbox → core holds → approval → the wallet's end → its state.
type Name = "alice" | "bob" | "carol";
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let register: ReturnType<typeof openOperatorRegister>;
let review: ReturnType<typeof openWithdrawalRegister>;
const traders = new Map<Name, Trader & { confirm(): Promise<void> }>();
const evm = { network: "LOCAL_EVM", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", label: "Cold" } as const;
const bitcoin = {
  network: "BITCOIN_REGTEST",
  address: "bcrt1qw508d6qejxtdg4y5r3zarvary0c5xw7kygt080",
  label: "Node",
} as const;
const product = 1;
let counted = 0;

beforeAll(async () => {
  exchange = await reviewedExchange();
  database = openDatabase(exchange.databaseUrl, 2);
  register = openOperatorRegister(exchange.databaseUrl);
  review = openWithdrawalRegister(exchange.databaseUrl, auditOperator);
  for (const name of ["alice", "bob", "carol"] as const) {
    const trader = await signIn(exchange.url, name, `${name}-device`);
    const factor = await bindFactor(trader.client, emailOf(name), database.db);
    traders.set(name, { ...trader, confirm: () => factor.confirm() });
  }
});
afterAll(async () => {
  await review?.close();
  await register?.close();
  await database?.close();
  await exchange?.remove();
});

const operatorTool = (words: readonly string[]): string =>
  execFileSync("node", ["tools/operator/main.ts", ...words, "--database", exchange.databaseUrl], {
    cwd: root,
    encoding: "utf8",
  });
const of = (name: Name) => traders.get(name)!;
const resultOf = (outcome: { ok: boolean; refusal?: string }): string => (outcome.ok ? "ok" : (outcome.refusal ?? "?"));
const codeOf = (name: Name): Promise<string> => noticeSink(database.db).codeOf(emailOf(name));
const infoOf = async (name: Name, asset = "USDT") => good(await of(name).client.call("withdrawalInfo", { asset }));

async function addressOf(name: Name, wish: typeof evm | typeof bitcoin): Promise<string> {
  const { list } = good(await of(name).client.call("withdrawalAddressList", {}));
  const known = list.find(({ network }) => network === wish.network);
  return known?.id ?? good(await of(name).client.call("addWithdrawalAddress", wish)).id;
}

async function request(name: Name, amount: string, more: object = {}) {
  const addressId = await addressOf(name, evm);
  const wish = { requestId: `w${(counted += 1)}`, addressId, asset: "USDT", amount, ...more };
  return of(name).client.call("requestWithdrawal", wish);
}

async function confirmed(name: Name, amount: string, more: object = {}) {
  const { id } = good(await request(name, amount, more));
  return good(await of(name).client.call("confirmWithdrawal", { id, code: await codeOf(name) }));
}

const stateOf = async (name: Name, id: string): Promise<string> => {
  const { list } = good(await of(name).client.call("withdrawalList", { pageSize: 100 }));
  return list.find((row) => row.id === id)!.state;
};

/** What the wallet will do. */
async function endOf(id: string, isSent: boolean): Promise<void> {
  const { rows } = await sql<{ coreId: number; fee: string }>`
    select core_id::float8 as "coreId", fee::text as fee from withdrawals.withdrawals where id = ${id}`.execute(
    database.db,
  );
  const number = await exchange.link.nextNumber("wallet", producers.walletTools);
  const { coreId: withdrawal, fee } = rows[0]!;
  const end = { type: "end_withdrawal", withdrawal, fee: isSent ? BigInt(fee) : 0n, isSent } as const;
  const [result] = await exchange.link.send("wallet", [{ ...end, producer: producers.walletTools, number }]);
  expect(result!.code).toBe(success);
}

test("[D.18 R.11 INC-12] a withdrawal is asked for only by who has just shown an authenticator: a code by mail is none, and the page says so before", async () => {
  await until(async () => (await infoOf("alice")).level === 2);
  expect(await infoOf("alice")).toMatchObject({ factor: "authenticator", isFactorFresh: false, asksReceiver: false });
  const ask = { requestId: "x", addressId: crypto.randomUUID(), asset: "USDT", amount: "100" };
  expect(resultOf(await of("alice").client.call("requestWithdrawal", ask))).toBe("FACTOR_NEEDED");
  for (const name of ["alice", "bob", "carol"] as const) await of(name).confirm();
  const info = await infoOf("alice");
  expect(info).toMatchObject({ isFactorFresh: true, dayLimit: "2000000", dayLeft: "2000000", price: "1" });
  expect(info.networks).toEqual([expect.objectContaining({ network: "LOCAL_EVM", fee: "1", minWithdrawal: "10" })]);
});

test("a mail shows address and amounts, its code confirms them, the core holds the money, and the wallet's end is seen", async () => {
  const { client } = of("alice");
  await sql`update identity.users set anti_phishing = 'blue harbour' where uid = ${seededUids.alice}`.execute(
    database.db,
  );
  const before = await availableOf(of("alice"), product, "USDT");
  const asked = good(await request("alice", "100.5"));
  expect(asked).toMatchObject({ state: "UNCONFIRMED", amount: "100.5", fee: "1", arrives: "99.5", value: "100.5" });
  expect(await availableOf(of("alice"), product, "USDT")).toBe(before);
  const mail = (await noticeSink(database.db).of(emailOf("alice"))).findLast(
    ({ kind }) => kind === "withdrawal-confirm",
  )!;
  expect(mail.facts).toMatchObject({
    amount: "100.5 USDT",
    arrives: "99.5 USDT",
    address: evm.address,
    minutes: "10",
    antiPhishing: "blue harbour",
  });
  const wrong = mail.secret === "000000" ? "000001" : "000000";
  expect(resultOf(await client.call("confirmWithdrawal", { id: asked.id, code: wrong }))).toBe("CODE_WRONG");
  const done = good(await client.call("confirmWithdrawal", { id: asked.id, code: mail.secret! }));
  expect(done).toMatchObject({ state: "APPROVED", isReviewed: false });
  expect(await availableOf(of("alice"), product, "USDT")).toBe(before - units("100.5"));
  // Who did not get the answer asks again; nobody else learns anything.
  const again = good(await client.call("confirmWithdrawal", { id: asked.id, code: mail.secret! }));
  expect(again).toMatchObject({ id: asked.id, state: "APPROVED" });
  expect(resultOf(await client.call("confirmWithdrawal", { id: asked.id, code: wrong }))).toBe("WITHDRAWAL_FINAL");
  expect(resultOf(await client.call("cancelWithdrawal", { id: asked.id }))).toBe("WITHDRAWAL_FINAL");
  expect((await infoOf("alice")).dayUsed).toBe("100.5");
  await endOf(asked.id, true);
  await until(async () => (await stateOf("alice", asked.id)) === "SENT");
  await expectLedgerAgrees(of("alice"));
});

test("the platform signs the intent of what it approves: the address, the network's units and the fee cap", async () => {
  const { id } = await confirmed("alice", "20");
  const { rows } = await sql<{ intent: string; approver: string }>`
    select intent, approver from withdrawals.intents join withdrawals.approvals using (withdrawal_id)
    where withdrawal_id = ${id}`.execute(database.db);
  expect(rows).toEqual([{ approver: "platform", intent: expect.stringContaining(`id: ${id}\n`) }]);
  expect(rows[0]!.intent).toContain(`address: ${evm.address}\n`);
  expect(rows[0]!.intent).toContain("amount: 19000000\n");
});

test("what cannot be withdrawn is refused with its numbers, and nothing is mailed", async () => {
  const { client } = of("bob");
  const mails = (await noticeSink(database.db).of(emailOf("bob"))).length;
  expect(await request("bob", "9.99")).toMatchObject({
    refusal: "WITHDRAWAL_TOO_SMALL",
    facts: { needed: "10", given: "9.99", asset: "USDT" },
  });
  expect(resultOf(await request("bob", "10.1234567"))).toBe("AMOUNT_INVALID");
  expect(await request("bob", "1999999")).toMatchObject({
    refusal: "INSUFFICIENT_TRANSFERABLE",
    facts: { needed: "1999999" },
  });
  expect(resultOf(await request("bob", "20", { asset: "BTC" }))).toBe("NETWORK_CLOSED");
  expect(resultOf(await request("bob", "20", { addressId: await addressOf("alice", evm) }))).toBe("NOT_FOUND");
  const answered = await client.call("withdrawalInfo", { asset: "NONE" });
  expect(resultOf(answered)).toBe("NOT_FOUND");
  const now = (await noticeSink(database.db).of(emailOf("bob"))).filter(({ kind }) => kind === "withdrawal-confirm");
  expect([mails > 0, now]).toEqual([true, []]);
});

test("the same request again is the same withdrawal, and another under its id is refused", async () => {
  const requestId = "again";
  const [first, second] = [await request("bob", "30", { requestId }), await request("bob", "30", { requestId })];
  expect(good(second).id).toBe(good(first).id);
  expect(resultOf(await request("bob", "31", { requestId }))).toBe("DUPLICATE_CLIENT_ID");
  expect(resultOf(await request("bob", "30", { requestId, receiver: "Somebody else" }))).toBe("DUPLICATE_CLIENT_ID");
  const many = await Promise.all(Array.from({ length: 6 }, () => request("bob", "30", { requestId: "at-once" })));
  expect(new Set(many.map((one) => good(one).id)).size).toBe(1);
  const cancelled = good(await of("bob").client.call("cancelWithdrawal", { id: good(first).id }));
  expect(cancelled.state).toBe("CANCELLED");
  good(await of("bob").client.call("cancelWithdrawal", { id: good(many[0]!).id }));
  expect((await infoOf("bob")).dayUsed).toBe("0");
});

test("five wrong codes end a request; nobody confirms or cancels another's", async () => {
  const { id } = good(await request("bob", "30"));
  const code = await codeOf("bob");
  const wrong = code === "000000" ? "000001" : "000000";
  expect(resultOf(await of("alice").client.call("confirmWithdrawal", { id, code }))).toBe("NOT_FOUND");
  expect(resultOf(await of("alice").client.call("cancelWithdrawal", { id }))).toBe("NOT_FOUND");
  for (let i = 0; i < 5; i += 1)
    expect(resultOf(await of("bob").client.call("confirmWithdrawal", { id, code: wrong }))).toBe("CODE_WRONG");
  expect(resultOf(await of("bob").client.call("confirmWithdrawal", { id, code }))).toBe("TICKET_EXPIRED");
  expect(await stateOf("bob", id)).toBe("EXPIRED");
});

test("an address that left the book since cannot be confirmed", async () => {
  const addressId = await addressOf("bob", bitcoin);
  const { id } = good(await request("bob", "0.01", { asset: "BTC", addressId }));
  const code = await codeOf("bob");
  good(await of("bob").client.call("removeWithdrawalAddress", { id: addressId }));
  expect(resultOf(await of("bob").client.call("confirmWithdrawal", { id, code }))).toBe("NOT_FOUND");
  good(await of("bob").client.call("cancelWithdrawal", { id }));
});

test("operators approve what is large, each with a key of their own; a stranger's signature and one alone do not count", async () => {
  const large = await confirmed("alice", "6000");
  expect(large).toMatchObject({ state: "IN_REVIEW", isReviewed: true });
  const [waiting] = await review.waiting();
  expect(waiting!.intent).toContain(`id: ${large.id}\n`);
  // The platform signs last: its signature alone might be enough for the signer.
  expect(waiting!.approvers).toEqual([]);
  const { digest } = waiting!;
  const sign = (approver: keyof typeof seeds) =>
    review.approve({ id: large.id, digest, approver, seed: seeds[approver], reason: "called back", origin: "test" });
  await sign("mallory");
  await sign("olivia");
  await systemClock.sleep(700);
  expect(await stateOf("alice", large.id)).toBe("IN_REVIEW");
  const key = join(mkdtempSync(join(tmpdir(), "approver-")), "oscar.key");
  writeFileSync(key, seeds.oscar);
  const words = [
    "approve-withdrawal",
    large.id,
    digest,
    "--approver",
    "oscar",
    "--key",
    key,
    "--reason",
    "called back",
  ];
  expect(operatorTool(words)).toContain(`address: ${evm.address}`);
  await until(async () => (await stateOf("alice", large.id)) === "APPROVED");
  // Signatures that do not count are not handed on: the signer would refuse the whole.
  const { rows } = await sql<{ approver: string }>`
    select approver from withdrawals.approvals where withdrawal_id = ${large.id} order by approver`.execute(
    database.db,
  );
  expect(rows.map(({ approver }) => approver)).toEqual(["olivia", "oscar", "platform"]);
  await expect(sign("oscar")).rejects.toThrow("is APPROVED");
  const { lines, brokenAt } = await register.audit();
  expect(lines.filter(({ action }) => action === "withdrawal approved")).toHaveLength(3);
  expect(brokenAt).toBeUndefined();
}, 60_000);

test("an intent that was changed behind the platform's back is not approved, even if all have signed it", async () => {
  const { id } = await confirmed("alice", "5500");
  await sql`
    update withdrawals.intents set intent = replace(intent, ${evm.address}, '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC')
    where withdrawal_id = ${id}`.execute(database.db);
  const [changed] = await review.waiting();
  const { digest } = changed!;
  for (const approver of ["olivia", "oscar"] as const)
    await review.approve({ id, digest, approver, seed: seeds[approver], reason: "did not look", origin: "test" });
  await until(async () => (await review.waiting()).some(({ intent }) => intent.includes(evm.address)));
  expect(await stateOf("alice", id)).toBe("IN_REVIEW");
  // What was read before is not what is signed now.
  const late = { approver: "olivia", seed: seeds.olivia, reason: "read before", origin: "test" };
  await expect(review.approve({ id, digest, ...late })).rejects.toThrow("is another");
  const rejected = { digest, approver: "platform", seed: seeds.mallory, reason: "x", origin: "test" };
  await expect(review.approve({ id, ...rejected })).rejects.toThrow("signs by itself");
  await review.reject({ id, reason: "changed", origin: "test" });
});

test("an owner calls back what operators have not decided, operators reject, and the money comes back by the wallet", async () => {
  const before = await availableOf(of("carol"), product, "USDT");
  const [own, rejected] = [await confirmed("carol", "5000"), await confirmed("carol", "5001")];
  expect(await availableOf(of("carol"), product, "USDT")).toBe(before - units("10001"));
  expect(good(await of("carol").client.call("cancelWithdrawal", { id: own.id })).state).toBe("RETURNING");
  await review.reject({ id: rejected.id, reason: "not the owner", origin: "test" });
  expect(await stateOf("carol", rejected.id)).toBe("RETURNING");
  const signed =
    await sql`select 1 from withdrawals.approvals where withdrawal_id in (${own.id}, ${rejected.id})`.execute(
      database.db,
    );
  expect(signed.rows).toEqual([]);
  for (const { id } of [own, rejected]) await endOf(id, false);
  await until(async () => (await stateOf("carol", rejected.id)) === "RETURNED");
  expect(await stateOf("carol", own.id)).toBe("RETURNED");
  expect(await availableOf(of("carol"), product, "USDT")).toBe(before);
  expect((await infoOf("carol")).dayUsed).toBe("0");
});

test("of many requests at once exactly as many succeed as fit into the day", async () => {
  operatorTool(["set-kyc-level", emailOf("bob"), "1", "--reason", "papers seen"]);
  await until(async () => (await infoOf("bob")).level === 1);
  const wishes = await Promise.all(Array.from({ length: 8 }, () => request("bob", "4500")));
  const results = wishes.map(resultOf).toSorted();
  expect(results.filter((one) => one === "ok")).toHaveLength(4);
  expect(results.filter((one) => one === "WITHDRAWAL_LIMIT")).toHaveLength(4);
  expect(wishes.find((one) => !one.ok)).toMatchObject({
    facts: { given: "4500", left: "2000", allowed: "20000", asset: "USDT" },
  });
});

test("a core that is away, and a platform that dies, pay once: the command is sent again under its number", async () => {
  const before = await availableOf(of("alice"), product, "USDT");
  const { id } = good(await request("alice", "50"));
  const core = exchange.processes.get("core-a")!;
  const code = await codeOf("alice");
  await core.stop();
  const sent = good(await of("alice").client.call("confirmWithdrawal", { id, code }));
  expect(sent.state).toBe("CONFIRMED");
  exchange.processes.get("platform")!.kill("SIGKILL");
  core.start();
  await until(async () => (await stateOf("alice", id).catch(() => "")) === "APPROVED", 25_000);
  expect(await availableOf(of("alice"), product, "USDT")).toBe(before - units("50"));
});

test("[S9.9] a lock of the core is respected before a mail is sent, and also between request and code", async () => {
  const { id } = good(await request("carol", "40"));
  const code = await codeOf("carol");
  const lock = { type: "set_withdrawal_lock", uid: seededUids.carol, until: systemClock.now() + 3_600_000 } as const;
  const [locked] = await exchange.link.send("platform", [{ ...lock, producer: producers.platformTools, number: 1 }]);
  expect(locked!.code).toBe(success);
  const refused = good(await of("carol").client.call("confirmWithdrawal", { id, code }));
  expect(refused).toMatchObject({ state: "REFUSED", refusal: "WITHDRAW_LOCKED" });
  expect(resultOf(await request("carol", "40"))).toBe("WITHDRAW_LOCKED");
  expect((await infoOf("carol")).lockedUntil).toBe(lock.until);
});

test("the list goes page by page, the newest first, each withdrawal once", async () => {
  const ids: string[] = [];
  let before: string | undefined;
  do {
    const ask = { pageSize: 2, ...(before === undefined ? {} : { before }) };
    const { list, next } = good(await of("bob").client.call("withdrawalList", ask));
    ids.push(...list.map(({ id }) => id));
    before = next;
  } while (before !== undefined);
  const { list } = good(await of("bob").client.call("withdrawalList", { pageSize: 100 }));
  expect(ids).toEqual(list.map(({ id }) => id));
  expect(list.map(({ madeAt }) => madeAt)).toEqual(list.map(({ madeAt }) => madeAt).toSorted((a, b) => b - a));
  expect(new Set(ids).size).toBe(ids.length);
});

test("[D.64] where the site asks for it, a withdrawal names the receiving provider, and it is kept", async () => {
  await sql`update content.vasp set is_on = true, lang = 'en_US'`.execute(database.db);
  await until(async () => (await infoOf("alice")).asksReceiver);
  expect(resultOf(await request("alice", "15"))).toBe("RECEIVER_NEEDED");
  const { receiver } = good(await request("alice", "15", { receiver: "Harbour Exchange" }));
  expect(receiver).toBe("Harbour Exchange");
});
