import { openDatabase } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { mnemonicKeys } from "../../../services/signer/src/index.ts";
import { startAnvil, type StartedAnvil } from "../../../services/wallet/testing/anvil.ts";
import { usdtContract } from "../../../services/wallet/testing/fixture.ts";
import { callContract, placeContract } from "../../../services/wallet/testing/tokens.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { availableOf, expectLedgerAgrees, good, units, until } from "../support/traders.ts";

// The way of a deposit: an address from the xpub → a transfer on the chain → seen, shown, final → outbox → core → balance.
const keys = mnemonicKeys(`${"abandon ".repeat(23)}art`);
const product = 1;
const usd = (amount: number): bigint => BigInt(amount) * 1_000_000n;
let anvil: StartedAnvil;
let exchange: Exchange;
let database: ReturnType<typeof openDatabase>;
let [alice, bob] = [] as unknown as [Trader, Trader];

beforeAll(async () => {
  anvil = await startAnvil();
  await placeContract(anvil.client, "Plain", usdtContract);
  await callContract(anvil.client, "Plain", usdtContract, "mint", [anvil.client.account.address, usd(1_000_000)]);
  exchange = await throwAwayExchange({
    nodes: 1,
    gatewayEnv: { RATE_READ_PER_SECOND: "10000", RATE_SIGN_IN_PER_SECOND: "10000", SIGN_INS_PER_MINUTE: "1000000" },
    chain: { nodeUrl: anvil.url, depositXpub: keys.depositXpub },
  });
  database = openDatabase(exchange.databaseUrl, 2);
  [alice, bob] = [await signIn(exchange.url, "alice", "a-device"), await signIn(exchange.url, "bob", "b-device")];
});
afterAll(async () => {
  await database?.close();
  await exchange?.remove();
  await anvil?.end();
});

const usdt = { asset: "USDT", network: "LOCAL_EVM" } as const;
const addressOf = async ({ client }: Trader) => good(await client.call("depositAddress", usdt)).address;
const listOf = async ({ client }: Trader) => good(await client.call("depositList", { pageSize: 100 })).list;
const newestOf = async (trader: Trader) => (await listOf(trader))[0];
const pay = (to: string, amount: bigint) => callContract(anvil.client, "Plain", usdtContract, "transfer", [to, amount]);
const mine = (blocks: number): Promise<void> => anvil.client.mine({ blocks });

test("a deposit address is the user's own, always the same, and the signer has its key", async () => {
  const [first, second] = [await addressOf(alice), await addressOf(bob)];
  expect(await addressOf(alice)).toBe(first);
  const { rows } = await sql<{ uid: number }>`select uid::float8 as uid from wallet.addresses`.execute(database.db);
  expect([first, second].toSorted()).toEqual(rows.map(({ uid }) => keys.addressOf(uid)).toSorted());
  const closed = await alice.client.call("depositAddress", { asset: "BTC", network: "BITCOIN" });
  expect(closed).toMatchObject({ ok: false, refusal: "NETWORK_CLOSED" });
});

test("networks say the smallest deposit, their confirmations, and whether they are read at the moment", async () => {
  const { list } = good(await alice.client.call("depositNetworks", { asset: "USDT" }));
  expect(list).toEqual([
    expect.objectContaining({
      network: "LOCAL_EVM",
      minDeposit: "1",
      shown: 3,
      final: 64,
      isOpen: true,
      hasMemo: false,
    }),
  ]);
});

test("[S1.75 D.21 D.42] a deposit is seen, shown and, once it is final, in the balance; nobody else sees it", async () => {
  const before = await availableOf(alice, product, "USDT");
  const txid = await pay(await addressOf(alice), usd(250));
  await until(async () => (await newestOf(alice))?.state === "SEEN");
  expect(await newestOf(alice)).toMatchObject({
    amount: "250",
    txid,
    confirmations: 1,
    needed: 3,
    final: 64,
    reason: "",
  });
  await mine(2);
  await until(async () => (await newestOf(alice))?.state === "SHOWN");
  await mine(60);
  await until(async () => (await tipHeight()) === Number(await anvil.client.getBlockNumber({ cacheTime: 0 })));
  expect(await newestOf(alice)).toMatchObject({ state: "SHOWN", confirmations: 63 });
  expect(await availableOf(alice, product, "USDT")).toBe(before);
  await mine(1);
  await until(async () => (await newestOf(alice))?.state === "CREDITED");
  expect(await availableOf(alice, product, "USDT")).toBe(before + units("250"));
  expect(await listOf(bob)).toEqual([]);
  await expectLedgerAgrees(alice);
  const { list } = good(await alice.client.call("statement", { product, asset: "USDT" }));
  expect(list[0]).toMatchObject({ cause: "DEPOSIT", delta: "250", reference: `LOCAL_EVM:${txid}` });
  const { text } = good(await alice.client.file("statementCsv", { product, asset: "USDT" }));
  expect(text.split("\r\n")[1]).toContain(`,DEPOSIT,250,${list[0]!.balance},LOCAL_EVM:${txid},${list[0]!.seq}`);
});

async function tipHeight(): Promise<number> {
  const { rows } = await sql<{ height: number }>`
    select height::float8 as height from wallet.tips where network = 'LOCAL_EVM'`.execute(database.db);
  return rows[0]!.height;
}

test("a wallet that is killed again and again credits every deposit once", async () => {
  const before = await availableOf(bob, product, "USDT");
  const address = await addressOf(bob);
  for (let i = 0; i < 5; i += 1) {
    await pay(address, usd(100));
    await mine(20);
    exchange.processes.get("wallet")!.kill("SIGKILL");
  }
  await mine(63);
  const credited = async () => (await listOf(bob).catch(() => [])).filter(({ state }) => state === "CREDITED").length;
  await until(async () => (await credited()) === 5, 25_000);
  expect(await availableOf(bob, product, "USDT")).toBe(before + units("500"));
  await expectLedgerAgrees(bob);
});

test("a reorg of 64 blocks takes a credited deposit out of the balance again", async () => {
  const before = await availableOf(alice, product, "USDT");
  const txid = await pay(await addressOf(alice), usd(40));
  // By its transaction: the newest row may still be an older deposit.
  const state = async () => (await listOf(alice)).find((row) => row.txid === txid)?.state;
  await mine(63);
  await until(async () => (await state()) === "CREDITED");
  expect(await availableOf(alice, product, "USDT")).toBe(before + units("40"));
  await anvil.client.request({ method: "anvil_reorg", params: [64, []] } as never);
  await until(async () => (await state()) === "REVERSED");
  await until(async () => (await availableOf(alice, product, "USDT")) === before);
  await expectLedgerAgrees(alice);
});
