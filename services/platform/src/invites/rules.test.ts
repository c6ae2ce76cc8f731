import type { PaidFeesRow } from "@tidemark/contracts/journal";
import fc from "fast-check";
import { expect, test } from "vitest";
import { dayOf } from "../module/utc-days.ts";
import { pairsToCompare, relationsOf, type Share, sharesOf } from "./rules.ts";

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
    [ben, anna],
    [carla, someone],
  ]);
});

test("[S1.11] an own account between oneself and a friend earns no second share: both inviters have used one device", () => {
  const own = relationsOf(new Map(), [[ben, anna]]);
  expect(amounts(today, ofCarla, [paid(carla, someone, "1000")], tiers, own)).toEqual([[ben, 200n]]);
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

/** Who invited an account (0: nobody), and the devices that it has used. */
type Account = { readonly inviter: number; readonly devices: readonly number[] };
type Fill = { readonly taker: number; readonly maker: number; readonly fee: number };
const accountsMax = 10;
const devicesMax = 6;
const account = (uid: fc.Arbitrary<number>): fc.Arbitrary<Account> =>
  fc.record({
    inviter: uid,
    devices: fc.uniqueArray(fc.integer({ min: 1, max: devicesMax }), { minLength: 1, maxLength: 2 }),
  });
/** Any graph, also circles and accounts that invited themselves, which registration does not make. */
const anyUid = fc.integer({ min: 0, max: accountsMax });
const anyGraph = fc.array(account(anyUid), { minLength: accountsMax, maxLength: accountsMax });
const anyFills = fc.array(
  fc.record({
    taker: fc.integer({ min: 1, max: accountsMax }),
    maker: fc.integer({ min: 1, max: accountsMax }),
    fee: fc.integer({ min: 1, max: 10_000 }),
  }),
  { maxLength: 40 },
);

/** What all accounts pay to those who invited, as the module asks: relations are looked up for the pairs that it names. */
function sharesOfGraph(graph: readonly Account[], fills: readonly Fill[]): readonly Share[] {
  const inviterOf = (uid: number): number => graph[uid - 1]?.inviter ?? 0;
  const devicesOf = (uid: number): readonly number[] => graph[uid - 1]?.devices ?? [];
  const isShared = ([a, b]: readonly [number, number]): boolean =>
    devicesOf(a).some((one) => devicesOf(b).includes(one));
  const inviters = new Map(
    graph.flatMap(({ inviter }, index) => (inviter === 0 ? [] : [[index + 1, inviter] as const])),
  );
  return [...inviters].flatMap(([uid, inviter]) => {
    const second = inviterOf(inviter);
    const one = { uid, inviter, secondInviter: second === 0 ? null : second, at };
    // Both sides of a fill pay a fee.
    const fees = fills.flatMap(({ taker, maker, fee }) => [
      ...(taker === uid ? [paid(uid, maker, String(fee))] : []),
      ...(maker === uid ? [paid(uid, taker, String(fee))] : []),
    ]);
    const relations = relationsOf(inviters, pairsToCompare(one, fees).filter(isShared));
    return sharesOf(today, one, fees, tiers, relations);
  });
}

test("[S1.11] in any graph of invitations nobody earns by an account on an own device, by itself, over an own account, or by fills within the circle", () => {
  fc.assert(
    fc.property(anyGraph, anyFills, (graph, fills) => {
      for (const { inviter, friend, tier, fees } of sharesOfGraph(graph, fills)) {
        const [own, theirs] = [graph[inviter - 1]!, graph[friend - 1]!];
        expect(inviter).not.toBe(friend);
        expect(own.devices.some((device) => theirs.devices.includes(device))).toBe(false);
        const first = graph[theirs.inviter - 1]!;
        expect(tier === 2 && own.devices.some((device) => first.devices.includes(device))).toBe(false);
        const circle = [friend, theirs.inviter, graph[theirs.inviter - 1]!.inviter].filter((uid) => uid > 0);
        const isOutside = (other: number): boolean =>
          !circle.includes(other) &&
          !circle.includes(graph[other - 1]!.inviter) &&
          !graph[other - 1]!.devices.some((device) => theirs.devices.includes(device));
        const outside = fills
          .flatMap(({ taker, maker, fee }) => [[taker, maker, fee] as const, [maker, taker, fee] as const])
          .filter(([uid, other]) => uid === friend && isOutside(other));
        expect(fees).toBe(outside.reduce((sum, [, , fee]) => sum + BigInt(fee), 0n));
      }
    }),
    { numRuns: 500 },
  );
});

test("[S1.11] a ring of accounts on one device earns nothing, whoever invited whom and whatever they trade with each other", () => {
  fc.assert(
    fc.property(anyGraph, anyFills, fc.integer({ min: 1, max: devicesMax }), (graph, fills, device) => {
      const ring = graph.map((one) => ({ ...one, devices: [...new Set([...one.devices, device])] }));
      expect(sharesOfGraph(ring, fills)).toEqual([]);
    }),
  );
});

test("[S1.11] a chain of self-invited accounts on one device earns nothing by trades with others either", () => {
  fc.assert(
    fc.property(fc.integer({ min: 2, max: 5 }), anyFills, (length, fills) => {
      // The first accounts are of one user, each invited by the one before; the others have nothing to do with them.
      const graph = Array.from({ length: accountsMax }, (_, index): Account => {
        const isOwn = index < length;
        return { inviter: isOwn ? index : 0, devices: [isOwn ? 1 : 2 + index] };
      });
      expect(sharesOfGraph(graph, fills)).toEqual([]);
    }),
  );
});

test("[S1.11] accounts on devices of their own lose by trading for shares: they get at most a quarter of the fees they paid", () => {
  fc.assert(
    fc.property(anyGraph, anyFills, (graph, fills) => {
      const apart = graph.map((one, index) => ({ ...one, devices: [100 + index] }));
      const got = sharesOfGraph(apart, fills).reduce((sum, { amount }) => sum + amount, 0n);
      const fees = fills.reduce((sum, { fee }) => sum + 2n * BigInt(fee), 0n);
      expect(4n * got <= fees).toBe(true);
    }),
  );
});
