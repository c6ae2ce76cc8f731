import { systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import {
  bitcoinFinalBlocks,
  type BitcoinPaymentsFixture,
  openBitcoinPaymentsFixture,
} from "../../../testing/bitcoin-payments-fixture.ts";
import { bitcoinInstruments } from "../../../testing/bitcoin-fixture.ts";
import type { WalletProcess } from "../../../testing/payment-rows.ts";
import { bitcoinColdAddress } from "../../../testing/signer-process.ts";
import { coinBook } from "../../coins/coin-book.ts";
import { openHotTarget } from "../own-moves/hot-target.ts";
import { openReconciliation } from "../reconciliation/reconciliation.ts";
import { attempts } from "../sends/sends-store.ts";
import type { SendPoint } from "../sends/sends.ts";
import { halts } from "../../limits/halts-store.ts";

let fixture: BitcoinPaymentsFixture;
let opened: WalletProcess[] = [];
beforeAll(async () => {
  fixture = await openBitcoinPaymentsFixture({ bitcoinCaps: { transaction: "3", hour: "1000", day: "1000" } });
  await fixture.bitcoin.send(Array.from({ length: 24 }, () => ({ to: fixture.hotAddress, amount: btc(1) })));
  await fixture.mine(bitcoinFinalBlocks);
}, 120_000);
afterEach(async () => {
  for (const wallet of opened) await wallet.end();
  opened = [];
});
afterAll(async () => fixture?.end());

const btc = (coins: number): bigint => BigInt(Math.round(coins * 1e8));
async function open(more?: Parameters<BitcoinPaymentsFixture["open"]>[0]): Promise<WalletProcess> {
  const wallet = await fixture.open(more);
  opened.push(wallet);
  return wallet;
}
async function sendOf(id: string): Promise<string> {
  const { rows } = await sql<{ id: string }>`select send_id as id from wallet.payments where id = ${id}`.execute(
    fixture.db,
  );
  return rows[0]!.id;
}
const attemptsOf = async (id: string) => attempts.of(fixture.db, await sendOf(id));
const isSentOf = async (coreId: number): Promise<boolean[]> =>
  (await fixture.endsOf(coreId)).map(({ isSent }) => isSent);
const book = () => coinBook(fixture.db, "BITCOIN_REGTEST");
const free = async (): Promise<bigint> => (await book().spendable()).reduce((sum, { amount }) => sum + amount, 0n);
/** What own addresses have by the rows, and by the index of the node. */
async function balances(): Promise<readonly [rows: bigint, node: bigint]> {
  const { amount } = await book().balanceAt(fixture.hotAddress);
  return [amount, await fixture.received(fixture.hotAddress)];
}
async function finish(wallet: WalletProcess): Promise<void> {
  await fixture.mine(1);
  await wallet.run();
  await fixture.mine(bitcoinFinalBlocks);
  await wallet.run();
}

test("[S1.77 INC-01] a Bitcoin withdrawal is paid once: its coins arrive, change comes back, and the core ends it in the last confirmation", async () => {
  const wallet = await open();
  const before = await free();
  const { id, coreId, to } = await fixture.withdraw(btc(0.3));
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "SENT" });
  await fixture.mine(1);
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "MINED", nonce: 0 });
  expect([await fixture.received(to), await isSentOf(coreId)]).toEqual([btc(0.3), []]);
  await fixture.mine(bitcoinFinalBlocks - 1);
  await wallet.run();
  expect(await isSentOf(coreId)).toEqual([true]);
  await fixture.answerEnds();
  expect(await fixture.payment(id)).toMatchObject({ state: "PAID", sendState: "FINAL" });
  const [rows, node] = await balances();
  expect(rows).toBe(node);
  const [first] = await attemptsOf(id);
  const cost = before - (await free()) - btc(0.3);
  expect(cost > 0n && cost < first!.feeMax * 200n).toBe(true);
});

test("a withdrawal that no coin can pay takes several, of deposit addresses too; they are not swept first", async () => {
  const wallet = await open();
  const address = await fixture.addresses.of(5_001, 1);
  await fixture.bitcoin.send([{ to: address, amount: btc(1.9) }]);
  await fixture.mine(bitcoinFinalBlocks);
  const { id, coreId, to } = await fixture.withdraw(btc(2.5));
  await wallet.run();
  const { rows } = await sql<{ key: string }>`
    select key from wallet.inputs where send_id = ${await sendOf(id)} order by input`.execute(fixture.db);
  expect(rows.map(({ key }) => key)).toEqual(["5001", "hot"]);
  await finish(wallet);
  expect([await fixture.received(to), await isSentOf(coreId)]).toEqual([btc(2.5), [true]]);
  await fixture.answerEnds();
});

test("[W2] a stuck transaction is replaced by one with the same inputs for a higher fee, and the withdrawal is paid once", async () => {
  const wallet = await open({ stuckMs: 0 });
  const { id, coreId, to } = await fixture.withdraw(btc(0.4));
  await wallet.run();
  await wallet.run();
  await wallet.run();
  const list = await attemptsOf(id);
  expect(list.length).toBeGreaterThan(1);
  const inputsOf = (unsigned: string): string => unsigned.slice(10, 94);
  expect(new Set(list.map(({ unsigned }) => inputsOf(unsigned))).size).toBe(1);
  const fees = list.map(({ feeMax }) => feeMax);
  expect(fees).toEqual(fees.toSorted((a, b) => Number(a - b)));
  const waiting = await fixture.bitcoin.waiting();
  expect(waiting.filter((txid) => list.some((one) => one.txid === txid))).toEqual([list.at(-1)!.txid]);
  await finish(wallet);
  expect([await fixture.received(to), await isSentOf(coreId)]).toEqual([btc(0.4), [true]]);
  await fixture.answerEnds();
});

test("[INC-01 INC-09] a reorg takes a payment back to SENT, a replaced transaction is mined instead, and it is the same payment", async () => {
  const wallet = await open({ stuckMs: 0 });
  const { id, coreId, to } = await fixture.withdraw(btc(0.5));
  await wallet.run();
  await wallet.run();
  await wallet.run();
  await fixture.mine(1);
  await wallet.run();
  expect((await fixture.payment(id))?.state).toBe("MINED");
  const [first] = await attemptsOf(id);
  await fixture.bitcoin.drop(1);
  await fixture.mine(1);
  await fixture.bitcoin.relay(first!.raw!.slice(2), first!.txid!);
  const patient = await open();
  await patient.run();
  expect([(await fixture.payment(id))?.state, await fixture.received(to)]).toEqual(["SENT", 0n]);
  await finish(patient);
  const { rows } = await sql<{ txid: string }>`select txid from wallet.sends where id = ${await sendOf(id)}`.execute(
    fixture.db,
  );
  expect(rows).toEqual([{ txid: first!.txid }]);
  expect([await fixture.received(to), await isSentOf(coreId)]).toEqual([btc(0.5), [true]]);
  const [inRows, atNode] = await balances();
  expect(inRows).toBe(atNode);
  await fixture.answerEnds();
});

const points: readonly SendPoint[] = ["planned", "answered", "signed", "broadcast", "sent", "mined", "final"];

test("[W2 INC-01] killed at whichever step, a Bitcoin withdrawal is paid exactly once, and each coin is spent by one payment", async () => {
  for (const point of points) {
    const { id, coreId, to } = await fixture.withdraw(btc(0.2));
    const reached = Promise.withResolvers<"killed">();
    const passed = (now: SendPoint): Promise<void> => {
      if (now !== point) return Promise.resolve();
      reached.resolve("killed");
      return new Promise(() => undefined);
    };
    const wallet = await fixture.open({ passed });
    const rounds = async (run: () => Promise<void>): Promise<"done"> => {
      for (const blocks of [1, bitcoinFinalBlocks, 1]) {
        await run();
        await fixture.mine(blocks);
      }
      await run();
      return "done";
    };
    expect([point, await Promise.race([reached.promise, rounds(wallet.run)])]).toEqual([point, "killed"]);
    await wallet.kill();
    const last = await open();
    await rounds(last.run);
    expect([point, await fixture.received(to)]).toEqual([point, btc(0.2)]);
    expect([point, await isSentOf(coreId)]).toEqual([point, [true]]);
    await fixture.answerEnds();
    expect([point, (await fixture.payment(id))?.state]).toEqual([point, "PAID"]);
  }
}, 300_000);

test("[W2] killed while a fee is raised, a Bitcoin withdrawal is paid once", async () => {
  for (const point of ["bumped", "answered", "signed", "broadcast"] as const) {
    const { coreId, to } = await fixture.withdraw(btc(0.1));
    const first = await open();
    await first.run();
    const reached = Promise.withResolvers<"killed">();
    const passed = (now: SendPoint): Promise<void> => {
      if (now !== point) return Promise.resolve();
      reached.resolve("killed");
      return new Promise(() => undefined);
    };
    const wallet = await fixture.open({ passed, stuckMs: 0 });
    expect(await Promise.race([reached.promise, wallet.run().then(() => wallet.run())])).toBe("killed");
    await wallet.kill();
    const last = await open();
    await last.run();
    await finish(last);
    expect([point, await fixture.received(to), await isSentOf(coreId)]).toEqual([point, btc(0.1), [true]]);
    await fixture.answerEnds();
  }
}, 120_000);

test("what the signer refuses waits and says so, and its coins pay the next", async () => {
  const wallet = await open();
  await fixture.bitcoin.send([{ to: fixture.hotAddress, amount: btc(5) }]);
  await fixture.mine(bitcoinFinalBlocks);
  const before = await free();
  const large = await fixture.withdraw(btc(3.1));
  const low = await fixture.withdraw(btc(900));
  const narrow = await fixture.withdraw(btc(0.1), { feeCap: 300n });
  const expired = await fixture.withdraw(btc(0.1), { expiresAt: Date.now() - 1_000 });
  await wallet.run();
  expect(await fixture.payment(large.id)).toMatchObject({ state: "WAITING", reason: "amount_above_cap", nonce: null });
  expect(await fixture.payment(low.id)).toMatchObject({ state: "WAITING", reason: "HOT_BALANCE_LOW" });
  expect(await fixture.payment(narrow.id)).toMatchObject({ state: "WAITING", reason: "FEE_TOO_HIGH" });
  expect(await fixture.payment(expired.id)).toMatchObject({ state: "FAILED", reason: "NOT_SENT_IN_TIME" });
  expect([await free(), await isSentOf(expired.coreId)]).toEqual([before, [false]]);
  const { to } = await fixture.withdraw(btc(2.9));
  await wallet.run();
  await fixture.mine(1);
  expect(await fixture.received(to)).toBe(btc(2.9));
  await fixture.answerEnds();
});

test("while its coins are in a block that is not final a withdrawal says so, not that the balance is low, and is planned once it is", async () => {
  const wallet = await open();
  const amount = (await free()) + btc(0.5);
  await fixture.bitcoin.send([{ to: fixture.hotAddress, amount: btc(1) }]);
  await fixture.mine(1);
  const { id } = await fixture.withdraw(amount);
  await wallet.run();
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "COINS_NOT_FREE", nonce: null });
  await fixture.mine(bitcoinFinalBlocks);
  await sql`update wallet.payments set retry_at = 0 where id = ${id}`.execute(fixture.db);
  await wallet.run();
  // The signer was asked for it.
  expect(await fixture.payment(id)).toMatchObject({ state: "WAITING", reason: "amount_above_cap", nonce: null });
});

test("what the hot wallet has above its target goes to the cold address, which counts as ours and is never spent", async () => {
  const wallet = await open();
  await finish(wallet);
  const target = btc(10);
  const hotTarget = openHotTarget({
    time: systemTime,
    db: wallet.db,
    chain: wallet.chain,
    coldAddress: bitcoinColdAddress,
    targets: new Map([["BTC", target]]),
    log: fixture.log,
  });
  const excess = (await free()) - target;
  expect(excess > 0n).toBe(true);
  await wallet.run((round) => hotTarget.run(round));
  await finish(wallet);
  expect(await wallet.chain.balanceOf(null, bitcoinColdAddress)).toBe(excess);
  expect((await book().spendable()).some(({ amount }) => amount === excess)).toBe(false);
});

test("[W8 INC-10] Bitcoin's own coins, hot, cold and of deposit addresses, are compared with the ledger, and a lack halts BTC", async () => {
  const wallet = await open();
  await finish(wallet);
  // As the core's feed says: what was paid is ended.
  await sql`
    update wallet.held h set ended = 'SENT' from wallet.payments p
    where p.core_id = h.core_id and p.state in ('MINED', 'PAID')`.execute(fixture.db);
  const { rows: places } = await sql<{ units: string }>`
    select sum(amount)::text as units from wallet.coins where spent_height is null`.execute(fixture.db);
  const units = BigInt(places[0]!.units);
  let owed = units;
  let passedMs = 0;
  const reconciliation = openReconciliation({
    db: wallet.db,
    chain: wallet.chain,
    coldAddress: bitcoinColdAddress,
    isCounted: () => true,
    custody: async () => new Map([[2, owed]]),
    instruments: async () => bitcoinInstruments,
    time: { now: () => Date.now() + passedMs },
    log: fixture.log,
  });
  const compare = async (): Promise<readonly string[]> => {
    await wallet.run((round) => reconciliation.run(round));
    passedMs += 3_000;
    await wallet.run((round) => reconciliation.run(round));
    return [...(await halts.all(fixture.db)).keys()];
  };
  expect(await compare()).toEqual([]);
  const { rows } = await sql<{ units: string }>`select units::text as units from wallet.reserves`.execute(fixture.db);
  expect(rows).toEqual([{ units: String(units) }]);
  owed += 1n;
  await fixture.mine(1);
  expect(await compare()).toEqual(["BTC"]);
  await sql`delete from wallet.halts`.execute(fixture.db);
});

test("[W2] a stuck transaction without change is not raised: the same bytes are sent until a block takes them", async () => {
  const amount = btc(0.0123);
  // At 2 satoshi a virtual byte 800 are left, at 3 still 659: too little for an output, so that both are one transaction.
  await fixture.bitcoin.send([{ to: fixture.hotAddress, amount: amount + 2n * 141n + 800n }]);
  await fixture.mine(bitcoinFinalBlocks);
  const wallet = await open({ stuckMs: 0 });
  const { id, coreId, to } = await fixture.withdraw(amount);
  for (let round = 0; round < 3; round += 1) await wallet.run();
  const list = await attemptsOf(id);
  expect(list.map(({ feeMax, raw }) => [feeMax, raw === null])).toEqual([[2n, false]]);
  const { rows } = await sql<{
    reason: string;
  }>`select reason from wallet.sends where id = ${await sendOf(id)}`.execute(fixture.db);
  expect(rows).toEqual([{ reason: "NO_CHANGE" }]);
  // Once more after the node has lost it with a block.
  await fixture.bitcoin.mine(1);
  await fixture.bitcoin.drop(1);
  expect(await fixture.bitcoin.waiting()).not.toContain(list[0]!.txid);
  await wallet.run();
  expect(await fixture.bitcoin.waiting()).toContain(list[0]!.txid);
  await finish(wallet);
  expect([await fixture.received(to), await isSentOf(coreId)]).toEqual([amount, [true]]);
  await fixture.answerEnds();
});

test("[INC-01] tables that were set back, or a key that is used elsewhere, pay nothing", async () => {
  const wallet = await open();
  const wanted = await fixture.withdraw(btc(0.1));
  await sql`update wallet.senders set next_nonce = next_nonce - 1`.execute(fixture.db);
  await expect(wallet.run()).rejects.toThrow("nothing is paid");
  await sql`update wallet.senders set next_nonce = next_nonce + 1`.execute(fixture.db);
  const { rows } = await sql<{ txid: string }>`select txid from wallet.attempts where txid is not null limit 1`.execute(
    fixture.db,
  );
  await sql`update wallet.attempts set txid = 'gone' where txid = ${rows[0]!.txid}`.execute(fixture.db);
  await expect(wallet.run()).rejects.toThrow("spends our coins");
  await sql`update wallet.attempts set txid = ${rows[0]!.txid} where txid = 'gone'`.execute(fixture.db);
  expect(await fixture.payment(wanted.id)).toMatchObject({ state: "WAITING", nonce: null });
  await wallet.run();
  expect(await fixture.payment(wanted.id)).toMatchObject({ state: "SENT" });
});
