import type { PaidFeesRow } from "@tidemark/contracts/journal";
import { referralShare } from "@tidemark/money";
import type { Invitation } from "../module/invitations.ts";
import { dayOf } from "../module/utc-days.ts";

/** Of tier 1 and 2: the share of fees in 1e-8, and for how many days since the friend's account was opened. */
export type Tier = { readonly tier: number; readonly share: bigint; readonly days: number };

export type Share = {
  readonly inviter: number;
  readonly friend: number;
  readonly tier: number;
  readonly day: number;
  readonly product: number;
  readonly assetId: number;
  readonly fees: bigint;
  readonly amount: bigint;
  readonly feesWorth: bigint;
  readonly worth: bigint;
};

type Pair = readonly [uid: number, other: number];
const keyOf = ([uid, other]: Pair): string => `${uid} ${other}`;

/** What is known about the accounts of a page: who invited whom, and which pairs have used one device. */
export type Relations = {
  readonly invitersOf: ReadonlyMap<number, number>;
  readonly onOneDevice: ReadonlySet<string>;
};
export const relationsOf = (invitersOf: ReadonlyMap<number, number>, onOneDevice: readonly Pair[]): Relations => ({
  invitersOf,
  onOneDevice: new Set(onOneDevice.map(keyOf)),
});

/** Those who earn by a friend, with their tier. */
const earnersOf = ({ inviter, secondInviter }: Invitation): readonly (readonly [tier: number, uid: number])[] =>
  secondInviter === null
    ? [[1, inviter]]
    : [
        [1, inviter],
        [2, secondInviter],
      ];

/** The pairs whose devices must be compared: the friend with those who earn, these with each other, and the friend with the other side of each fill. */
export const pairsToCompare = (one: Invitation, fees: readonly PaidFeesRow[]): readonly Pair[] => [
  ...earnersOf(one).map(([, uid]): Pair => [one.uid, uid]),
  ...(one.secondInviter === null ? [] : [[one.inviter, one.secondInviter] as const]),
  ...fees.map(([uid, other]): Pair => [uid, other]),
];

/** Trades within one circle of invited people pay nobody: they would buy shares with wash trades. */
function isWithinCircle(one: Invitation, other: number, { invitersOf, onOneDevice }: Relations): boolean {
  const circle = [one.uid, one.inviter, ...(one.secondInviter === null ? [] : [one.secondInviter])];
  const inviter = invitersOf.get(other);
  return (
    circle.includes(other) ||
    (inviter !== undefined && circle.includes(inviter)) ||
    onOneDevice.has(keyOf([one.uid, other]))
  );
}

type Sum = { readonly product: number; readonly assetId: number; fees: bigint; worth: bigint };

/** Fees that count, by product and asset. */
function countedOf(one: Invitation, fees: readonly PaidFeesRow[], relations: Relations): readonly Sum[] {
  const sums = new Map<string, Sum>();
  for (const [, other, product, assetId, fee, worth] of fees) {
    if (isWithinCircle(one, other, relations)) continue;
    const key = `${product} ${assetId}`;
    const sum = sums.get(key) ?? { product, assetId, fees: 0n, worth: 0n };
    sum.fees += BigInt(fee);
    sum.worth += BigInt(worth);
    sums.set(key, sum);
  }
  return [...sums.values()];
}

/**
 * What a friend's fees of a day pay to those who invited. An inviter who has used one device with the friend gets nothing: both may be one person. The
 * second gets nothing either where the two inviters have used one device: an own account between oneself and a friend would add the second share to the
 * first. Each share is cut to the asset's smallest unit.
 */
export function sharesOf(
  day: number,
  one: Invitation,
  fees: readonly PaidFeesRow[],
  tiers: readonly Tier[],
  relations: Relations,
): readonly Share[] {
  const counted = countedOf(one, fees, relations);
  return earnersOf(one).flatMap(([tier, inviter]) => {
    const terms = tiers.find((each) => each.tier === tier);
    if (terms === undefined || day >= dayOf(one.at) + terms.days) return [];
    if (relations.onOneDevice.has(keyOf([one.uid, inviter]))) return [];
    if (tier === 2 && relations.onOneDevice.has(keyOf([one.inviter, inviter]))) return [];
    return counted.flatMap(({ product, assetId, fees: paid, worth }): Share[] => {
      const amount = referralShare(paid, Number(terms.share));
      if (amount === 0n) return [];
      const shareWorth = referralShare(worth, Number(terms.share));
      return [
        {
          inviter,
          friend: one.uid,
          tier,
          day,
          product,
          assetId,
          fees: paid,
          amount,
          feesWorth: worth,
          worth: shareWorth,
        },
      ];
    });
  });
}
