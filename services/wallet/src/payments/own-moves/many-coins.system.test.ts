import { calls, checkReserve, heldSums, type PublishedReserve } from "@tidemark/contracts";
import { systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { bitcoinInstruments } from "../../../testing/bitcoin-fixture.ts";
import {
  bitcoinFinalBlocks,
  type BitcoinPaymentsFixture,
  openBitcoinPaymentsFixture,
} from "../../../testing/bitcoin-payments-fixture.ts";
import type { WalletProcess } from "../../../testing/payment-rows.ts";
import { bitcoinColdAddress } from "../../../testing/signer-process.ts";
import type { CoinChain } from "../../chains/payment-chain.ts";
import { coinBook } from "../../coins/coin-book.ts";
import { openWalletRegister } from "../../operators/register.ts";
import { reserveAnswers } from "../../reserves/answers.ts";
import { openReserveStatements } from "../../reserves/statements.ts";
import { openHotShare } from "../reconciliation/hot-share.ts";
import { openHotTarget } from "./hot-target.ts";
import { openConsolidation } from "./utxo-consolidation.ts";
import { openReconciliation } from "../reconciliation/reconciliation.ts";

// Where Bitcoin differs from networks with accounts: money is in coins, which can be too many, can vanish, and whose keys sign no statement.
const network = "BITCOIN_REGTEST";
let fixture: BitcoinPaymentsFixture;
let wallet: WalletProcess;
beforeAll(async () => {
  fixture = await openBitcoinPaymentsFixture();
}, 120_000);
afterAll(async () => fixture?.end());
afterEach(async () => {
  vi.restoreAllMocks();
  await wallet?.end();
});

const btc = (coins: number): bigint => BigInt(Math.round(coins * 1e8));
async function open(): Promise<{ chain: CoinChain }> {
  wallet = await fixture.open();
  return { chain: wallet.chain as CoinChain };
}
async function pay(to: string, amount: bigint, times: number): Promise<void> {
  await fixture.bitcoin.send(Array.from({ length: times }, () => ({ to, amount })));
  await fixture.mine(bitcoinFinalBlocks);
}
async function finish(): Promise<void> {
  await fixture.mine(1);
  await wallet.run();
  await fixture.mine(bitcoinFinalBlocks);
  await wallet.run();
}
/** What waits is looked at after a while only. */
const tryAgain = () => sql`update wallet.payments set retry_at = 0`.execute(fixture.db);
const inputsOf = async (kind: string): Promise<readonly number[]> => {
  const { rows } = await sql<{ inputs: number }>`
    select count(*)::int as inputs from wallet.inputs i join wallet.sends s on s.id = i.send_id
    where s.kind = ${kind} group by s.id, s.nonce order by s.nonce`.execute(fixture.db);
  return rows.map(({ inputs }) => inputs);
};

test("more coins than one transaction spends are joined, and then they pay a withdrawal that had to wait", async () => {
  const { chain } = await open();
  const deposit = await fixture.addresses.of(6_001, 1);
  await pay(fixture.hotAddress, btc(0.01), 40);
  await pay(deposit, btc(0.01), 20);
  const before = await chain.free();
  const { id, to } = await fixture.withdraw(btc(0.5));
  const consolidation = openConsolidation({ db: wallet.db, chain, time: systemTime, log: fixture.log });
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "COINS_NOT_ENOUGH" });
  // One at a time, however often it is asked for.
  await wallet.run((round) => consolidation.run(round));
  await wallet.run((round) => consolidation.run(round));
  expect(await inputsOf("sweep")).toEqual([32]);
  await finish();
  const cost = before - (await chain.free());
  expect([cost > 0n, cost < 200_000n, (await chain.spendable()).length]).toEqual([true, true, 30]);
  await tryAgain();
  await wallet.run((round) => consolidation.run(round));
  await finish();
  expect([await fixture.received(to), await inputsOf("sweep")]).toEqual([btc(0.5), [32]]);
  expect(await fixture.payment(id)).toMatchObject({ state: "MINED", sendState: "FINAL" });
  await fixture.answerEnds();
});

test("what is above the target leaves for the cold address also where it came in many small coins", async () => {
  const { chain } = await open();
  await pay(fixture.hotAddress, btc(0.01), 80);
  const target = btc(0.05);
  const hotTarget = openHotTarget({
    time: systemTime,
    db: wallet.db,
    chain,
    coldAddress: bitcoinColdAddress,
    targets: new Map([["BTC", target]]),
    log: fixture.log,
  });
  const consolidation = openConsolidation({ db: wallet.db, chain, time: systemTime, log: fixture.log });
  const excess = (await chain.free()) - target;
  for (let round = 0; round < 4; round += 1) {
    await wallet.run(async (now) => {
      await hotTarget.run(now);
      await consolidation.run(now);
    });
    await finish();
  }
  const cold = await chain.balanceOf(null, bitcoinColdAddress);
  expect(cold <= excess && cold > excess - 200_000n).toBe(true);
  expect((await chain.free()) <= target).toBe(true);
}, 60_000);

test("[INC-10] coins of deposit addresses count as hot: their keys are the same signer's", async () => {
  const { chain } = await open();
  const spy = vi.spyOn(fixture.log, "error");
  const deps = { db: wallet.db, chain, coldAddress: bitcoinColdAddress, log: fixture.log };
  const instruments = async () => bitcoinInstruments;
  const share = openHotShare({ ...deps, instruments });
  const custody = async () => new Map<number, bigint>();
  const one = openReconciliation({ ...deps, instruments, isCounted: () => true, custody, time: systemTime });
  const look = (): Promise<void> =>
    wallet.run(async (round) => {
      await one.run(round);
      await share.run(round);
    });
  const alarms = () => spy.mock.calls.filter(([, words]) => String(words).startsWith("hot share"));
  await pay(bitcoinColdAddress, btc(20), 1);
  await look();
  expect(alarms()).toEqual([]);
  await pay(await fixture.addresses.of(6_002, 1), btc(0.05), 30);
  await look();
  expect(alarms()).toHaveLength(1);
  expect(alarms()[0]![0]).toMatchObject({ asset: "BTC" });
});

test("[W8] coins are compared with the ledger only where all blocks of the node were read, so that a first start halts nothing", async () => {
  const { chain } = await open();
  await sql`delete from wallet.reserves`.execute(fixture.db);
  let passedMs = 0;
  const one = openReconciliation({
    db: wallet.db,
    chain,
    coldAddress: bitcoinColdAddress,
    isCounted: () => true,
    custody: async () => new Map([[2, btc(1_000_000)]]),
    instruments: async () => bitcoinInstruments,
    time: { now: () => Date.now() + passedMs },
    log: fixture.log,
  });
  const compare = async () => {
    for (let round = 0; round < 3; round += 1) {
      await wallet.run((now) => one.run(now));
      passedMs += 3_000;
    }
    const { rows } = await sql`select reason from wallet.halts`.execute(fixture.db);
    return { halts: rows.length, isRecent: one.isRecent() };
  };
  await fixture.bitcoin.mine(1);
  expect(await compare()).toEqual({ halts: 0, isRecent: false });
  await fixture.scan();
  expect(await compare()).toEqual({ halts: 1, isRecent: true });
  await sql`delete from wallet.halts`.execute(fixture.db);
});

test("the sum of free coins is of all of them, beyond those that are looked at to pay", async () => {
  await sql`
    insert into wallet.tips (network, height, hash) values ('BITCOIN', 1000, 'h');
    `.execute(fixture.db);
  await sql`
    insert into wallet.coins (network, txid, place, address, key, amount, height, is_mined)
    select 'BITCOIN', 'coin', n, 'hot', 'hot', 1000, 1, false from generate_series(1, 1500) as n`.execute(fixture.db);
  const book = coinBook(fixture.db, "BITCOIN");
  expect([await book.free(), (await book.spendable()).length]).toEqual([1_500_000n, 1_000]);
});

test("[INC-09] a payment whose coins a reorg took is listed for operators, and continues when they are back", async () => {
  await open();
  const funded = await fixture.bitcoin.send([{ to: fixture.hotAddress, amount: btc(3) }]);
  await fixture.mine(bitcoinFinalBlocks);
  const { id, to } = await fixture.withdraw(btc(2.9));
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "SENT" });
  await fixture.bitcoin.drop(bitcoinFinalBlocks);
  await fixture.mine(bitcoinFinalBlocks + 1);
  await wallet.run();
  const register = openWalletRegister(fixture.databaseUrl, new Map(), async () => undefined);
  try {
    expect(await register.sends()).toMatchObject([{ kind: "withdraw", state: "SENT", reason: "COINS_GONE" }]);
    await fixture.bitcoin.relay(funded.raw, funded.txid);
    await fixture.mine(1);
    await wallet.run();
    expect(await register.sends()).toEqual([]);
  } finally {
    await register.close();
  }
  await finish();
  expect([(await fixture.payment(id))?.sendState, await fixture.received(to)]).toEqual(["FINAL", btc(2.9)]);
  await fixture.answerEnds();
});

test("Bitcoin addresses are published with what they have, and as ones that have not signed", async () => {
  const { chain } = await open();
  const assets = [{ asset: "BTC", root: "0c".repeat(32), sum: "1000" }];
  const publication = { stateSeq: 7, at: Date.parse("2026-11-18T01:00:00Z"), assets };
  const never = async (): Promise<never> => Promise.reject(new Error("nothing is signed"));
  const reserves = openReserveStatements({
    db: wallet.db,
    chain,
    coldAddress: bitcoinColdAddress,
    signer: { signReserves: never },
    publication: async () => publication,
    instruments: async () => bitcoinInstruments,
    time: systemTime,
    log: fixture.log,
  });
  await wallet.run((round) => reserves.run(round));
  const answer = reserveAnswers(fixture).find(({ call }) => call.name === calls.fundsReserves.name)!;
  const said = await answer.reply({ stateSeq: 7 }, {} as never);
  const list = (said.ok ? (said.value as { list: readonly PublishedReserve[] }).list : []).map((one) => ({ ...one }));
  expect(list.map(({ role, address, text }) => [role, address, text])).toEqual([
    ["hot", fixture.hotAddress, ""],
    ["cold", bitcoinColdAddress, ""],
    ["deposits", "", ""],
  ]);
  const file = { ...publication, reserves: list };
  const checks = list.map((one) => checkReserve(file, one));
  expect(checks.map(({ state }) => state)).toEqual(["unsigned", "unsigned", "unsigned"]);
  const { rows } = await sql<{ units: string }>`
    select sum(amount)::text as units from wallet.coins
    where network = ${network} and spent_height is null`.execute(fixture.db);
  expect(heldSums(file, checks)).toEqual([{ asset: "BTC", owed: 1000n, signed: 0n, unsigned: BigInt(rows[0]!.units) }]);
  const register = openWalletRegister(fixture.databaseUrl, new Map(), async () => undefined);
  expect(await register.unsignedStatement(network)).toBeUndefined();
  await register.close();
});
