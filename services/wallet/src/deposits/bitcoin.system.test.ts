import { afterAll, beforeAll, expect, test } from "vitest";
import { type BitcoinFixture, openBitcoinFixture } from "../../testing/bitcoin-fixture.ts";

// A real Bitcoin node (regtest), real PostgreSQL, the scanner of all chains. Three confirmations are final.
let fixture: BitcoinFixture;
let uidLast = 1_000;

beforeAll(async () => void (fixture = await openBitcoinFixture()));
afterAll(() => fixture?.end());

/** A user of its own for each test: what others did is not seen. */
async function newUser() {
  const uid = (uidLast += 1);
  const to = await fixture.addresses.of(uid, 1);
  const mine = async () => (await fixture.deposits()).filter((one) => one.uid === uid);
  return {
    uid,
    to,
    mine,
    states: async () => (await mine()).map(({ state, reason }) => `${state} ${reason}`.trim()),
    commands: async () => (await fixture.waiting()).filter((one) => "uid" in one && one.uid === uid),
  };
}
const satoshi = (btc: number): bigint => BigInt(btc) * 100_000_000n;

async function mineAndScan(blocks: number): Promise<void> {
  await fixture.bitcoin.mine(blocks);
  await fixture.scan();
}

/** The newest blocks are replaced by as many without what was paid in them. */
async function reorg(depth: number): Promise<void> {
  await fixture.bitcoin.drop(depth);
  await mineAndScan(depth);
}

const referenceOf = (txid: string, place: number): string =>
  `BITCOIN_REGTEST:${Buffer.from(txid, "hex").toString("base64url")}:${place}`;

test("[D.21] a Bitcoin deposit is seen in its block and credited after 3 confirmations, once, with its reference", async () => {
  const { uid, to, states, mine, commands } = await newUser();
  const { txid } = await fixture.bitcoin.send([{ to, amount: 123_456_789n }]);
  await fixture.scan();
  expect(await states()).toEqual([]);
  await mineAndScan(1);
  expect(await states()).toEqual(["SEEN"]);
  await mineAndScan(1);
  expect([await states(), await commands()]).toEqual([["SEEN"], []]);
  await mineAndScan(1);
  expect(await states()).toEqual(["FINAL"]);
  expect(await commands()).toEqual([
    { type: "credit_deposit", uid, asset: 2, amount: 123_456_789n, reference: referenceOf(txid, 0) },
  ]);
  await fixture.answer();
  await mineAndScan(3);
  expect([await states(), await commands()]).toEqual([["CREDITED"], []]);
  expect(await mine()).toEqual([expect.objectContaining({ asset: "BTC", units: "123456789", txid })]);
});

test("[INC-09] a reorg before 3 confirmations leaves nothing to reverse: no command was ever made", async () => {
  for (const depth of [1, 2]) {
    const { to, states, commands } = await newUser();
    await fixture.bitcoin.send([{ to, amount: satoshi(1) }]);
    await mineAndScan(depth);
    await reorg(depth);
    expect([depth, await states(), await commands()]).toEqual([depth, ["REVERSED"], []]);
    await mineAndScan(3);
    expect([depth, await states(), await commands()]).toEqual([depth, ["REVERSED"], []]);
  }
});

test("[INC-09] a shorter fork proves nothing: what it lacks is not gone before it is as high", async () => {
  const { to, states } = await newUser();
  await fixture.bitcoin.send([{ to, amount: satoshi(1) }]);
  await mineAndScan(2);
  await fixture.bitcoin.drop(2);
  await fixture.bitcoin.mine(1);
  await expect(fixture.scan()).rejects.toThrow("the fork ends at");
  expect(await states()).toEqual(["SEEN"]);
  await mineAndScan(1);
  expect(await states()).toEqual(["REVERSED"]);
});

test("a transaction that another block has after a reorg is the same deposit, credited once", async () => {
  const { to, states, commands } = await newUser();
  const { txid, raw } = await fixture.bitcoin.send([{ to, amount: satoshi(1) }]);
  await mineAndScan(1);
  await reorg(1);
  expect(await states()).toEqual(["REVERSED"]);
  await fixture.bitcoin.relay(raw, txid);
  await mineAndScan(1);
  expect(await states()).toEqual(["SEEN"]);
  await mineAndScan(2);
  expect((await commands()).map(({ type }) => type)).toEqual(["credit_deposit"]);
  await fixture.answer();
  expect(await states()).toEqual(["CREDITED"]);
});

test("[INC-09] a reorg deeper than 3 blocks reverses what was credited", async () => {
  const { uid, to, states, commands } = await newUser();
  await fixture.bitcoin.send([{ to, amount: satoshi(2) }]);
  await mineAndScan(3);
  await fixture.answer();
  await reorg(2);
  expect([await states(), await commands()]).toEqual([["CREDITED"], []]);
  await reorg(3);
  expect(await states()).toEqual(["REVERSED"]);
  expect(await commands()).toEqual([
    expect.objectContaining({ type: "reverse_deposit", uid, asset: 2, amount: satoshi(2) }),
  ]);
  await fixture.answer();
});

test("[R-3.10] outputs of one transaction are a deposit each, also two to one address", async () => {
  const [first, second] = [await newUser(), await newUser()];
  const { txid } = await fixture.bitcoin.send([
    { to: first.to, amount: 20_000n },
    { to: second.to, amount: 30_000n },
    { to: first.to, amount: 20_000n },
  ]);
  await mineAndScan(3);
  expect(await first.commands()).toEqual([
    expect.objectContaining({ type: "credit_deposit", amount: 20_000n, reference: referenceOf(txid, 0) }),
    expect.objectContaining({ type: "credit_deposit", amount: 20_000n, reference: referenceOf(txid, 2) }),
  ]);
  expect(await second.commands()).toEqual([
    expect.objectContaining({ type: "credit_deposit", amount: 30_000n, reference: referenceOf(txid, 1) }),
  ]);
  await fixture.answer();
});

test("an output below the smallest deposit and coins from mining are kept and not credited by themselves", async () => {
  const { to, states, commands } = await newUser();
  const [exact, miner] = [await newUser(), await newUser()];
  await fixture.bitcoin.send([
    { to, amount: 9_999n },
    { to: exact.to, amount: 10_000n },
  ]);
  await fixture.bitcoin.mine(1, miner.to);
  await mineAndScan(3);
  expect([await states(), await commands()]).toEqual([["IGNORED TOO_SMALL"], []]);
  expect(await exact.states()).toEqual(["FINAL"]);
  expect([await miner.states(), await miner.commands()]).toEqual([["IGNORED MINED"], []]);
  await fixture.answer();
});
