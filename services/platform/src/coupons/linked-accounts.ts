import { linkedAccountsMax } from "@tidemark/contracts/journal";
import type { Database } from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { Invitations } from "../module/invitations.ts";
import type { Campaign } from "./campaigns/campaign-store.ts";
import { coupons } from "./coupon-store.ts";

export type LinkDeps = {
  readonly accounts: Pick<Accounts, "linkedPairs">;
  readonly invitations: Pick<Invitations, "invitersOf">;
};
export type DeviceDeps = { readonly accounts: Pick<Accounts, "linkedToEach"> };

export const pairOf = (a: number, b: number): string => `${Math.min(a, b)} ${Math.max(a, b)}`;

/** Pairs of which one has invited the other, or that have used the same device. */
export async function linkedOf(
  { accounts, invitations }: LinkDeps,
  tx: Database,
  pairs: readonly (readonly [number, number])[],
): Promise<ReadonlySet<string>> {
  if (pairs.length === 0) return new Set();
  const onOneDevice = await accounts.linkedPairs(tx, pairs);
  const inviters = await invitations.invitersOf(tx, [...new Set(pairs.flat())]);
  const invited = pairs.filter(([a, b]) => inviters.get(a) === b || inviters.get(b) === a);
  return new Set([...onOneDevice, ...invited].map(([a, b]) => pairOf(a, b)));
}

/**
 * Whether a user gets none of a campaign because another account of the same person has had one: accounts that have used one device are taken for one person's.
 * Where they are more than are compared, none of them gets any: nobody could say that the one which has had it is among those compared.
 */
export async function exclusionsOf(
  { accounts }: DeviceDeps,
  db: Database,
  campaignIds: readonly number[],
  uids: readonly number[],
): Promise<(campaignId: number, uid: number) => boolean> {
  if (campaignIds.length === 0 || uids.length === 0) return () => false;
  const linked = await accounts.linkedToEach(db, uids, linkedAccountsMax);
  const had = await coupons.hadOf(db, campaignIds, [...new Set([...linked.values()].flat())]);
  return (campaignId, uid) => {
    const others = linked.get(uid) ?? [];
    return others.length >= linkedAccountsMax || others.some((other) => had.get(campaignId)?.has(other) === true);
  };
}

/** A coupon that nobody gives by hand: one a person. False where the user gets none. */
export async function issueOnePerDevice(
  deps: DeviceDeps,
  tx: Database,
  campaign: Campaign,
  uid: number,
  at: number,
): Promise<boolean> {
  const isExcluded = await exclusionsOf(deps, tx, [campaign.id], [uid]);
  return !isExcluded(campaign.id, uid) && (await coupons.issue(tx, campaign, uid, at));
}
