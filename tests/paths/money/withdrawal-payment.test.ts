import { checkReserve } from "@tidemark/contracts";
import { openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import { mnemonicKeys } from "../../../services/signer/src/index.ts";
import { startAnvil, type StartedAnvil } from "../../../services/wallet/testing/anvil.ts";
import { usdtContract } from "../../../services/wallet/testing/fixture.ts";
import {
  coldAddress,
  startSigner,
  type StartedSigner,
  testWords,
} from "../../../services/wallet/testing/signer-process.ts";
import { callContract, contractOf, placeContract } from "../../../services/wallet/testing/tokens.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// The way of a payment: approved → the core's feed and the platform's intent → signer → chain → final → outbox → core → its state.
const keys = mnemonicKeys(testWords);
const product = 1;
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const ether = 10n ** 18n;
type Hex = `0x${string}`;
let anvil: StartedAnvil;
let signer: StartedSigner;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let alice: Trader;
let counted = 0;

beforeAll(async () => {
  [anvil, signer] = [await startAnvil(), await startSigner()];
  const { client } = anvil;
  const hot = keys.addressOf("hot") as Hex;
  await client.setBalance({ address: hot, value: 100n * ether });
  // What people are given at the start came by no chain: it stands in the cold address.
  await client.setBalance({ address: coldAddress, value: 1_000_000_000n * ether });
  await placeContract(client, "Plain", usdtContract);
  for (const [to, amount] of [[hot, 1_000_000_000n] as const, [coldAddress, 10n ** 18n] as const])
    await callContract(client, "Plain", usdtContract, "mint", [to, amount]);
  const rates = { RATE_SIGN_IN_PER_SECOND: "10000", RATE_READ_PER_SECOND: "10000" };
  exchange = await throwAwayExchange({
    nodes: 1,
    gatewayEnv: { ...rates, SIGN_INS_PER_MINUTE: "1000000" },
    platformEnv: { ...rates, WITHDRAWAL_ADDRESS_WAIT_MS: "0", WITHDRAWAL_LOCK_MS: "0" },
    chain: { nodeUrl: anvil.url, depositXpub: keys.depositXpub, signerSocket: signer.socketPath },
    fundsProofSeconds: 2,
  });
  database = openDatabase(exchange.databaseUrl, 2);
  alice = await signIn(exchange.url, "alice", "a-device");
  const factor = await bindFactor(alice.client, emailOf("alice"), database.db);
  await until(async () => good(await alice.client.call("withdrawalInfo", { asset: "USDT" })).level === 2);
  await factor.confirm();
}, 120_000);
afterAll(async () => {
  await database?.close();
  await exchange?.remove();
  await signer?.end();
  await anvil?.end();
});

async function withdraw(amount: string) {
  const { list } = good(await alice.client.call("withdrawalAddressList", {}));
  const wish = { network: "LOCAL_EVM", address, label: "Own" } as const;
  const addressId = list[0]?.id ?? good(await alice.client.call("addWithdrawalAddress", wish)).id;
  const ask = { requestId: `p${(counted += 1)}`, addressId, asset: "USDT", amount };
  const { id } = good(await alice.client.call("requestWithdrawal", ask));
  const code = await noticeSink(database.db).codeOf(emailOf("alice"));
  return good(await alice.client.call("confirmWithdrawal", { id, code }));
}
const stateOf = async (id: string) =>
  good(await alice.client.call("withdrawalList", { pageSize: 100 })).list.find((row) => row.id === id)!.state;
const paymentOf = async (id: string) => good(await alice.client.call("withdrawalPayments", { ids: [id] })).list[0];
const received = (): Promise<bigint> =>
  anvil.client.readContract({
    abi: contractOf("Plain").abi,
    address: usdtContract,
    functionName: "balanceOf",
    args: [address],
  }) as Promise<bigint>;

test("[INC-01] a withdrawal is paid on the chain, its transaction is shown, and after the last confirmation the ledger has it as sent", async () => {
  const before = await availableOf(alice, product, "USDT");
  const { id } = await withdraw("100.5");
  await until(async () => (await paymentOf(id))?.state === "MINED", 30_000);
  expect(await received()).toBe(99_500_000n);
  const payment = (await paymentOf(id))!;
  expect(payment).toMatchObject({ network: "LOCAL_EVM", needed: 3, explorer: "" });
  expect((await anvil.client.getTransactionReceipt({ hash: payment.txid as Hex })).status).toBe("success");
  expect(await stateOf(id)).toBe("APPROVED");
  await anvil.client.mine({ blocks: 70 });
  await until(async () => (await stateOf(id)) === "SENT", 30_000);
  expect(await paymentOf(id)).toMatchObject({
    state: "PAID",
    confirmations: 64,
    needed: 3,
    final: 64,
    txid: payment.txid,
  });
  expect(await availableOf(alice, product, "USDT")).toBe(before - units("100.5"));
  expect(await received()).toBe(99_500_000n);
  await expectLedgerAgrees(alice);
});

test("[D.95] anybody is given reserves whose hot address has signed the roots of a publication", async () => {
  let state = "";
  await until(async () => {
    const published = await alice.client.call("fundsProof", {});
    if (!published.ok || published.value.assets.length === 0) return false;
    const answer = await alice.client.call("fundsReserves", { stateSeq: published.value.stateSeq });
    if (!answer.ok || answer.value.list.length === 0) return false;
    const file = { ...published.value, reserves: answer.value.list };
    expect(file.reserves.map(({ role }) => role)).toEqual(["hot", "cold", "deposits"]);
    state = checkReserve(file, file.reserves[0]!).state;
    expect(checkReserve(file, file.reserves[1]!).state).toBe("unsigned");
    return state === "signed";
  }, 60_000);
  expect(state).toBe("signed");
}, 90_000);

test("[W2] a wallet that is killed and comes back pays what was approved meanwhile, once", async () => {
  const wallet = exchange.processes.get("wallet")!;
  const before = await received();
  const { id } = await withdraw("20");
  wallet.kill("SIGKILL");
  await until(async () => (await paymentOf(id).catch(() => undefined))?.state === "MINED", 60_000);
  wallet.kill("SIGKILL");
  await anvil.client.mine({ blocks: 70 });
  await until(async () => (await stateOf(id)) === "SENT", 60_000);
  expect(await received()).toBe(before + 19_000_000n);
}, 150_000);

test("[W8 INC-10] coins that leave the cold address are missed, and withdrawals of the asset wait until people lift it", async () => {
  const halted = async () => (await sql`select asset, reason from wallet.halts`.execute(database.db)).rows;
  const compared = async () =>
    (await sql`select asset from wallet.reserves where asset = 'USDT'`.execute(database.db)).rows;
  await until(async () => (await compared()).length > 0);
  expect(await halted()).toEqual([]);
  const { client } = anvil;
  await client.impersonateAccount({ address: coldAddress });
  const data = `0xa9059cbb${address.slice(2).toLowerCase().padStart(64, "0")}${(10n ** 18n).toString(16).padStart(64, "0")}`;
  const stolen = { from: coldAddress, to: usdtContract, data };
  await client.request({ method: "eth_sendTransaction", params: [stolen] } as never);
  await client.stopImpersonatingAccount({ address: coldAddress });
  await client.mine({ blocks: 1 });
  await until(async () => (await halted()).length > 0, 10_000);
  expect(await halted()).toEqual([{ asset: "USDT", reason: "DEFICIT" }]);
  const before = await received();
  const { id } = await withdraw("30");
  await until(async () => (await paymentOf(id)) !== undefined, 20_000);
  await client.mine({ blocks: 3 });
  const reason = async () =>
    (await sql<{ reason: string }>`select reason from wallet.payments where id = ${id}`.execute(database.db)).rows[0]!
      .reason;
  await until(async () => (await reason()) === "HALTED DEFICIT", 20_000);
  expect([(await paymentOf(id))!.state, await received()]).toEqual(["WAITING", before]);
}, 90_000);
