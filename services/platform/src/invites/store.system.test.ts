import { openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { shares } from "./store.ts";

// Sums of shares on the real tables.
const [inviter, friend, other] = [1, 2, 3];
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

test("[S1.11] a share that the core refused to pay is not earned: neither in all, nor on its day, nor by its friend", async () => {
  const shared = { inviter, tier: 1, product: 4, assetId: 1 };
  const share = (by: number, of: number, worth: bigint) => {
    const fees = 5n * worth;
    return { ...shared, friend: by, day: of, fees, amount: worth, feesWorth: fees, worth };
  };
  const made = [
    share(friend, day, 100n),
    share(friend, day + 1, 10n),
    share(other, day + 1, 7n),
    share(other, day + 2, 1n),
  ];
  await shares.add(owner.db, made, [1, 2, 3, 4]);
  await shares.answered(owner.db, [1], "PAID");
  await shares.answered(owner.db, [2, 4], "REFUSED");
  // One that is on its way is earned; a friend whose share was refused has traded all the same.
  expect(await shares.earned(owner.db, inviter)).toEqual({ worth: 107n, traded: 2 });
  expect(await shares.byDay(owner.db, inviter, day)).toEqual([
    { day, worth: 100n },
    { day: day + 1, worth: 7n },
  ]);
  expect(await shares.byFriend(owner.db, inviter, [friend, other])).toEqual(
    new Map([
      [friend, { fees: 550n, worth: 100n }],
      [other, { fees: 40n, worth: 7n }],
    ]),
  );
});
