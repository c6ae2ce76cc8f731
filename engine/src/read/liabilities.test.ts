import { expect, test } from "vitest";
import { HarshStory } from "../../sim/harsh-story.ts";
import { people, PerpWorld, play, Story } from "../../sim/index.ts";
import { accountKey, bucketOfKey, system } from "../ledger/accounts.ts";
import { createState } from "../state/logic-version.ts";
import type { State } from "../state/state.ts";
import { type AssetLiabilities, listingLiabilities } from "./liabilities.ts";
import { allBalances } from "./questions.ts";

function liabilitiesOf(state: State): AssetLiabilities[] {
  const listing = listingLiabilities(state);
  for (;;) {
    const { done, value } = listing.next();
    if (done === true) return value;
  }
}
const sumOf = (balances: ReadonlyMap<number, bigint>): bigint => [...balances.values()].reduce((a, b) => a + b, 0n);

test.each([
  ["spot", () => new Story(20_261_117), 2_000],
  ["contracts, coupons and margin pairs", () => new HarshStory(20_261_118), 4_000],
] as const)(
  "[R-3.2] coins in custody are what users and the system have, after a story of %s",
  (_, begin, commands) => {
    const state = createState();
    const story = begin();
    for (let done = 0; done < commands;) {
      const batch = story.next(state);
      play(state, batch);
      done += batch.commands.length;
    }
    const { high, low, work } = state.memory;
    const all = liabilitiesOf(state);
    expect([state.memory.high, state.memory.low, state.memory.work]).toEqual([high, low, work]);
    expect(all.length).toBeGreaterThan(1);
    for (const { custody, users, system: own, uncovered } of all) {
      expect(custody).toBe(sumOf(users) + sumOf(own) + uncovered);
      expect(uncovered).toBeLessThanOrEqual(0n);
      for (const balance of [...users.values(), ...own.values()]) expect(balance).toBeGreaterThan(0n);
    }
    // Every account above zero is in exactly one leaf.
    const mirrored = new Set<number>([system.deposits, system.withdrawals, system.loans]);
    const above = allBalances(state).filter(({ account, units }) => units > 0n && !mirrored.has(bucketOfKey(account)));
    const owed = all.reduce((sum, one) => sum + sumOf(one.users) + sumOf(one.system), 0n);
    expect(owed).toBe(above.reduce((sum, { units }) => sum + units, 0n));
  },
);

test("a user's leaf is all buckets together; what is below zero lowers no leaf", () => {
  const world = new PerpWorld({ alice: ["1000 USDT"], bob: ["1000000 USDT"] });
  world.meet("alice", "bob", "0.1", "50000");
  const usdtOf = (): AssetLiabilities => liabilitiesOf(world.state).find(({ asset }) => asset === 1)!;
  const own = (): bigint[] =>
    allBalances(world.state)
      .filter(({ uid, account }) => uid === people.alice && bucketOfKey(account) < system.deposits)
      .map(({ units }) => units);
  expect(own().length).toBeGreaterThan(1);
  expect(usdtOf().users.get(people.alice)).toBe(own().reduce((sum, units) => sum + units, 0n));
  const { uncovered, users } = usdtOf();
  const { ledger } = world.state;
  const [fees, rounding] = [system.fees, system.rounding].map((kind) => ledger.account(0, accountKey(4, 0, 1, kind)));
  const taken = Number(ledger.balance(fees!)) + 7;
  ledger.beginEntry(0, 0);
  ledger.line(fees!, -taken);
  ledger.line(rounding!, taken);
  ledger.endEntry();
  expect(usdtOf().uncovered).toBe(uncovered - 7n);
  expect(usdtOf().users).toEqual(users);
});
