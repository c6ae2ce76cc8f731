import { success } from "@tidemark/contracts";
import {
  type PaidFeesAsk,
  paidFeesCall,
  type PaidFeesPage,
  type PaidFeesRow,
  paidFeesUsersMax,
} from "@tidemark/contracts/journal";
import {
  type CoreClient,
  type Database,
  enqueueCommands,
  type Log,
  type OutboxAnswer,
  outcomesOf,
} from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import type { Invitation, Invitations } from "../module/invitations.ts";
import { openPastDay } from "../module/past-days.ts";
import { startOf } from "../module/utc-days.ts";
import { pairsToCompare, relationsOf, type Share, sharesOf, type Tier } from "./rules.ts";
import { days, type SharedDay, shares, tiers } from "./store.ts";

/** The schema of this module. */
export const schema = "invites";

export type ShareDeps = {
  readonly core: CoreClient;
  readonly accounts: Accounts;
  readonly invitations: Invitations;
  readonly now: () => number;
  readonly log: Log;
};

/** How many pages one transaction takes: what a crash has to do again. */
const pagesPerRun = 20;
const daysPerRun = 30;

/** The fees of some users on a day; undefined where the core does not answer, or its history is behind. */
async function feesOf(
  core: CoreClient,
  ask: PaidFeesAsk,
  minSeq?: number,
): Promise<readonly PaidFeesRow[] | undefined> {
  const reply = await core.ask("history", {
    call: paidFeesCall,
    uid: 0,
    ask,
    ...(minSeq === undefined ? {} : { minSeq }),
  });
  return reply?.code === success && reply.stale !== true ? (reply.data as PaidFeesPage).rows : undefined;
}

/** What a page of invited accounts pays to those who invited; undefined where the core does not say what they paid. */
export async function sharesOfPage(
  { core, accounts, invitations }: Pick<ShareDeps, "core" | "accounts" | "invitations">,
  db: Database,
  { day, minSeq }: { readonly day: number; readonly minSeq?: number },
  page: readonly Invitation[],
  terms: readonly Tier[],
): Promise<readonly Share[] | undefined> {
  if (page.length === 0) return [];
  const fees = await feesOf(core, { day, uids: page.map(({ uid }) => uid) }, minSeq);
  if (fees === undefined) return undefined;
  const byUid = Map.groupBy(fees, ([uid]) => uid);
  const paying = page.filter(({ uid }) => byUid.has(uid));
  const invitersOf = await invitations.invitersOf(db, [...new Set(fees.map(([, other]) => other))]);
  const pairs = paying.flatMap((one) => pairsToCompare(one, byUid.get(one.uid)!));
  const relations = relationsOf(invitersOf, await accounts.linkedPairs(db, pairs));
  return paying.flatMap((one) => sharesOf(day, one, byUid.get(one.uid)!, terms, relations));
}

const commandOf = ({ inviter: uid, product, assetId: asset, amount, day }: Share) =>
  ({ type: "pay_referral", uid, product, asset, amount, day }) as const;

/** Shares what is left of a day, at most so many pages; true when the day is done. */
async function shareDay(deps: ShareDeps, tx: Database, opened: SharedDay): Promise<boolean> {
  const terms = await tiers.all(tx);
  const since = startOf(opened.day - Math.max(...terms.map((tier) => tier.days)));
  let { after } = opened;
  for (let count = 0; count < pagesPerRun; count += 1) {
    const page = await deps.invitations.since(tx, since, after, paidFeesUsersMax);
    const made = await sharesOfPage(deps, tx, opened, page, terms);
    if (made === undefined) return false;
    await shares.add(tx, made, await enqueueCommands(tx, schema, made.map(commandOf), deps.now()));
    after = page.at(-1)?.uid ?? after;
    await days.move(tx, opened.day, after, made.length);
    if (page.length === paidFeesUsersMax) continue;
    const done = await days.end(tx, opened.day, deps.now());
    deps.log.info({ day: opened.day, shares: done }, "invites: shares of a day are on their way");
    return true;
  }
  return false;
}

/**
 * Pays shares of the fees of each day that is over, a page of invited accounts after the other. A page's commands are stored in the transaction that
 * moves over it: each share is paid once, over any crash.
 */
export async function payShares(deps: ShareDeps, tx: Database): Promise<void> {
  for (let count = 0; count < daysPerRun; count += 1) {
    const day = await openPastDay(days, deps, tx);
    if (day === undefined || !(await shareDay(deps, tx, day))) return;
  }
}

/** What the core said. The fee account may be below zero, so that a refusal is a fault that somebody has to look at. */
export async function storeAnswers(log: Log, tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
  const { accepted, refused, code } = outcomesOf(answers);
  await shares.answered(tx, accepted, "PAID");
  await shares.answered(tx, refused, "REFUSED");
  if (refused.length > 0) log.error({ refused: refused.length, code }, "invites: shares were refused");
}
