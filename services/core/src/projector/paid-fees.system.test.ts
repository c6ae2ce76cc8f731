import { buckets, entryCauses, type Instruments, productIds } from "@tidemark/contracts";
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

// Fees of a day on the real tables. The engine lists one contract; all fees are in USDT.
const dayMs = 86_400_000;
const day = 20_000;
const [few, many, last] = [11, 12, 13];
const [spot, contract] = [2, 3];
const state = {
  fees: { rate: () => 0 },
  markets: { all: () => [0], symbol: () => "ETHUSDT" },
  memory: { w: Array.from({ length: 64 }, () => contract), number: () => 0 },
} as unknown as State;
const instruments = {
  marketOf: () => ({ product: productIds.futures_usdt }),
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
     select trade, $2, 1, $1, ${spot}, 0, 1, 1, trade, $5::bigint + (trade - $3::bigint) / 3
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
  expect(fees[0]).toEqual({ uid: last, tradeId: 20_000, market: spot, at: day * dayMs, worth: "20000" });
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

type Line = readonly [bucket: "cash" | "bonus", delta: number];
/** One fill of the contract with what its entry took from the user, in the order of the engine's postings. */
async function settle(uid: number, trade: number, { pnl, fee }: { pnl: number; fee: number }, lines: readonly Line[]) {
  const at = day * dayMs;
  await owner.pool.query(
    `insert into history.trades (trade_id, market, price, qty, taker_side, at, batch_seq) values ($1, ${contract}, 1, 1, 0, $2, $1)`,
    [trade, at],
  );
  for (const [role, user] of [uid, uid + 1_000].entries())
    await owner.pool.query(
      `insert into history.fills (trade_id, role, order_id, uid, market, side, price, qty, fee, pnl, at)
       values ($1, $2, 1, $3, ${contract}, 0, 1, 1, $4, $5, $6)`,
      [trade, role, user, role === 0 ? fee : 0, role === 0 ? pnl : 0, at],
    );
  for (const [line, [bucket, delta]] of lines.entries())
    await owner.pool.query(
      `insert into history.ledger_lines (batch_seq, line, uid, account, product, asset, bucket, cause, ref, delta, balance, at)
       values ($1, $2, $3, 1, ${productIds.futures_usdt}, 1, $4, ${entryCauses.indexOf("FILL")}, $1, $5, 0, $6)`,
      [trade, line, uid, buckets.indexOf(bucket), delta, at],
    );
}

test("[C.34 R-14.2] a fee counts as far as cash paid it: bonus that paid the loss of its close takes nothing off it", async () => {
  const cases: readonly (readonly [Parameters<typeof settle>[2], readonly Line[], paidInCash: number])[] = [
    // Bonus covers half of the loss and is used up; cash pays the fee.
    [
      { pnl: -10, fee: 3 },
      [
        ["bonus", -5],
        ["cash", -5],
        ["cash", -3],
      ],
      3,
    ],
    // A grant that pays 30 % of each cost pays 30 % of the loss and of the fee.
    [
      { pnl: -100, fee: 10 },
      [
        ["bonus", -30],
        ["cash", -70],
        ["bonus", -3],
        ["cash", -7],
      ],
      7,
    ],
    // Bonus is used up in the middle of the fee.
    [
      { pnl: -10, fee: 3 },
      [
        ["bonus", -10],
        ["bonus", -1],
        ["cash", -2],
      ],
      2,
    ],
    // A profit goes to cash before bonus pays the fee, and so does an opening fill's.
    [
      { pnl: 50, fee: 3 },
      [
        ["cash", 50],
        ["bonus", -3],
      ],
      0,
    ],
    [
      { pnl: 0, fee: 3 },
      [
        ["bonus", -2],
        ["cash", -1],
      ],
      1,
    ],
  ];
  const first = 41;
  for (const [place, [figures, lines]] of cases.entries()) await settle(first + place, 60_000 + place, figures, lines);
  const uids = cases.map((_, place) => first + place);
  const paid = cases.map(([, , inCash]) => String(inCash));
  const { fees } = await askAll(uids);
  expect(fees.toReversed().map(({ worth }) => worth)).toEqual(paid);
  const reply = await paidFees({ state, instruments, pool: owner.pool }, "platform", { day, uids });
  const { rows } = (reply as unknown as { data: PaidFeesPage }).data;
  const sums = new Map(rows.map(([uid, , , , fee]) => [uid, fee]));
  expect(uids.map((uid) => sums.get(uid) ?? "0")).toEqual(paid);
});

/** What counts of users' fees on the day, singly and as sums. */
async function counted(uids: readonly number[]): Promise<readonly (readonly [single: string, sum: string])[]> {
  const { fees } = await askAll(uids);
  const reply = await paidFees({ state, instruments, pool: owner.pool }, "platform", { day, uids });
  const { rows } = (reply as unknown as { data: PaidFeesPage }).data;
  const sumOf = (uid: number): string =>
    String(rows.filter((row) => row[0] === uid).reduce((sum, [, , , , fee]) => sum + BigInt(fee), 0n));
  const singleOf = (uid: number): string =>
    String(fees.filter((fee) => fee.uid === uid).reduce((sum, { worth }) => sum + BigInt(worth), 0n));
  return uids.map((uid) => [singleOf(uid), sumOf(uid)]);
}
const long = 1;
/** A position that a trade's batch opened, and a later one closed; with the face of a voucher or without. */
async function position(uid: number, opened: number, closed: number | null, isVoucher: boolean): Promise<void> {
  await owner.pool.query("update history.fills set pos_side = $2 where uid = $1", [uid, long]);
  await owner.pool.query(
    `insert into history.positions (uid, market, pos_side, opened_seq, opened_line, opened_at, closed_seq, closed_at, cause, qty, value,
       margin, max_qty, opened_qty, opened_value, closed_qty, closed_value, realised, fees, funding)
     values ($1, ${contract}, ${long}, $2, 1, $4::bigint, $3::bigint, case when $3::bigint is null then null else $4::bigint end,
       0, 1, 1, 1, 1, 1, 1, 0, 0, 0, 0, 0)`,
    [uid, opened, closed, day * dayMs],
  );
  if (!isVoucher) return;
  await owner.pool.query(
    `insert into history.ledger_lines (batch_seq, line, uid, account, product, asset, bucket, cause, ref, delta, balance, at)
     values ($1, 50, $2, 1, ${productIds.futures_usdt}, 1, ${buckets.indexOf("cash")}, ${entryCauses.indexOf("VOUCHER")}, 1, 20, 20, $3)`,
    [opened, uid, day * dayMs],
  );
}

test("[C.34 R-14.1] fees of a voucher's position, from its opening to its end, are no fees paid in cash; those of the next position are", async () => {
  const [holder, trader] = [71, 72];
  for (const [uid, first] of [
    [holder, 71_000],
    [trader, 72_000],
  ] as const) {
    await settle(uid, first, { pnl: 0, fee: 3 }, []);
    await settle(uid, first + 10, { pnl: -5, fee: 4 }, []);
    await settle(uid, first + 20, { pnl: 0, fee: 5 }, [["cash", -5]]);
    await position(uid, first, first + 10, uid === holder);
    await position(uid, first + 20, null, false);
  }
  expect(await counted([holder, trader])).toEqual([
    ["5", "5"],
    ["12", "12"],
  ]);
});

// coupons.md leaves out "liquidation fees": that is the part of step 3 that goes to the insurance fund, which no fill has as its fee. Whether
// the taker fee of the same fill counts is left open; it goes to the exchange as every other taker fee does, so it counts.
test("[C.35 R-11.2] of a liquidation the fund's part counts nothing; the taker fee counts as far as bonus did not pay it", async () => {
  const [inCash, withBonus] = [81, 82];
  // 3 to the exchange and 5 to the fund are one cost of the account; the fill's fee is the taker's 3.
  await settle(inCash, 81_000, { pnl: -10, fee: 3 }, [
    ["cash", -10],
    ["cash", -8],
  ]);
  await settle(withBonus, 82_000, { pnl: -10, fee: 3 }, [
    ["bonus", -10],
    ["bonus", -4],
    ["cash", -4],
  ]);
  expect(await counted([inCash, withBonus])).toEqual([
    ["3", "3"],
    ["0", "0"],
  ]);
});
