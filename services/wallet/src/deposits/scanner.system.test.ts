import { refusals } from "@tidemark/contracts";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from "vitest";
import { type Fixture, openFixture, usdcContract } from "../../testing/fixture.ts";
import { hostileTokens, playFakeEvent, playHostileToken, playPaused } from "../../testing/hostile-tokens.ts";
import { callContract, contractOf, placeContract } from "../../testing/tokens.ts";
import { reorgRun } from "../../testing/reorgs.ts";
import { halts } from "../limits/halts-store.ts";
import { blocks } from "./store.ts";

// Real anvil, real PostgreSQL. USDT and USDC of the local chain have 6 decimals, the ledger 8; 64 confirmations are final.
let fixture: Fixture;
let uidLast = 1_000;

beforeAll(async () => void (fixture = await openFixture()));
afterAll(() => fixture?.end());

/** A user of its own for each test: what others did is not seen. */
async function newUser() {
  const uid = (uidLast += 1);
  const address = await fixture.addresses.of(uid, 1);
  const mine = async () => (await fixture.deposits()).filter((one) => one.uid === uid);
  return {
    uid,
    address,
    mine,
    states: async () => (await mine()).map(({ state, reason }) => `${state} ${reason}`.trim()),
  };
}
const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
const commandsOf = async (uid: number) => (await fixture.waiting()).filter((one) => "uid" in one && one.uid === uid);

/** The lines that operators are alarmed by from here on, until the end of the test. */
function problemsOf(): () => string[] {
  const spy = vi.spyOn(fixture.log, "error");
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.map((args: readonly unknown[]) => String(args[1]));
}

async function mineAndScan(blocks: number): Promise<void> {
  await fixture.mine(blocks);
  await fixture.scan();
}

test("[D.21] a deposit is seen in its block, shown after 3 and credited after 64 confirmations, once, with its reference", async () => {
  const { uid, address, states, mine } = await newUser();
  const txid = await fixture.pay("USDT", address, usd(25));
  await fixture.scan();
  expect(await states()).toEqual(["SEEN"]);
  await mineAndScan(2);
  expect(await states()).toEqual(["SHOWN"]);
  await mineAndScan(60);
  expect([await states(), await commandsOf(uid)]).toEqual([["SHOWN"], []]);
  await mineAndScan(1);
  const id = Buffer.from(txid.slice(2), "hex").toString("base64url");
  expect(await states()).toEqual(["FINAL"]);
  expect(await commandsOf(uid)).toEqual([
    { type: "credit_deposit", uid, asset: 1, amount: 2_500_000_000n, reference: `LOCAL_EVM:${id}:1` },
  ]);
  await fixture.answer();
  await mineAndScan(5);
  expect([await states(), await commandsOf(uid)]).toEqual([["CREDITED"], []]);
  expect(await mine()).toEqual([expect.objectContaining({ asset: "USDT", units: "2500000000", txid })]);
});

test("the network's own coin is credited, cut off to what the ledger holds", async () => {
  const { address, mine } = await newUser();
  await fixture.anvil.client.sendTransaction({
    to: address as `0x${string}`,
    value: parseEther("1.234567891234567891"),
  });
  await mineAndScan(1);
  expect(await mine()).toEqual([expect.objectContaining({ asset: "ETH", units: "123456789", state: "SEEN" })]);
});

test("[INC-09] a reorg before the end of 64 confirmations leaves nothing to reverse: no command was ever made", async () => {
  for (const depth of [1, 2, 30, 63]) {
    const { uid, address, states } = await newUser();
    await fixture.pay("USDT", address, usd(10));
    await mineAndScan(depth - 1);
    await fixture.reorg(depth);
    await fixture.scan();
    expect([depth, await states(), await commandsOf(uid)]).toEqual([depth, ["REVERSED"], []]);
  }
});

test("[INC-09] a credited deposit stays with a reorg of 63 blocks, and one of 64 reverses it in the ledger", async () => {
  const { uid, address, states } = await newUser();
  const later = await newUser();
  await fixture.pay("USDT", address, usd(10));
  await fixture.pay("USDT", later.address, usd(10));
  await mineAndScan(62);
  await fixture.answer();
  expect([await states(), await later.states()]).toEqual([["CREDITED"], ["SHOWN"]]);
  await fixture.reorg(63);
  await fixture.scan();
  expect([await states(), await later.states(), await commandsOf(uid)]).toEqual([["CREDITED"], ["REVERSED"], []]);
  await fixture.reorg(64);
  await fixture.scan();
  expect(await states()).toEqual(["REVERSED"]);
  expect(await commandsOf(uid)).toEqual([
    expect.objectContaining({ type: "reverse_deposit", uid, asset: 1, amount: 1_000_000_000n }),
  ]);
  expect([...(await halts.all(fixture.db))]).toEqual([["USDT", "REORG"]]);
  await fixture.answer();
});

test("[W1 INC-09 INC-18] at every look, whatever was reorganised, the ledger was asked to credit what is final on the chain and nothing else", async () => {
  const report = await reorgRun(6, 20_261_118, "below");
  expect(report).toMatchObject({ wrong: [], reversed: 0 });
  expect(report.credited).toBeGreaterThan(3);
}, 120_000);

test("a deposit whose command is on the way when its block goes is reversed only after the core has answered", async () => {
  const { uid, address, states } = await newUser();
  await fixture.pay("USDT", address, usd(10));
  await mineAndScan(63);
  await fixture.reorg(64);
  await fixture.scan();
  expect([await states(), (await commandsOf(uid)).map(({ type }) => type)]).toEqual([["FINAL"], ["credit_deposit"]]);
  await fixture.answer();
  await fixture.scan();
  expect([await states(), (await commandsOf(uid)).map(({ type }) => type)]).toEqual([
    ["REVERSED"],
    ["reverse_deposit"],
  ]);
  await fixture.answer();
});

test("a transaction that comes again after a reorg is the same deposit; after its credit was reversed, operators decide", async () => {
  const { client } = fixture.anvil;
  const { uid, address, states, mine } = await newUser();
  const snapshot = await client.snapshot();
  const txid = await fixture.pay("USDT", address, usd(10));
  const raw = await client.request({ method: "eth_getRawTransactionByHash", params: [txid] } as never);
  await fixture.scan();
  await client.revert({ id: snapshot });
  await fixture.mine(3);
  await fixture.scan();
  expect(await states()).toEqual(["REVERSED"]);
  await client.request({ method: "eth_sendRawTransaction", params: [raw] } as never);
  await client.waitForTransactionReceipt({ hash: txid, pollingInterval: 20 });
  await fixture.scan();
  expect([await states(), (await mine()).map((one) => one.txid)]).toEqual([["SEEN"], [txid]]);
  const again = await client.snapshot();
  await mineAndScan(63);
  await fixture.answer();
  expect(await states()).toEqual(["CREDITED"]);
  await client.revert({ id: again });
  await fixture.reorg(1);
  await mineAndScan(63);
  await fixture.answer();
  expect(await states()).toEqual(["REVERSED"]);
  await client.request({ method: "eth_sendRawTransaction", params: [raw] } as never);
  await client.waitForTransactionReceipt({ hash: txid, pollingInterval: 20 });
  await mineAndScan(70);
  expect([await states(), await commandsOf(uid)]).toEqual([["IGNORED CAME_AGAIN"], []]);
});

/** Pays 50 USDC; `other` puts the same transaction into another block of the same height, where the token is another contract. */
async function payUsdc(address: string) {
  const { client } = fixture.anvil;
  const snapshot = await client.snapshot();
  const txid = await fixture.pay("USDC", address, usd(50));
  const raw = await client.request({ method: "eth_getRawTransactionByHash", params: [txid] } as never);
  return {
    txid,
    other: async (token: "Half" | "Liar"): Promise<void> => {
      await client.revert({ id: snapshot });
      await placeContract(client, token, usdcContract);
      await client.request({ method: "eth_sendRawTransaction", params: [raw] } as never);
      await client.waitForTransactionReceipt({ hash: txid, pollingInterval: 20 });
    },
  };
}

test("a transaction that pays another amount after a reorg is a deposit of that amount", async () => {
  const { uid, address, mine } = await newUser();
  const { txid, other } = await payUsdc(address);
  await fixture.scan();
  expect(await mine()).toEqual([expect.objectContaining({ state: "SEEN", units: "5000000000", txid })]);
  await other("Half");
  await fixture.scan();
  expect(await mine()).toEqual([expect.objectContaining({ state: "SEEN", units: "2500000000", txid })]);
  await mineAndScan(63);
  await placeContract(fixture.anvil.client, "Plain", usdcContract);
  expect(await commandsOf(uid)).toEqual([
    expect.objectContaining({ type: "credit_deposit", asset: 4, amount: 2_500_000_000n }),
  ]);
  await fixture.answer();
});

test("a credited transaction that pays another amount after a reorg is reversed whole, and nothing more is credited by itself", async () => {
  const { uid, address, mine } = await newUser();
  const { other } = await payUsdc(address);
  await mineAndScan(63);
  await fixture.answer();
  const problems = problemsOf();
  await other("Half");
  await mineAndScan(70);
  await placeContract(fixture.anvil.client, "Plain", usdcContract);
  expect(problems()).toContain("deposits: a transaction pays otherwise in another block, operators decide");
  expect(await mine()).toEqual([expect.objectContaining({ state: "REVERSED", units: "5000000000" })]);
  expect(await commandsOf(uid)).toEqual([
    expect.objectContaining({ type: "reverse_deposit", asset: 4, amount: 5_000_000_000n }),
  ]);
  await fixture.answer();
});

test("a credited deposit stays when its new block says that less arrived, and operators see it", async () => {
  const { uid, address, states } = await newUser();
  const { other } = await payUsdc(address);
  await mineAndScan(63);
  await fixture.answer();
  const problems = problemsOf();
  await other("Liar");
  await mineAndScan(70);
  await placeContract(fixture.anvil.client, "Plain", usdcContract);
  expect([await states(), await commandsOf(uid)]).toEqual([["CREDITED"], []]);
  expect(problems()).toEqual(["deposits: credited, against its new block"]);
});

test("a deposit that is too small stays so when it comes again after a reorg", async () => {
  const { client } = fixture.anvil;
  const { uid, address, states } = await newUser();
  const snapshot = await client.snapshot();
  const txid = await fixture.pay("USDT", address, 1n);
  const raw = await client.request({ method: "eth_getRawTransactionByHash", params: [txid] } as never);
  await fixture.scan();
  await client.revert({ id: snapshot });
  await mineAndScan(3);
  expect(await states()).toEqual(["REVERSED"]);
  await client.request({ method: "eth_sendRawTransaction", params: [raw] } as never);
  await client.waitForTransactionReceipt({ hash: txid, pollingInterval: 20 });
  await mineAndScan(70);
  expect([await states(), await commandsOf(uid)]).toEqual([["IGNORED TOO_SMALL"], []]);
});

test("a node that is only behind reverses nothing: the scan waits for it", async () => {
  const { client } = fixture.anvil;
  const { uid, address, states } = await newUser();
  await fixture.pay("USDT", address, usd(10));
  await fixture.mine(63);
  const behind = await client.snapshot();
  await mineAndScan(10);
  await fixture.answer();
  await client.revert({ id: behind });
  await expect(fixture.scan()).rejects.toThrow("behind");
  expect([await states(), await commandsOf(uid)]).toEqual([["CREDITED"], []]);
  await mineAndScan(11);
  expect([await states(), await commandsOf(uid)]).toEqual([["CREDITED"], []]);
});

test("a shorter fork reverses nothing until it is as long as what was read before it", async () => {
  const { client } = fixture.anvil;
  const { uid, address, states } = await newUser();
  const before = await client.snapshot();
  await fixture.pay("USDT", address, usd(10));
  await mineAndScan(66);
  await fixture.answer();
  await client.revert({ id: before });
  // An empty block where the payment was, and 65 of the 66 above it.
  await fixture.mine(66);
  await expect(fixture.scan()).rejects.toThrow("the fork ends at");
  await expect(fixture.scan()).rejects.toThrow("the fork ends at");
  expect([await states(), await commandsOf(uid)]).toEqual([["CREDITED"], []]);
  await mineAndScan(1);
  expect([await states(), (await commandsOf(uid)).map(({ type }) => type)]).toEqual([
    ["REVERSED"],
    ["reverse_deposit"],
  ]);
  await fixture.answer();
});

test("[INC-04] what a reverted call paid, and what a contract pays inside a call, is credited to nobody", async () => {
  const { client } = fixture.anvil;
  const users = [await newUser(), await newUser()];
  const { abi, creation: bytecode } = contractOf("Payer");
  const hash = await client.deployContract({ abi, bytecode, args: [] });
  const payer = (await client.waitForTransactionReceipt({ hash, pollingInterval: 20 })).contractAddress!;
  const list = users.map(({ address }) => address);
  const reverted = await callContract(client, "Payer", payer, "payThenRevert", [list], parseEther("2"));
  expect((await client.getTransactionReceipt({ hash: reverted })).status).toBe("reverted");
  await callContract(client, "Payer", payer, "pay", [list[0]], parseEther("1"));
  await mineAndScan(70);
  for (const { uid, states } of users) expect([await states(), await commandsOf(uid)]).toEqual([[], []]);
});

test("a token that nobody registered is not looked at, whatever its events say", async () => {
  const { uid } = await newUser();
  expect(await playFakeEvent(fixture, uid)).toBe(0);
});

for (const token of hostileTokens)
  test(`a registered token that ${token.what} brings in no more than arrived`, async () => {
    const { uid } = await newUser();
    expect(await playHostileToken(fixture, token, uid)).toEqual({ states: token.states, isTooMuch: false });
  });

test("a paused token pays nothing in, more than a ledger holds waits for an operator, and dust is not credited", async () => {
  const { client } = fixture.anvil;
  const { uid, address, mine } = await newUser();
  expect(await playPaused(fixture, uid)).toBe(0);
  await callContract(client, "Plain", usdcContract, "mint", [client.account.address, 2n ** 200n]);
  await fixture.pay("USDC", address, 2n ** 200n);
  await fixture.pay("USDC", address, usd(1) - 1n);
  await fixture.pay("USDC", address, 0n);
  await mineAndScan(70);
  expect((await mine()).map(({ reason, units }) => [reason, units])).toEqual([
    ["TOO_LARGE", String(2n ** 62n - 1n)],
    ["TOO_SMALL", "99999900"],
  ]);
});

test("of two processes that begin to read a network at once the first decides, with its block", async () => {
  const [a, b] = [`0x${"a".repeat(64)}`, `0x${"b".repeat(64)}`];
  await blocks.begin(fixture.db, "ETHEREUM", { height: 5, hash: a });
  await blocks.begin(fixture.db, "ETHEREUM", { height: 6, hash: b });
  expect(await blocks.tip(fixture.db, "ETHEREUM")).toEqual({ height: 5, hash: a, settleFrom: 0 });
  expect([await blocks.hashAt(fixture.db, "ETHEREUM", 5), await blocks.hashAt(fixture.db, "ETHEREUM", 6)]).toEqual([
    a,
    undefined,
  ]);
});

test("two scanners on one database see each deposit once", async () => {
  const { uid, address, states } = await newUser();
  for (let i = 0; i < 5; i += 1) await fixture.pay("USDT", address, usd(10 + i));
  await fixture.mine(63);
  const other = await fixture.second();
  await Promise.all([fixture.scan(), other.run()]);
  await fixture.scan();
  expect(await states()).toEqual(Array.from({ length: 5 }, () => "FINAL"));
  expect(await commandsOf(uid)).toHaveLength(5);
  await fixture.answer();
});

test("what the core has credited before is credited, what it does not take is left to operators with its reason", async () => {
  for (const [refusal, expected] of [
    ["DEPOSIT_KNOWN", "CREDITED"],
    ["AMOUNT_INVALID", "IGNORED TOO_LARGE"],
    ["ASSET_NOT_IN_PRODUCT", "IGNORED ASSET_CLOSED"],
  ] as const) {
    const { address, states } = await newUser();
    await fixture.pay("USDT", address, usd(10));
    await mineAndScan(63);
    await fixture.answer(refusals[refusal].code);
    expect(await states()).toEqual([expected]);
  }
});
