import type { Instruments } from "@tidemark/contracts";
import {
  beforePaidFees,
  type PaidFee,
  type PaidFeesAsk,
  paidFeesMax,
  type PaidFeesPage,
} from "@tidemark/contracts/journal";
import type { State } from "@tidemark/engine";
import { openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migrateCore } from "../journal/migrate.ts";
import { paidFees } from "./paid-fees.ts";

// Single fees of a day on the real tables. The engine lists nothing: all fees are in USDT, and no bonus pays.
const dayMs = 86_400_000;
const day = 20_000;
const [few, many, last] = [11, 12, 13];
const state = { fees: undefined, markets: { all: () => [] }, memory: { w: [] } } as unknown as State;
const instruments = {
  marketOf: () => undefined,
  feeAsset: () => "USDT",
  asset: () => ({ id: 1, scale: 8 }),
} as unknown as Instruments;

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migrateCore(database.url);
  owner = openDatabase(database.url, 1);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

/** Fills of a user, three in each batch, from a trade on. */
async function fill(uid: number, role: number, firstTrade: number, count: number, at = day * dayMs): Promise<void> {
  await owner.pool.query(
    `insert into history.fills (trade_id, role, order_id, uid, market, side, price, qty, fee, at)
     select trade, $2, 1, $1, 3, 0, 1, 1, trade, $5::bigint + (trade - $3::bigint) / 3
     from generate_series($3::bigint, $3::bigint + $4::bigint - 1) as trade`,
    [uid, role, firstTrade, count, at],
  );
}
async function ask(after: PaidFeesAsk["after"], uids: readonly number[]): Promise<PaidFeesPage> {
  const reply = await paidFees({ state, instruments, pool: owner.pool }, "platform", { day, uids, after });
  return (reply as unknown as { data: PaidFeesPage }).data;
}
async function askAll(
  uids: readonly number[],
): Promise<{ readonly fees: readonly PaidFee[]; readonly answers: number }> {
  const fees: PaidFee[] = [];
  for (let [answers, after] = [1, beforePaidFees]; ; answers += 1) {
    const page = await ask(after, uids);
    fees.push(...page.fees!);
    if (page.hasMore !== true) return { fees, answers };
    const { uid, at, tradeId } = page.fees!.at(-1)!;
    after = [uid, at, tradeId];
  }
}

test("[C.34] over several answers each fee of the day comes once, user by user, each one's in the order of trades", async () => {
  await fill(few, 0, 10_000, 5);
  await fill(many, 1, 1, 2 * paidFeesMax + 400);
  // A trade with oneself at the end of the first answer, whose two rows are not torn apart.
  await fill(many, 0, paidFeesMax - 5, 1, day * dayMs + Math.floor((paidFeesMax - 6) / 3));
  await fill(last, 1, 20_000, 5);
  // Of the day before, the day behind, and somebody else.
  await fill(last, 1, 30_000, 3, (day + 1) * dayMs);
  await fill(last, 1, 31_000, 3, day * dayMs - 1_000);
  await fill(14, 1, 32_000, 3);
  const { fees, answers } = await askAll([few, many, last]);
  const one = (uid: number, first: number, count: number) =>
    Array.from({ length: count }, (_, place) => [uid, first + place]);
  const own = one(many, 1, 2 * paidFeesMax + 400).flatMap((each) =>
    each[1] === paidFeesMax - 5 ? [each, each] : [each],
  );
  expect(fees.map(({ uid, tradeId }) => [uid, tradeId])).toEqual([
    ...one(last, 20_000, 5),
    ...own,
    ...one(few, 10_000, 5),
  ]);
  expect(answers).toBe(3);
  expect(fees[0]).toEqual({ uid: last, tradeId: 20_000, market: 3, at: day * dayMs, worth: "20000" });
});

test("[C.34] an answer that is full where a user's fees end is complete for that user, and the next one begins behind", async () => {
  await fill(22, 1, 40_000, paidFeesMax);
  await fill(21, 1, 50_000, 2);
  const first = await ask(beforePaidFees, [21, 22]);
  expect([first.fees!.length, first.hasMore]).toEqual([paidFeesMax, true]);
  const { uid, at, tradeId } = first.fees!.at(-1)!;
  const next = await ask([uid, at, tradeId], [21, 22]);
  expect([next.fees!.map((fee) => fee.tradeId), next.hasMore]).toEqual([[50_000, 50_001], false]);
});
