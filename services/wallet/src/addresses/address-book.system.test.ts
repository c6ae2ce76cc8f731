import { calls } from "@tidemark/contracts";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Fixture, openFixture } from "../../testing/fixture.ts";
import { depositAnswers } from "../deposits/answers.ts";
import { blocks } from "../deposits/store.ts";

// Real anvil, real PostgreSQL.
let fixture: Fixture;

beforeAll(async () => void (fixture = await openFixture()));
afterAll(() => fixture?.end());

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const linesOf = async (uids: readonly number[]) =>
  (await fixture.deposits()).filter(({ uid }) => uids.includes(uid)).map(({ uid, state }) => [uid, state]);

test("asked at once, a user gets one address; a row that the key does not give is not used", async () => {
  const many = await Promise.all(Array.from({ length: 8 }, () => fixture.addresses.of(501, 1)));
  expect(new Set(many).size).toBe(1);
  const stolen = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
  await sql`update wallet.addresses set address = ${stolen} where uid = 501`.execute(fixture.db);
  await expect(fixture.addresses.of(501, 1)).rejects.toThrow("is not what the deposit key gives");
});

test("an address belongs to its uid: lost rows come back the same, and no two users get one", async () => {
  const before = [await fixture.addresses.of(511, 1), await fixture.addresses.of(512, 1)];
  expect(new Set(before).size).toBe(2);
  await sql`delete from wallet.addresses where uid in (511, 512)`.execute(fixture.db);
  expect([await fixture.addresses.of(512, 2), await fixture.addresses.of(511, 2)]).toEqual(before.toReversed());
});

test("no address is given out for a network before the first block of it was read", async () => {
  const { db, addresses } = fixture;
  const clock = { now: () => 1 };
  const answers = depositAnswers({
    db,
    clock,
    addressesOf: () => addresses,
    networks: ["LOCAL_EVM", "BSC"],
    isOpen: () => true,
  });
  const answer = answers.find(({ call }) => call.name === calls.depositAddress.name)!;
  const from = { ip: "203.0.113.7", lang: "en_US", site: "MAIN", deviceId: "d" } as const;
  const ask = (network: string) => answer.reply({ asset: "USDT", network }, { uid: 531, from, core: "main" });
  expect(await ask("BSC")).toMatchObject({ ok: false, refusal: "NETWORK_CLOSED" });
  expect(await ask("LOCAL_EVM")).toMatchObject({ ok: true, value: { address: await addresses.of(531, 1) } });
  await blocks.begin(db, "BSC", { height: 1, hash: `0x${"a".repeat(64)}` });
  expect(await ask("BSC")).toMatchObject({ ok: true, value: { address: await addresses.of(531, 1) } });
});

test("a uid that is no index of a derivation gets no address", async () => {
  for (const uid of [2 ** 31, 2 ** 40, -1, 1.5])
    await expect(fixture.addresses.of(uid, 1)).rejects.toThrow("is no index of a derivation");
  expect(await fixture.addresses.of(2 ** 31 - 1, 1)).toMatch(/^0x[0-9a-fA-F]{40}$/);
});

test("a row whose uid was changed brings nobody money, operators see it, and the chain is read further", async () => {
  const [wrong, right] = [await fixture.addresses.of(521, 1), await fixture.addresses.of(522, 1)];
  await sql`update wallet.addresses set uid = 523 where uid = 521`.execute(fixture.db);
  const spy = vi.spyOn(fixture.log, "error");
  onTestFinished(() => spy.mockRestore());
  await fixture.pay("USDT", wrong, usd(10));
  await fixture.pay("USDT", right, usd(10));
  await fixture.scan();
  expect(await linesOf([521, 522, 523])).toEqual([[522, "SEEN"]]);
  expect(spy.mock.calls.map((args: readonly unknown[]) => args[0])).toEqual([
    { kind: "evm", uid: 523, address: wrong },
  ]);
  // Whose row was changed gets no address until it is put right: nothing paid there would be credited.
  await expect(fixture.addresses.of(521, 1)).rejects.toThrow("is not what the deposit key gives");
});
