import { reserveStatementText } from "@tidemark/contracts";
import { privateKeyOf, publicHexOf } from "@tidemark/kit-node";
import { sql } from "kysely";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { finalBlocks, openPaymentsFixture, type PaymentsFixture } from "../../testing/payments-fixture.ts";
import { halts } from "../limits/halts-store.ts";
import { statements } from "../reserves/store.ts";
import { openWalletRegister, type WalletRegister } from "./register.ts";

const seeds = { anna: "11".repeat(32), ben: "22".repeat(32), eve: "33".repeat(32) };
const approvers = new Map([
  ["anna", publicHexOf(privateKeyOf(seeds.anna))],
  ["ben", publicHexOf(privateKeyOf(seeds.ben))],
  ["twin", publicHexOf(privateKeyOf(seeds.anna))],
]);
let fixture: PaymentsFixture;
let register: WalletRegister;
const audited: string[] = [];
beforeAll(async () => {
  fixture = await openPaymentsFixture();
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(fixture.db);
  const url = `postgres://postgres@127.0.0.1:5432/${rows[0]!.name}`;
  register = openWalletRegister(
    url,
    approvers,
    async (_, { action, subject }) => void audited.push(`${action} ${subject}`),
  );
});
afterAll(async () => {
  await register?.close();
  await fixture?.end();
});

type Kind = Parameters<WalletRegister["decide"]>[0]["kind"];
const decide = (kind: Kind, id: string, approver: string, seed = seeds[approver as keyof typeof seeds]) =>
  register.decide({ kind, id, approver, seed, reason: "looked at", origin: "test" });
const compared = (units: number, owed: number, at: number) =>
  sql`
  insert into wallet.comparisons values ('USDT', ${units}, ${owed}, ${at})
  on conflict (asset) do update set units = excluded.units, owed = excluded.owed, compared_at = excluded.compared_at`.execute(
    fixture.db,
  );

test("a halt is lifted by two keys, and only after a comparison without a lack", async () => {
  await halts.add(fixture.db, "USDT", "DEFICIT", {}, 1_000);
  await expect(decide("lift-halt", "USDT", "anna")).rejects.toThrow("was not compared");
  await compared(90, 100, 2_000);
  await expect(decide("lift-halt", "USDT", "anna")).rejects.toThrow("the ledger owes 100");
  await compared(100, 100, 3_000);
  expect(await register.halts()).toMatchObject([{ asset: "USDT", units: "100", owed: "100" }]);
  await expect(decide("lift-halt", "USDT", "ben", seeds.eve)).rejects.toThrow("WITHDRAWAL_APPROVERS has no ben");
  expect(await decide("lift-halt", "USDT", "anna")).toMatchObject({ isDone: false, names: ["anna"] });
  expect(await decide("lift-halt", "USDT", "anna")).toMatchObject({ isDone: false });
  expect(await decide("lift-halt", "USDT", "twin", seeds.anna)).toMatchObject({ isDone: false });
  expect(await decide("lift-halt", "USDT", "ben")).toMatchObject({ isDone: true });
  expect([await register.halts(), audited.at(-1)]).toEqual([[], "wallet lift-halt USDT"]);
  // Signatures of that halt lift no later one.
  await halts.add(fixture.db, "USDT", "DEFICIT", {}, 2_500);
  expect(await decide("lift-halt", "USDT", "ben")).toMatchObject({ isDone: false });
  expect(await decide("lift-halt", "USDT", "anna")).toMatchObject({ isDone: true });
});

test("a second reason halts an asset too, and signatures about the first lift neither", async () => {
  await halts.add(fixture.db, "USDT", "DEFICIT", {}, 4_000);
  await compared(100, 100, 4_500);
  expect(await decide("lift-halt", "USDT", "anna")).toMatchObject({ isDone: false });
  expect(await halts.add(fixture.db, "USDT", "REORG", {}, 5_000)).toBe(true);
  expect(await halts.add(fixture.db, "USDT", "REORG", {}, 6_000)).toBe(false);
  expect((await halts.all(fixture.db)).get("USDT")).toBe("DEFICIT REORG");
  expect((await register.halts()).map(({ reason }) => reason)).toEqual(["DEFICIT", "REORG"]);
  await expect(decide("lift-halt", "USDT", "ben")).rejects.toThrow("was not compared");
  await compared(100, 100, 6_500);
  expect(await decide("lift-halt", "USDT", "ben")).toMatchObject({ isDone: false, names: ["ben"] });
  expect(await decide("lift-halt", "USDT", "anna")).toMatchObject({ isDone: true });
  expect(await register.halts()).toEqual([]);
});

test("a payment that moved nothing ends by two operators, once, as they decide", async () => {
  const ids: { id: string; coreId: number }[] = [];
  for (const amount of [5n, 6n]) ids.push(await fixture.withdraw({ asset: "USDT", amount: amount * 1_000_000n }));
  const wallet = await fixture.open();
  await wallet.run();
  await fixture.mine(1);
  await fixture.scan();
  await wallet.run();
  await wallet.end();
  await sql`update wallet.sends set reason = 'NO_EFFECT' where state = 'MINED'`.execute(fixture.db);
  const [first, second] = await register.sends();
  await decide("send-failed", first!.id, "anna");
  expect(await fixture.endsOf(ids[0]!.coreId)).toEqual([]);
  expect(await decide("send-failed", first!.id, "ben")).toMatchObject({ isDone: true });
  await decide("send-paid", second!.id, "anna");
  await decide("send-paid", second!.id, "ben");
  const ends = await Promise.all(
    ids.map(async ({ coreId }) => (await fixture.endsOf(coreId)).map(({ isSent }) => isSent)),
  );
  expect(ends).toEqual([[false], [true]]);
  await expect(decide("send-paid", first!.id, "anna")).rejects.toThrow("nobody waits");
  await fixture.answerEnds();
  expect((await fixture.payment(ids[1]!.id))?.state).toBe("PAID");
});

test("every send that does not go on by itself is listed, whatever its reason: what the node does not take, and what the signer refuses after it has signed", async () => {
  await fixture.withdraw({ asset: "USDT", amount: 7_000_000n });
  const wallet = await fixture.open();
  await wallet.run();
  await wallet.end();
  expect(await register.sends()).toEqual([]);
  for (const reason of ["NOT_TAKEN", "fee_above_cap", "key_unavailable"]) {
    await sql`update wallet.sends set reason = ${reason} where state not in ('FINAL', 'FAILED')`.execute(fixture.db);
    expect(await register.sends()).toMatchObject([{ kind: "withdraw", reason }]);
  }
  await sql`update wallet.sends set reason = ''`.execute(fixture.db);
});

test("small deposits of one account are credited together when they reach the smallest, and nothing else is", async () => {
  const address = await fixture.addresses.of(501, 1);
  await fixture.pay("USDT", address, 600_000n);
  await fixture.mine(finalBlocks);
  await fixture.scan();
  const [one] = await register.ignored();
  expect([one!.reason, one!.problem]).toEqual(["TOO_SMALL", "what came in so far is below the smallest deposit"]);
  await expect(decide("credit-deposit", one!.id, "anna")).rejects.toThrow("below the smallest deposit");
  await fixture.pay("USDT", address, 700_000n);
  await fixture.mine(finalBlocks);
  await fixture.scan();
  await decide("credit-deposit", one!.id, "anna");
  expect(await decide("credit-deposit", one!.id, "ben")).toMatchObject({ isDone: true });
  const credits = (await fixture.waiting()).filter(({ type }) => type === "credit_deposit");
  expect(credits).toMatchObject([
    { uid: 501, amount: 60_000_000n },
    { uid: 501, amount: 70_000_000n },
  ]);
  expect(await register.ignored()).toEqual([]);
});

test("[D.95] a signature of a cold address is taken if it is of the address in the text that waits", async () => {
  const cold = privateKeyToAccount(generatePrivateKey());
  const place = { network: "LOCAL_EVM", address: cold.address, block: 7, blockHash: `0x${"5f".repeat(32)}` };
  const text = reserveStatementText({
    ...place,
    at: 3_600_000,
    stateSeq: 9,
    roots: [{ asset: "USDT", root: "0c".repeat(32) }],
  });
  await statements.add(fixture.db, { ...place, stateSeq: 9, role: "cold", balances: [], text }, 1);
  expect(await register.unsignedStatement("LOCAL_EVM")).toBe(text);
  const why = { reason: "hourly", origin: "test" };
  const signature = await cold.signMessage({ message: text });
  const wrong = await privateKeyToAccount(generatePrivateKey()).signMessage({ message: text });
  await expect(register.addReserveSignature({ text, signature: wrong }, why)).rejects.toThrow("is not of");
  expect(await register.addReserveSignature({ text, signature }, why)).toBe(cold.address);
  expect((await statements.of(fixture.db, 9))[0]!.signature).toBe(signature);
  await expect(register.addReserveSignature({ text, signature }, why)).rejects.toThrow("No such statement waits");
});
