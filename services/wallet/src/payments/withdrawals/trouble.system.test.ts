import { sql } from "kysely";
import { type Hex, parseEther } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { usdtContract } from "../../../testing/fixture.ts";
import { startLyingNode } from "../../../testing/lying-node.ts";
import {
  finalBlocks,
  openPaymentsFixture,
  type PaymentsFixture,
  type WalletProcess,
} from "../../../testing/payments-fixture.ts";
import { requestKey } from "../../../testing/signer-process.ts";
import { placeContract } from "../../../testing/tokens.ts";
import { openEvmPayments } from "../../chains/evm/evm-payments.ts";
import { attempts } from "../sends/sends-store.ts";
import { signerClient } from "../sends/signer-client.ts";

let fixture: PaymentsFixture;
let opened: WalletProcess[] = [];
beforeAll(async () => {
  fixture = await openPaymentsFixture({ caps: { transaction: "100", hour: "1000", day: "1000" } });
});
afterEach(async () => {
  await fixture.anvil.client.setAutomine(true);
  for (const wallet of opened) await wallet.end();
  opened = [];
});
afterAll(async () => fixture?.end());

const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
async function open(more?: Parameters<PaymentsFixture["open"]>[0]): Promise<WalletProcess> {
  const wallet = await fixture.open(more);
  opened.push(wallet);
  return wallet;
}
async function mineAndRun(blocks: number, { run }: WalletProcess): Promise<void> {
  await fixture.mine(blocks);
  await fixture.scan();
  await run();
}
async function sendOf(id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select send_id as id from wallet.payments where id = ${id}`.execute(
    fixture.db,
  );
  return rows[0]!.id;
}
/** The node loses its transactions, as nodes do. */
async function forget(id: string): Promise<void> {
  for (const { txid } of await attempts.of(fixture.db, await sendOf(id)))
    if (txid !== null) await fixture.anvil.client.dropTransaction({ hash: txid as Hex }).catch(() => undefined);
}
const isSentOf = async (coreId: number): Promise<boolean[]> =>
  (await fixture.endsOf(coreId)).map(({ isSent }) => isSent);

test("[W2] a stuck transaction is replaced under the same nonce for a higher fee, and its withdrawal is paid once", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
  const wallet = await open({ stuckMs: 0 });
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "SENT" });
  await wallet.run();
  await wallet.run();
  const list = await attempts.of(fixture.db, await sendOf(id));
  expect(list.length).toBeGreaterThan(1);
  expect(list.every(({ raw }) => raw !== null)).toBe(true);
  const fees = list.map(({ feeMax }) => feeMax);
  expect(fees).toEqual(fees.toSorted((a, b) => Number(a - b)));
  await client.setAutomine(true);
  await mineAndRun(1, wallet);
  expect(await fixture.payment(id)).toMatchObject({ state: "MINED" });
  await mineAndRun(finalBlocks, wallet);
  expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[true], usd(10)]);
  await fixture.answerEnds();
});

test("a higher fee that the signer refuses is not asked for again in every round, and the transaction is sent as it is", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
  const signer = signerClient({ ...fixture, socketPath: fixture.signer.socketPath, requestKey, timeoutMs: 5_000 });
  let asked = 0;
  const wallet = await open({
    stuckMs: 0,
    signer: {
      ...signer,
      async sign(...question) {
        asked += 1;
        return asked === 1 ? signer.sign(...question) : { ok: false, reason: "fee_above_cap", detail: "" };
      },
    },
  });
  for (let round = 0; round < 4; round += 1) await wallet.run();
  expect([asked, await attempts.of(fixture.db, await sendOf(id))]).toMatchObject([2, [{ place: 0 }]]);
  await forget(id);
  await wallet.run();
  await client.setAutomine(true);
  await mineAndRun(1, wallet);
  expect([(await fixture.payment(id))?.state, await fixture.balanceOf("USDT", to)]).toEqual(["MINED", usd(10)]);
});

async function reasonOf(id: string): Promise<string> {
  const { rows } = await sql<{ reason: string }>`
    select reason from wallet.sends where id = ${await sendOf(id)}`.execute(fixture.db);
  return rows[0]!.reason;
}

test("what the node does not take for a while is kept as NOT_TAKEN until it takes it, and no longer", async () => {
  const { client } = fixture.anvil;
  const node = await startLyingNode(fixture.anvil.url);
  await client.setAutomine(false);
  const { id } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
  const wallet = await open({ url: node.url });
  await wallet.run();
  const reasons = [await reasonOf(id)];
  for (const said of ["another", "its own", "another"]) {
    node.lie = ({ method }, result) =>
      method === "eth_sendRawTransaction" && said === "another" ? `0x${"3".repeat(64)}` : result;
    await forget(id);
    await wallet.run();
    reasons.push(await reasonOf(id));
  }
  expect(reasons).toEqual(["", "NOT_TAKEN", "", "NOT_TAKEN"]);
  node.lie = (_, result) => result;
  await client.setAutomine(true);
  await forget(id);
  await wallet.run();
  await mineAndRun(1, wallet);
  await node.end();
});

test("a higher fee that is signed in the end takes back why it was not, and leaves NONCE_USED", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id } = await fixture.withdraw({ asset: "USDT", amount: usd(10) });
  const signer = signerClient({ ...fixture, socketPath: fixture.signer.socketPath, requestKey, timeoutMs: 5_000 });
  let isRefusing = false;
  const wallet = await open({
    stuckMs: 0,
    signer: {
      ...signer,
      sign: async (...question) =>
        isRefusing ? { ok: false, reason: "rate_limited", detail: "" } : signer.sign(...question),
    },
  });
  await wallet.run();
  const reasons: string[] = [];
  for (const said of ["", "FEE_CAP", "NONCE_USED"]) {
    isRefusing = said === "";
    if (said !== "")
      await sql`update wallet.sends set reason = ${said} where id = ${await sendOf(id)}`.execute(fixture.db);
    for (let round = 0; round < 2; round += 1) {
      await wallet.run();
      reasons.push(await reasonOf(id));
      isRefusing = false;
    }
  }
  expect(reasons).toEqual(["rate_limited", "", "", "", "NONCE_USED", "NONCE_USED"]);
  await client.setAutomine(true);
  await mineAndRun(1, wallet);
});

test("[INC-01] when a replaced transaction is mined instead of the newest, it is the same payment, and nothing is given back", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(11) });
  const wallet = await open({ stuckMs: 0 });
  await wallet.run();
  await wallet.run();
  const [first] = await attempts.of(fixture.db, await sendOf(id));
  await forget(id);
  await client.request({ method: "eth_sendRawTransaction", params: [first!.raw as Hex] });
  await client.mine({ blocks: 1 });
  await client.setAutomine(true);
  await fixture.scan();
  await wallet.run();
  const { rows } = await sql<{ txid: string }>`select txid from wallet.sends where id = ${await sendOf(id)}`.execute(
    fixture.db,
  );
  expect(rows[0]!.txid).toBe(first!.txid);
  await mineAndRun(finalBlocks, wallet);
  expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[true], usd(11)]);
  await fixture.answerEnds();
});

test("a transaction that the node has forgotten is sent again, byte for byte", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(12) });
  const wallet = await open();
  await wallet.run();
  await forget(id);
  await client.setAutomine(true);
  const restarted = await open();
  await restarted.run();
  await restarted.run();
  expect(await attempts.of(fixture.db, await sendOf(id))).toHaveLength(1);
  expect([(await fixture.payment(id))?.state, await fixture.balanceOf("USDT", to)]).toEqual(["MINED", usd(12)]);
});

test("[INC-09] a reorg takes a payment back to SENT, and the same transaction is mined again", async () => {
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(13) });
  const wallet = await open();
  await wallet.run();
  await mineAndRun(3, wallet);
  expect((await fixture.payment(id))?.state).toBe("MINED");
  await fixture.reorg(4);
  await fixture.mine(1);
  await fixture.scan();
  expect(await fixture.balanceOf("USDT", to)).toBe(0n);
  await wallet.run();
  expect((await fixture.payment(id))?.state).toBe("SENT");
  await wallet.run();
  await wallet.run();
  expect([(await fixture.payment(id))?.state, await fixture.balanceOf("USDT", to)]).toEqual(["MINED", usd(13)]);
  await mineAndRun(finalBlocks, wallet);
  expect(await isSentOf(coreId)).toEqual([true]);
  await fixture.answerEnds();
});

test("what the signer's cap of one transaction refuses waits and says so, and its nonce pays the next", async () => {
  const wallet = await open();
  const large = await fixture.withdraw({ asset: "USDT", amount: usd(101) });
  const small = await fixture.withdraw({ asset: "USDT", amount: usd(14) });
  await wallet.run();
  await wallet.run();
  expect(await fixture.payment(large.id)).toMatchObject({ state: "WAITING", reason: "amount_above_cap", nonce: null });
  expect((await fixture.payment(small.id))?.state).toBe("MINED");
  expect([await fixture.balanceOf("USDT", large.to), await isSentOf(large.coreId)]).toEqual([0n, []]);
});

test("more than the hot address has waits and says so, and keeps none of the others waiting", async () => {
  const wallet = await open();
  const [large, small] = [
    await fixture.withdraw({ asset: "ETH", amount: parseEther("99999") }),
    await fixture.withdraw({ asset: "ETH", amount: parseEther("1") }),
  ];
  await wallet.run();
  await wallet.run();
  expect(await fixture.payment(large.id)).toMatchObject({ state: "WAITING", reason: "HOT_BALANCE_LOW" });
  expect(await fixture.balanceOf("ETH", small.to)).toBe(parseEther("1"));
});

test("an intent that ran out before it was signed is given back, once", async () => {
  const wallet = await open();
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(15), expiresAt: Date.now() - 1_000 });
  await wallet.run();
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "FAILED", reason: "NOT_SENT_IN_TIME" });
  expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[false], 0n]);
  await fixture.answerEnds();
});

test("a transaction that fails on the chain is given back after the last confirmation, not before", async () => {
  const { client } = fixture.anvil;
  await client.setAutomine(false);
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(16) });
  const wallet = await open();
  await wallet.run();
  const [slot] = ["0x1"] as const;
  await client.setStorageAt({ address: usdtContract, index: slot, value: `0x${"1".padStart(64, "0")}` });
  await client.mine({ blocks: 1 });
  await client.setStorageAt({ address: usdtContract, index: slot, value: `0x${"0".padStart(64, "0")}` });
  await client.setAutomine(true);
  await fixture.scan();
  await wallet.run();
  expect([(await fixture.payment(id))?.state, await isSentOf(coreId)]).toEqual(["MINED", []]);
  await mineAndRun(finalBlocks, wallet);
  expect(await fixture.payment(id)).toMatchObject({ state: "FAILED", reason: "TRANSACTION_FAILED" });
  expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[false], 0n]);
  await fixture.answerEnds();
});

test("a token that says success and moves nothing ends nothing: operators decide", async () => {
  const { client } = fixture.anvil;
  const { id, coreId } = await fixture.withdraw({ asset: "USDT", amount: usd(17) });
  await placeContract(client, "ReturnsFalse", usdtContract);
  const wallet = await open();
  await wallet.run();
  await placeContract(client, "Plain", usdtContract);
  await mineAndRun(1, wallet);
  await mineAndRun(finalBlocks, wallet);
  expect([(await fixture.payment(id))?.state, await isSentOf(coreId)]).toEqual(["MINED", []]);
  const { rows } = await sql<{
    reason: string;
  }>`select reason from wallet.sends where id = ${await sendOf(id)}`.execute(fixture.db);
  expect(rows).toEqual([{ reason: "NO_EFFECT" }]);
});

test("a node that lies about a receipt gets nothing paid twice and nothing given back", async () => {
  const node = await startLyingNode(fixture.anvil.url);
  const wallet = await open({ url: node.url });
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(18) });
  await wallet.run();
  await fixture.mine(finalBlocks);
  await fixture.scan();
  const lies: readonly ((receipt: Record<string, unknown>) => unknown)[] = [
    (receipt) => ({ ...receipt, status: "0x0" }),
    (receipt) => ({ ...receipt, transactionHash: `0x${"1".repeat(64)}` }),
    (receipt) => ({ ...receipt, from: to }),
    (receipt) => ({ ...receipt, blockHash: `0x${"2".repeat(64)}` }),
    (receipt) => ({ ...receipt, status: "failed" }),
    () => null,
  ];
  for (const lie of lies) {
    node.lie = ({ method }, result) =>
      method === "eth_getTransactionReceipt" && result !== null ? lie(result as Record<string, unknown>) : result;
    await wallet.run().catch(() => undefined);
    expect([await isSentOf(coreId), await fixture.balanceOf("USDT", to)]).toEqual([[], usd(18)]);
    expect((await fixture.payment(id))?.state).not.toBe("FAILED");
  }
  node.lie = (_, result) => result;
  await sql`update wallet.sends set reason = ''`.execute(fixture.db);
  await wallet.run();
  await wallet.run();
  expect(await isSentOf(coreId)).toEqual([true]);
  await fixture.answerEnds();
  await node.end();
});

test("a node that says a coin's transaction failed is not believed where a second node says otherwise", async () => {
  const node = await startLyingNode(fixture.anvil.url);
  const witness = await openEvmPayments({ network: "LOCAL_EVM", url: fixture.anvil.url, timeoutMs: 5_000 });
  const wallet = await open({ url: node.url, witness });
  const { id, coreId, to } = await fixture.withdraw({ asset: "ETH", amount: parseEther("2") });
  await wallet.run();
  await fixture.mine(finalBlocks);
  await fixture.scan();
  node.lie = ({ method }, result) =>
    method === "eth_getTransactionReceipt" && result !== null ? { ...(result as object), status: "0x0" } : result;
  await wallet.run();
  await wallet.run();
  expect([(await fixture.payment(id))?.state, await isSentOf(coreId)]).toEqual(["MINED", []]);
  expect(await fixture.balanceOf("ETH", to)).toBe(parseEther("2"));
  await node.end();
});

test("a node that does not pass on, or calls a transaction otherwise, changes nothing: another node gets the same bytes", async () => {
  const node = await startLyingNode(fixture.anvil.url);
  node.lie = ({ method }, result) => (method === "eth_sendRawTransaction" ? `0x${"3".repeat(64)}` : result);
  const wallet = await open({ url: node.url });
  const { id, to } = await fixture.withdraw({ asset: "USDT", amount: usd(19) });
  await wallet.run();
  expect((await fixture.payment(id))?.state).toBe("WAITING");
  const honest = await open();
  await honest.run();
  await honest.run();
  expect([(await fixture.payment(id))?.state, await fixture.balanceOf("USDT", to)]).toEqual(["MINED", usd(19)]);
  await node.end();
});

test("[INC-01] tables that were set back pay nothing and give nothing back", async () => {
  const wallet = await open();
  await sql`update wallet.senders set next_nonce = next_nonce - 1`.execute(fixture.db);
  const called = await fixture.withdraw({ asset: "USDT", amount: usd(20) }, { approved: null });
  const wanted = await fixture.withdraw({ asset: "USDT", amount: usd(20) });
  await expect(wallet.run()).rejects.toThrow("nothing is paid");
  for (const { id, coreId } of [called, wanted])
    expect([(await fixture.payment(id))?.state, await isSentOf(coreId)]).toEqual(["WAITING", []]);
  await sql`update wallet.senders set next_nonce = next_nonce + 1`.execute(fixture.db);
  await wallet.run();
  expect(await fixture.payment(called.id)).toMatchObject({ state: "FAILED", reason: "CALLED_BACK" });
  expect(await isSentOf(called.coreId)).toEqual([false]);
  await fixture.answerEnds();
});

test("an approval that is not what the core holds is not taken: another user, fee, network, or an id that is taken", async () => {
  const { id: taken } = await fixture.withdraw({ asset: "USDT", amount: usd(21) });
  const wrong = [
    await fixture.withdraw({ asset: "USDT", amount: usd(21) }, { uid: 1 }),
    await fixture.withdraw({ asset: "USDT", amount: usd(21) }, { fee: "0" }),
    await fixture.withdraw({ asset: "USDT", amount: usd(21) }, { id: taken }),
    await fixture.withdraw({ asset: "USDT", amount: usd(21) }, { network: "BSC" }),
  ];
  for (const { id } of wrong) expect(await fixture.payment(id)).toBeUndefined();
  const { rows } = await sql<{ problem: string }>`
    select problem from wallet.held where problem <> '' order by core_id`.execute(fixture.db);
  expect(rows).toHaveLength(wrong.length);
});

test("what the core has ended already is not paid", async () => {
  const { id, coreId, to } = await fixture.withdraw({ asset: "USDT", amount: usd(22) });
  await sql`update wallet.held set ended = 'SENT' where core_id = ${coreId}`.execute(fixture.db);
  const wallet = await open();
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "NOT_HELD" });
  expect(await fixture.balanceOf("USDT", to)).toBe(0n);
});
