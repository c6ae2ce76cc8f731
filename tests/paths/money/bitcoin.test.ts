import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { checkReserve, heldSums } from "@tidemark/contracts";
import { openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import { type BcoinClient, bcoinClient } from "../../../services/wallet/testing/bcoin.ts";
import { bitcoinHotAddress } from "../../../services/wallet/testing/bitcoin-keys.ts";
import { bitcoinColdAddress } from "../../../services/wallet/testing/signer-process.ts";
import { type DevelopmentChain, startChain } from "../../../tools/dev/chains/chain.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// The way of Bitcoin: an output to a deposit address → coins of three blocks → outbox → core → balance, and back by coins of hot and deposit addresses.
const network = "BITCOIN_REGTEST";
const product = 1;
const receiver = "bcrt1qrp33g0q5c5txsp9arysrx4k6zdkfs4nce4xj0gdcccefvpysxf3qzf4jry";
const folder = mkdtempSync(join(tmpdir(), "tidemark-bitcoin-"));
let chain: DevelopmentChain;
let node: BcoinClient;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let [alice, bob] = [] as unknown as [Trader, Trader];
let counted = 0;

beforeAll(async () => {
  chain = await startChain({
    port: await freePort(),
    // Blocks are mined when the test asks for them.
    bitcoin: { port: await freePort(), blockEveryMs: 3_600_000 },
    faucetPort: await freePort(),
    folder,
  });
  node = bcoinClient(chain.bitcoin!.nodeUrl);
  const rates = { RATE_SIGN_IN_PER_SECOND: "10000", RATE_READ_PER_SECOND: "10000" };
  exchange = await throwAwayExchange({
    nodes: 1,
    gatewayEnv: { ...rates, SIGN_INS_PER_MINUTE: "1000000" },
    platformEnv: { ...rates, WITHDRAWAL_ADDRESS_WAIT_MS: "0", WITHDRAWAL_LOCK_MS: "0" },
    chain,
    fundsProofSeconds: 2,
  });
  database = openDatabase(exchange.databaseUrl, 2);
  [alice, bob] = [await signIn(exchange.url, "alice", "a-device"), await signIn(exchange.url, "bob", "b-device")];
  const factor = await bindFactor(alice.client, emailOf("alice"), database.db);
  await until(async () => good(await alice.client.call("withdrawalInfo", { asset: "BTC" })).level === 2);
  await factor.confirm();
}, 180_000);
afterAll(async () => {
  await database?.close();
  await exchange?.remove();
  await chain?.stop();
  rmSync(folder, { recursive: true, force: true });
});

const addressOf = async ({ client }: Trader) =>
  good(await client.call("depositAddress", { asset: "BTC", network })).address;
const listOf = async ({ client }: Trader) => good(await client.call("depositList", { pageSize: 100 })).list;
const newestOf = async (trader: Trader) => (await listOf(trader))[0];
const give = async (to: string, amount: string): Promise<Response> =>
  fetch(`${chain.faucetUrl}/?asset=BTC&to=${to}&amount=${amount}`, { method: "POST" });

async function withdraw(amount: string) {
  const { list } = good(await alice.client.call("withdrawalAddressList", {}));
  const wish = { network, address: receiver, label: "Own" } as const;
  const addressId = list[0]?.id ?? good(await alice.client.call("addWithdrawalAddress", wish)).id;
  const ask = { requestId: `b${(counted += 1)}`, addressId, asset: "BTC", amount };
  const { id } = good(await alice.client.call("requestWithdrawal", ask));
  const code = await noticeSink(database.db).codeOf(emailOf("alice"));
  return good(await alice.client.call("confirmWithdrawal", { id, code }));
}
const stateOf = async (id: string) =>
  good(await alice.client.call("withdrawalList", { pageSize: 100 })).list.find((row) => row.id === id)!.state;
const paymentOf = async (id: string) => good(await alice.client.call("withdrawalPayments", { ids: [id] })).list[0];
const halted = async () => (await sql`select asset, reason from wallet.halts`.execute(database.db)).rows;

test("[S1.75] a Bitcoin deposit is seen, counts its blocks and, with the third, is in the balance; nobody else sees it", async () => {
  const before = await availableOf(alice, product, "BTC");
  expect(await addressOf(alice)).not.toBe(await addressOf(bob));
  const { txid } = (await (await give(await addressOf(alice), "0.75")).json()) as { txid: string };
  expect(await listOf(alice)).toEqual([]);
  await node.mine(1);
  await until(async () => (await newestOf(alice))?.state === "SEEN");
  expect(await newestOf(alice)).toMatchObject({ amount: "0.75", txid, confirmations: 1, needed: 3, final: 3 });
  await node.mine(1);
  await until(async () => (await newestOf(alice))?.confirmations === 2);
  expect(await availableOf(alice, product, "BTC")).toBe(before);
  await node.mine(1);
  await until(async () => (await newestOf(alice))?.state === "CREDITED");
  expect(await availableOf(alice, product, "BTC")).toBe(before + units("0.75"));
  expect(await listOf(bob)).toEqual([]);
  await expectLedgerAgrees(alice);
});

test("the faucet gives nothing to what is no address of the chain, and says what to ask", async () => {
  const answer = await give("0x70997970C51812dc3A010C7d01b50e0d17dc79C8", "1");
  expect([answer.status, await answer.text()]).toEqual([400, "ask POST /?asset=BTC&to=bcrt1…&amount=0.1\n"]);
});

test("[S1.77 INC-01] a Bitcoin withdrawal is paid by coins, its transaction is shown, and with the third block the ledger has it as sent", async () => {
  const before = await availableOf(alice, product, "BTC");
  const { id } = await withdraw("0.05");
  await until(async () => (await paymentOf(id))?.state === "SENT", 30_000);
  const { txid } = (await paymentOf(id))!;
  expect(await node.waiting()).toContain(txid);
  await node.mine(1);
  await until(async () => (await paymentOf(id))?.state === "MINED", 30_000);
  expect(await node.balanceOf(receiver)).toBe(4_980_000n);
  expect([await stateOf(id), await paymentOf(id)]).toMatchObject(["APPROVED", { network, needed: 3, explorer: "" }]);
  await node.mine(2);
  await until(async () => (await stateOf(id)) === "SENT", 30_000);
  expect(await paymentOf(id)).toMatchObject({ state: "PAID", confirmations: 3, txid });
  expect(await availableOf(alice, product, "BTC")).toBe(before - units("0.05"));
  expect([await node.balanceOf(receiver), await halted()]).toEqual([4_980_000n, []]);
  await expectLedgerAgrees(alice);
});

test("[W2] a wallet that is killed and comes back pays an approved Bitcoin withdrawal once", async () => {
  const wallet = exchange.processes.get("wallet")!;
  const before = await node.balanceOf(receiver);
  const { id } = await withdraw("0.02");
  wallet.kill("SIGKILL");
  await until(
    async () => ["SENT", "MINED"].includes((await paymentOf(id).catch(() => undefined))?.state ?? ""),
    60_000,
  );
  wallet.kill("SIGKILL");
  await node.mine(3);
  await until(async () => (await stateOf(id)) === "SENT", 60_000);
  expect(await node.balanceOf(receiver)).toBe(before + 1_980_000n);
}, 150_000);

test("[D.95] Bitcoin addresses stand among the published reserves with what they have, unsigned", async () => {
  type File = Parameters<typeof checkReserve>[0];
  let file: File | undefined;
  await until(async () => {
    const published = await alice.client.call("fundsProof", {});
    if (!published.ok || published.value.assets.length === 0) return false;
    const answer = await alice.client.call("fundsReserves", { stateSeq: published.value.stateSeq });
    if (!answer.ok || !answer.value.list.some((one) => one.network === network)) return false;
    file = { ...published.value, reserves: answer.value.list };
    return true;
  }, 60_000);
  const { reserves } = file!;
  const own = reserves.filter((one) => one.network === network);
  expect(own.map(({ role, address }) => [role, address])).toEqual([
    ["hot", bitcoinHotAddress],
    ["cold", bitcoinColdAddress],
    ["deposits", ""],
  ]);
  const checks = reserves.map((one) => checkReserve(file!, one));
  expect(own.map((one) => checkReserve(file!, one).state)).toEqual(["unsigned", "unsigned", "unsigned"]);
  const { owed, signed, unsigned } = heldSums(file!, checks).find(({ asset }) => asset === "BTC")!;
  expect([signed, unsigned > owed]).toEqual([0n, true]);
}, 90_000);
