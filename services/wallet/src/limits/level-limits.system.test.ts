import type { TickerRow } from "@tidemark/contracts";
import { inTransaction, systemTime } from "@tidemark/kit-node";
import { sql } from "kysely";
import { parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { instruments } from "../../testing/fixture.ts";
import { openPaymentsFixture, type PaymentsFixture } from "../../testing/payments-fixture.ts";
import { heldConsumer } from "../payments/withdrawals/intake.ts";
import { countWithinLevel, dayMs } from "./level-limits.ts";
import { levels, worths } from "./level-store.ts";
import { openReport } from "../payments/withdrawals/report.ts";
import { held } from "../payments/withdrawals/store.ts";
import { openWorths } from "./worths.ts";

// The platform has approved all of these: only the second limit stands between them and the chain.
let fixture: PaymentsFixture;
beforeAll(async () => {
  fixture = await openPaymentsFixture();
});
afterAll(() => fixture?.end());

/** So that 1.5 ETH are worth 15,000 USDT. */
const tickers = (index = "10000", indexStale = false): TickerRow[] =>
  [{ symbol: "ETH/USDT", last: "1", index, indexStale, status: "TRADING" }] as TickerRow[];
const valued = (rows: readonly TickerRow[]): Promise<void> =>
  openWorths({
    db: fixture.db,
    tickers: async () => rows,
    instruments: async () => instruments,
    clock: systemTime,
    log: fixture.log,
  }).run();

type Event = { readonly type: string } & Readonly<Record<string, number | string>>;
/** As the core's feed brings them. */
const fromCore = (...events: Event[]): Promise<unknown> =>
  inTransaction(fixture.db, async (tx) =>
    heldConsumer(fixture).handle(tx, [
      { place: { core: "main", seq: 1, part: 0 }, at: Date.now(), events: events as never },
    ]),
  );
const setLevel = (uid: number, level: number): Promise<unknown> => fromCore({ type: "kyc_level_set", uid, level });

const ether = async (uid: number, amount: string) =>
  fixture.withdraw({
    asset: "ETH",
    amount: parseEther(amount),
    by: { uid, heldAt: Date.now() },
    expiresAt: Date.now() + 3 * dayMs,
  });

let laterMs = 0;
/** What waits is looked at again 15 s later: each run is a minute after the one before it. */
async function runLater(ms = 60_000): Promise<void> {
  laterMs += ms;
  const later = laterMs;
  const wallet = await fixture.open({ time: { ...systemTime, now: () => systemTime.now() + later } });
  for (let round = 0; round < 2; round += 1) await wallet.run();
  await wallet.end();
}

test("[D.126] a withdrawal beyond the limit of its level is not paid though it is approved; once the level rises it is", async () => {
  const [first, second] = [await ether(70, "1.5"), await ether(70, "1.5")];
  await valued(tickers());
  await runLater();
  expect(await fixture.payment(first.id)).toMatchObject({ state: "WAITING", reason: "NO_LEVEL", nonce: null });
  await setLevel(70, 1);
  await runLater();
  expect((await fixture.payment(first.id))?.nonce).not.toBeNull();
  expect(await fixture.balanceOf("ETH", first.to)).toBe(first.wish.amount);
  expect(await fixture.payment(second.id)).toMatchObject({ state: "WAITING", reason: "LEVEL_LIMIT", nonce: null });
  expect(await fixture.balanceOf("ETH", second.to)).toBe(0n);
  expect(await fixture.endsOf(second.coreId)).toEqual([]);
  const reports: unknown[] = [];
  await openReport({
    db: fixture.db,
    send: async ({ payments }) => (reports.push(...payments), []),
    networks: () => [],
    clock: systemTime,
    log: fixture.log,
  }).run();
  expect(reports).toContainEqual(expect.objectContaining({ id: second.id, state: "WAITING", reason: "LEVEL_LIMIT" }));
  await setLevel(70, 2);
  await runLater();
  expect(await fixture.balanceOf("ETH", second.to)).toBe(second.wish.amount);
}, 120_000);

test("[D.126] what waits for its limit is paid once 24 hours have passed, one after another and never all at once", async () => {
  await setLevel(71, 1);
  const all = [await ether(71, "1.5"), await ether(71, "1.5"), await ether(71, "1.5")];
  await valued(tickers());
  const paid = async (): Promise<number> => {
    const amounts = await Promise.all(all.map(({ to }) => fixture.balanceOf("ETH", to)));
    return amounts.filter((amount) => amount > 0n).length;
  };
  await runLater();
  expect(await paid()).toBe(1);
  await runLater(dayMs - 2 * 60_000 - laterMs);
  expect(await paid()).toBe(1);
  await runLater(4 * 60_000);
  expect(await paid()).toBe(2);
  await runLater(dayMs - 2 * 60_000);
  expect(await paid()).toBe(2);
  await runLater(4 * 60_000);
  expect(await paid()).toBe(3);
}, 120_000);

test("while the core has no price of its asset a withdrawal waits; its worth is that of the first price, whatever comes after", async () => {
  await setLevel(72, 2);
  const first = await ether(72, "1");
  await valued(tickers("10000", true));
  await runLater();
  expect(await fixture.payment(first.id)).toMatchObject({ state: "WAITING", reason: "WORTH_UNKNOWN", nonce: null });
  await valued(tickers("20000"));
  await valued(tickers("30000"));
  const { rows } = await sql<{ worth: string }>`
    select worth::text as worth from wallet.held where core_id = ${first.coreId}`.execute(fixture.db);
  expect(rows).toEqual([{ worth: "2002000000000" }]);
  await runLater();
  expect(await fixture.balanceOf("ETH", first.to)).toBe(first.wish.amount);
}, 120_000);

const hour = 60 * 60_000;
const usdt = (amount: number): bigint => BigInt(amount) * 100_000_000n;
/** Straight from the rows, without a chain: worth in USDT, hours of the hold. */
async function hold(coreId: number, uid: number, amount: number, hours: number): Promise<void> {
  await held.add(fixture.db, { coreId, uid, assetId: 1, units: usdt(amount) }, hours * hour);
  await worths.keep(fixture.db, coreId, usdt(amount));
}
const letPass = (coreId: number, hours: number) => countWithinLevel({ db: fixture.db, now: hours * hour }, coreId);

test("a withdrawal that operators looked at for a day counts at its hold, as the platform counts it", async () => {
  await setLevel(80, 1);
  await hold(800, 80, 20_000, 0);
  await hold(801, 80, 20_000, 25);
  expect(await letPass(800, 24.5)).toBeUndefined();
  expect(await letPass(801, 25)).toBeUndefined();
});

test("no 24 hours have more than the limit, in whatever order withdrawals are approved", async () => {
  await setLevel(81, 1);
  await hold(810, 81, 15_000, 0);
  await hold(811, 81, 15_000, 12);
  await hold(812, 81, 15_000, 30);
  expect(await letPass(811, 31)).toBeUndefined();
  expect(await letPass(810, 31)).toBe("LEVEL_LIMIT");
  expect(await letPass(812, 31)).toBe("LEVEL_LIMIT");
  expect(await letPass(812, 36.5)).toBeUndefined();
  expect(await letPass(810, 37)).toBe("LEVEL_LIMIT");
  expect(await letPass(810, 60.5)).toBeUndefined();
});

test("what the core returned no longer counts, what it ended as sent without this wallet does, and one that waits again keeps no other waiting", async () => {
  await setLevel(82, 2);
  await hold(820, 82, 15_000, 0);
  await hold(821, 82, 15_000, 1);
  await hold(822, 82, 15_000, 2);
  expect([await letPass(820, 2), await letPass(821, 2)]).toEqual([undefined, undefined]);
  // Both were let pass and neither was signed for when the level was lowered.
  await setLevel(82, 1);
  expect(await letPass(820, 3)).toBe("LEVEL_LIMIT");
  expect(await letPass(821, 3)).toBeUndefined();
  expect(await letPass(822, 3)).toBe("LEVEL_LIMIT");
  await fromCore({ type: "withdrawal_ended", withdrawalId: 821, isSent: 0 });
  expect(await letPass(822, 3)).toBeUndefined();
  await hold(823, 82, 15_000, 40);
  await hold(824, 82, 15_000, 41);
  await fromCore({ type: "withdrawal_ended", withdrawalId: 823, isSent: 1 });
  expect(await letPass(824, 41)).toBe("LEVEL_LIMIT");
  await setLevel(82, 0);
  expect(await letPass(824, 90)).toBe("NO_LEVEL");
});

test("as long as the worth of one that counts is not known, the next of its user waits", async () => {
  await setLevel(84, 2);
  await held.add(fixture.db, { coreId: 840, uid: 84, assetId: 3, units: 1n }, 0);
  await fromCore({ type: "withdrawal_ended", withdrawalId: 840, isSent: 1 });
  await hold(841, 84, 1, 1);
  expect(await letPass(841, 1)).toBe("WORTH_UNKNOWN");
  await worths.keep(fixture.db, 840, 1n);
  expect(await letPass(841, 1)).toBeUndefined();
});

test("the feed may be read again from its beginning: levels are learned, and what has ended stays as it was, without an alarm", async () => {
  const { id, coreId } = await fixture.withdraw({ asset: "USDT", amount: 1_000_000n });
  const end = { type: "withdrawal_ended", withdrawalId: coreId, isSent: 0 };
  await held.end(fixture.db, coreId, "SENT");
  await fromCore({ type: "kyc_level_set", uid: 83, level: 1 }, end, { type: "kyc_level_set", uid: 83, level: 2 });
  expect(await levels.of(fixture.db, 83)).toBe(2);
  const { rows } = await sql`
    select h.ended from wallet.held h join wallet.payments p on p.core_id = h.core_id where p.id = ${id}`.execute(
    fixture.db,
  );
  expect(rows).toEqual([{ ended: "SENT" }]);
});
