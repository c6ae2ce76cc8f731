import type { PaidFeesRow } from "@tidemark/contracts/journal";
import { expect, test } from "vitest";
import { dayOf } from "../module/utc-days.ts";
import { pairsToCompare, relationsOf, sharesOf } from "./rules.ts";

const at = Date.UTC(2026, 10, 18, 12);
const today = dayOf(at);
const [anna, ben, carla, dan, someone] = [1, 2, 3, 4, 9] as const;
/** Anna invited Ben, Ben invited Carla, and Anna invited Dan. */
const ofCarla = { uid: carla, inviter: ben, secondInviter: anna, at };
const ofBen = { uid: ben, inviter: anna, secondInviter: null, at };
const tiers = [
  { tier: 1, share: 20_000_000n, days: 365 },
  { tier: 2, share: 5_000_000n, days: 365 },
];
const none = relationsOf(new Map(), []);
const paid = (uid: number, other: number, fee: string, worth = fee): PaidFeesRow => [uid, other, 4, 1, fee, worth];
const amounts = (...args: Parameters<typeof sharesOf>) =>
  sharesOf(...args).map(({ inviter, amount }) => [inviter, amount]);

test("[R.6] a friend's fee pays a fifth to who invited, a twentieth to who invited that one, each cut to the last digit", () => {
  expect(amounts(today, ofCarla, [paid(carla, someone, "1000")], tiers, none)).toEqual([
    [ben, 200n],
    [anna, 50n],
  ]);
  expect(amounts(today, ofCarla, [paid(carla, someone, "19")], tiers, none)).toEqual([[ben, 3n]]);
  expect(amounts(today, ofBen, [paid(ben, someone, "10"), paid(ben, 8, "9")], tiers, none)).toEqual([[anna, 3n]]);
});

test("[S1.11] shares are paid for 365 days since the friend's account was opened", () => {
  const fees = [paid(ben, someone, "1000")];
  expect(amounts(today + 364, ofBen, fees, tiers, none)).toEqual([[anna, 200n]]);
  expect(amounts(today + 365, ofBen, fees, tiers, none)).toEqual([]);
});

test("[S1.11] trades within one circle of invited people pay nobody", () => {
  const inviters = relationsOf(
    new Map([
      [ben, anna],
      [dan, anna],
      [carla, ben],
    ]),
    [],
  );
  // With the inviter, with another friend of the same inviter, and with an own friend.
  for (const other of [anna, dan, carla])
    expect(amounts(today, ofBen, [paid(ben, other, "1000")], tiers, inviters)).toEqual([]);
  expect(amounts(today, ofBen, [paid(ben, someone, "1000")], tiers, inviters)).toEqual([[anna, 200n]]);
});

test("[S1.11] who shares a device with a friend earns nothing by that friend, and a fill with a shared device does not count", () => {
  const fees = [paid(carla, someone, "1000")];
  expect(amounts(today, ofCarla, fees, tiers, relationsOf(new Map(), [[carla, ben]]))).toEqual([[anna, 50n]]);
  expect(amounts(today, ofCarla, fees, tiers, relationsOf(new Map(), [[carla, someone]]))).toEqual([]);
  expect(pairsToCompare(ofCarla, fees)).toEqual([
    [carla, ben],
    [carla, anna],
    [carla, someone],
  ]);
});

test("[S1.11] products and assets are paid apart, with their worth", () => {
  const fees: PaidFeesRow[] = [
    [ben, someone, 2, 2, "500", "5000"],
    [ben, someone, 4, 1, "100", "100"],
    [ben, 8, 4, 1, "100", "100"],
  ];
  expect(sharesOf(today, ofBen, fees, tiers, none)).toMatchObject([
    { product: 2, assetId: 2, fees: 500n, amount: 100n, feesWorth: 5_000n, worth: 1_000n },
    { product: 4, assetId: 1, fees: 200n, amount: 40n, feesWorth: 200n, worth: 40n },
  ]);
});
