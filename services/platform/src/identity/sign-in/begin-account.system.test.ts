import { inTransaction, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../../migrate.ts";
import type { IdentityDeps } from "../account/deps.ts";
import { devices } from "../account/user-store.ts";
import { addUser, beginAccount } from "./register.ts";

let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 4);
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

/** How long the first holds its transaction open: the second has begun by then. */
const heldMs = 300;
const account = (place: number) => ({
  email: `${place}@example.com`,
  phone: null,
  passwordHash: null,
  referredBy: null,
  lang: "en_US" as const,
  site: "MAIN" as const,
  country: "",
  at: 1,
});

/** Opens two accounts at once; returns, for each, the accounts of its device when coupons were granted. */
async function openedAtOnce(deviceId: string, first: number): Promise<readonly (readonly number[])[]> {
  const found: (readonly number[])[] = [];
  const uids: number[] = [];
  const registrationCoupons: IdentityDeps["registrationCoupons"] = {
    async grantTo(tx, uid) {
      found.push((await devices.sharing(tx, [uid], 10)).get(uid) ?? []);
      if (found.length === 1) await new Promise((resolve) => setTimeout(resolve, heldMs));
    },
  };
  const origin = { deviceId, ip: "127.0.0.1", country: "", agent: "test", isApp: false };
  await Promise.all(
    [first, first + 1].map((place) =>
      inTransaction(owner.db, async (tx) => {
        const uid = (await addUser(tx, account(place)))!;
        uids.push(uid);
        await beginAccount({ registrationCoupons } as IdentityDeps, tx, uid, origin, 1);
      }),
    ),
  );
  return found.map((linked) => linked.map((uid) => uids.indexOf(uid)));
}

test("[C.55] of two accounts that are opened on one device at once the second is found as linked before it gets coupons", async () => {
  const [first, second] = await openedAtOnce("shared", 1);
  expect([first!.length, second!.length]).toEqual([0, 1]);
  // Without a device nobody waits, and nobody is linked.
  expect(await openedAtOnce("", 3)).toEqual([[], []]);
});
