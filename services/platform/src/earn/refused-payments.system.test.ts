import { inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { payments } from "./interest-days.ts";
import { sendRefusedAgain } from "./pay-interest.ts";

// Payments that a pool has refused, on the real tables. The core is played: its pool of one asset is empty, that of the other is not.
const [empty, filled] = [1, 2];
const day = 20_000;
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 1);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

/** Sends at most so many again, and has the core answer all that is on its way. */
async function tryAgain(max: number): Promise<void> {
  await inTransaction(owner.db, (tx) => sendRefusedAgain({ now: () => 1 }, tx, max));
  const { rows } = await sql<{ number: number; assetId: number }>`
    select number::float8 as number, asset_id as "assetId" from earn.payments where state = 'SENT'`.execute(owner.db);
  const numbersOf = (asset: number): number[] =>
    rows.filter(({ assetId }) => assetId === asset).map(({ number }) => number);
  await payments.answered(owner.db, numbersOf(empty), "REFUSED");
  await payments.answered(owner.db, numbersOf(filled), "PAID");
}
const left = async (asset: number): Promise<number> =>
  (
    await sql<{ n: number }>`
      select count(*)::int as n from earn.payments where asset_id = ${asset} and state = 'REFUSED'`.execute(owner.db)
  ).rows[0]!.n;

test("[S1.9] what an empty pool owes does not keep payments of a pool with money waiting, however much of it there is", async () => {
  const owed = (uid: number, assetId: number, of: number) => ({ uid, assetId, day: of, amount: 5n });
  // More than one run takes, of an earlier day and of lower numbers.
  const first = Array.from({ length: 5 }, (_, at) => owed(1 + at, empty, day));
  const later = [owed(50, filled, day + 1), owed(51, filled, day + 1)];
  await inTransaction(owner.db, async (tx) => {
    const numbers = [...first, ...later].map((_, at) => -10 + at);
    await payments.add(tx, [...first, ...later], numbers);
    await payments.answered(tx, numbers, "REFUSED");
  });
  for (let runs = 0; runs < 4; runs += 1) await tryAgain(2);
  expect([await left(empty), await left(filled)]).toEqual([5, 0]);
});
