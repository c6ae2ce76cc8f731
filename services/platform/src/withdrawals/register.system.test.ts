import { refusals, success } from "@tidemark/contracts";
import { openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { openWithdrawalRegister } from "./register.ts";
import { levels } from "./store.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let register: ReturnType<typeof openWithdrawalRegister>;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 1);
  register = openWithdrawalRegister(database.url, async () => undefined);
});
afterAll(async () => {
  await register?.close();
  await owner?.close();
  await database?.drop();
});

const order = (uid: number, level: number): Promise<number> =>
  register.setLevels([uid], level, { reason: "test", origin: "test" });
/** The core answers all that waits. */
const answer = (code: number = success): Promise<unknown> =>
  sql`update withdrawals.outbox set answered_at = 1, code = ${code} where answered_at is null`.execute(owner.db);
const stands = (uid: number, level: number): Promise<void> => levels.keep(owner.db, uid, level);

test("a level that is ordered again is sent once, on its way and when it stands", async () => {
  expect(await order(1, 2)).toBe(1);
  expect(await order(1, 2)).toBe(0);
  await answer();
  await stands(1, 2);
  expect(await order(1, 2)).toBe(0);
});

test("an order that takes back another is sent, also while that one is on its way or its answer has not arrived", async () => {
  await stands(2, 1);
  expect(await order(2, 2)).toBe(1);
  expect(await order(2, 1)).toBe(1);
  expect(await order(2, 2)).toBe(1);
  await answer();
  expect(await order(2, 1)).toBe(1);
});

test("an order that the core refused counts for nothing", async () => {
  await stands(3, 1);
  expect(await order(3, 2)).toBe(1);
  await answer(refusals.POSITION_IN_LIQUIDATION.code);
  expect(await order(3, 1)).toBe(0);
  expect(await order(3, 2)).toBe(1);
});
