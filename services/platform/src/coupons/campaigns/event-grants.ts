import { linkedAccountsMax } from "@tidemark/contracts/journal";
import type { CoreClient, Database, FeedBatch } from "@tidemark/kit-node";
import { coreInstruments } from "../../module/core/core-instruments.ts";
import { coupons } from "../coupon-store.ts";
import {
  exclusionsOf,
  issueOnePerDevice,
  type LinkDeps,
  linkedOf,
  pairOf,
  type DeviceDeps,
} from "../linked-accounts.ts";
import { campaigns, type TaskCampaign } from "./campaign-store.ts";
import { friends } from "./friend-store.ts";

export type GrantDeps = { readonly core: CoreClient } & LinkDeps & DeviceDeps;

/**
 * A friend earns one coupon of a campaign, whatever becomes of its level, and accounts that have used one device are one friend. They do not invite each other
 * either.
 */
async function grantToInviter(deps: GrantDeps, tx: Database, friend: number, times: Times): Promise<void> {
  const running = await campaigns.running(tx, "INVITE", times.at);
  if (running.length === 0) return;
  const inviter = (await deps.invitations.invitersOf(tx, [friend])).get(friend);
  if (inviter === undefined) return;
  const linked = (await deps.accounts.linkedToEach(tx, [friend], linkedAccountsMax)).get(friend) ?? [];
  if (linked.length >= linkedAccountsMax || linked.includes(inviter)) return;
  for (const campaign of running) {
    if (await friends.haveEarned(tx, campaign.id, [friend, ...linked])) continue;
    if (await issueOnePerDevice(deps, tx, campaign, inviter, times.grantedAt))
      await friends.add(tx, campaign.id, friend, inviter, times.grantedAt);
  }
}

/** When something was done, and the date of what it grants. */
type Times = { readonly at: number; readonly grantedAt: number };

/**
 * Verifications earn coupons for the user, and for who has invited the user. They come behind what the page counts and are dated by its end: fills of the
 * page from before are counted for none of them.
 */
export async function grantByLevels(deps: GrantDeps, tx: Database, batches: readonly FeedBatch[]): Promise<void> {
  const grantedAt = batches.at(-1)!.at;
  for (const { at, events } of batches)
    for (const event of events) {
      if (event.type !== "kyc_level_set" || event.level === 0) continue;
      for (const campaign of await campaigns.running(tx, "KYC", at))
        await issueOnePerDevice(deps, tx, campaign, event.uid, grantedAt);
      await grantToInviter(deps, tx, event.uid, { at, grantedAt });
    }
}

/** What a user has done; of a trade where and with whom, of a deposit neither. */
type Deed = {
  readonly uid: number;
  readonly at: number;
  readonly market?: number;
  readonly counterUid?: number;
};
type Earned = { readonly campaign: TaskCampaign; readonly deed: Deed };

const companyUid = 0;
const isDoing = (type: string): boolean => type === "deposit_credited" || type === "order_filled";

function deedsOf(batches: readonly FeedBatch[]): readonly Deed[] {
  const found: Deed[] = [];
  for (const { at, events } of batches)
    for (const event of events) {
      if (event.type === "deposit_credited") found.push({ uid: event.uid, at });
      // What meets an own order is no trade.
      if (event.type !== "order_filled" || event.makerUid === event.takerUid) continue;
      const { market, makerUid, takerUid } = event;
      found.push({ uid: makerUid, counterUid: takerUid, market, at });
      found.push({ uid: takerUid, counterUid: makerUid, market, at });
    }
  return found.filter(({ uid }) => uid !== companyUid);
}

/** Whether a campaign may give a coupon for it: of a trade the market is looked at later. By campaign, as jobs lock their rows. */
const earnedOf = (running: readonly TaskCampaign[], deeds: readonly Deed[]): readonly Earned[] =>
  running.flatMap((campaign) =>
    deeds
      .filter(({ market }) => (campaign.task === "DEPOSIT") === (market === undefined))
      .filter(({ at }) => at >= campaign.startAt && at < campaign.endAt)
      .map((deed) => ({ campaign, deed })),
  );

/** Those whose market is one of the task's: a fill in the margin account is one of a spot pair. */
async function inMarkets(core: CoreClient, wanted: readonly Earned[]): Promise<readonly Earned[]> {
  if (wanted.every(({ deed }) => deed.market === undefined)) return wanted;
  const instruments = await coreInstruments(core);
  if (instruments === undefined) throw new Error("no instruments");
  return wanted.filter(({ campaign: { task }, deed: { market } }) => {
    if (market === undefined) return true;
    const kind = instruments.marketOf(market)?.kind;
    return kind !== undefined && task === (kind === "SPOT" ? "SPOT_TRADE" : "CONTRACT_TRADE");
  });
}

/** Deeds that count: a trade with a linked account does no task, as it counts no volume. */
async function countedOf(deps: GrantDeps, tx: Database, wanted: readonly Earned[]): Promise<readonly Earned[]> {
  const pairs = new Map<string, readonly [number, number]>();
  for (const { deed } of wanted)
    if (deed.counterUid !== undefined) pairs.set(pairOf(deed.uid, deed.counterUid), [deed.uid, deed.counterUid]);
  const linked = await linkedOf(deps, tx, [...pairs.values()]);
  return wanted.filter(
    ({ deed: { uid, counterUid } }) => counterUid === undefined || !linked.has(pairOf(uid, counterUid)),
  );
}

/**
 * Grants what a page's deposits and fills earn. It comes behind all else of the page, whose coupons are locked before campaigns are, and is dated by its last
 * batch: what was traded before is not counted for them. A page without news costs two queries: campaigns, and who has had theirs.
 */
export async function grantByTasks(deps: GrantDeps, tx: Database, batches: readonly FeedBatch[]): Promise<void> {
  const doing = batches.filter(({ events }) => events.some(({ type }) => isDoing(type)));
  const [first, last] = [doing[0], doing.at(-1)];
  if (first === undefined || last === undefined) return;
  const running = await campaigns.ofTasks(tx, first.at, last.at);
  if (running.length === 0) return;
  const deeds = deedsOf(doing);
  const ids = running.map(({ id }) => id);
  const had = await coupons.hadOf(tx, ids, [...new Set(deeds.map(({ uid }) => uid))]);
  const news = earnedOf(running, deeds).filter(({ campaign, deed }) => had.get(campaign.id)?.has(deed.uid) !== true);
  const wanted = await inMarkets(deps.core, news);
  const counted = await countedOf(deps, tx, wanted);
  const isExcluded = await exclusionsOf(deps, tx, ids, [...new Set(counted.map(({ deed }) => deed.uid))]);
  const open = new Map<string, Earned>();
  for (const earned of counted)
    if (!isExcluded(earned.campaign.id, earned.deed.uid)) open.set(`${earned.campaign.id} ${earned.deed.uid}`, earned);
  // Of two accounts of one device the second is not known as such before the first has its coupon.
  for (const { campaign, deed } of open.values())
    await issueOnePerDevice(deps, tx, campaign, deed.uid, batches.at(-1)!.at);
}
