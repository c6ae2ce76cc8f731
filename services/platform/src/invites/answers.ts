import { calls } from "@tidemark/contracts";
import { paidFeesUsersMax } from "@tidemark/contracts/journal";
import { type Answer, answer, type Clock, type CoreClient, type Database, given, refuse } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { Accounts } from "../module/accounts.ts";
import { coreInstruments } from "../module/core/core-instruments.ts";
import type { Invitations } from "../module/invitations.ts";
import { dayOf, startOf } from "../module/utc-days.ts";
import { sharesOfPage } from "./pay-shares.ts";
import { shares, tiers } from "./store.ts";

export type InviteDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly core: CoreClient | undefined;
  readonly accounts: Accounts;
  readonly invitations: Invitations;
};

const yearDays = 365;

/**
 * What today's fees would pay. Empty where too many accounts would have to be counted, and where the core does not answer: code, friends and what was
 * paid are this module's own, and are answered without it.
 */
async function soFarToday(deps: InviteDeps, uid: number): Promise<string> {
  const { db, core, accounts, invitations } = deps;
  if (core === undefined) return "";
  const page = await invitations.by(db, uid, paidFeesUsersMax + 1);
  if (page.length > paidFeesUsersMax) return "";
  const today = { day: dayOf(deps.clock.now()) };
  const made = await sharesOfPage({ core, accounts, invitations }, db, today, page, await tiers.all(db));
  const own = made?.filter(({ inviter }) => inviter === uid);
  return own === undefined ? "" : printUnits(own.reduce((sum, { worth }) => sum + worth, 0n));
}

async function status(deps: InviteDeps, uid: number) {
  const { db, clock, invitations } = deps;
  const day = dayOf(clock.now());
  const byDay = await shares.byDay(db, uid, day - yearDays);
  const { worth, traded } = await shares.earned(db, uid);
  return given({
    code: await invitations.codeOf(db, uid),
    ...(await invitations.countsOf(db, uid)),
    traded,
    earned: printUnits(worth),
    yesterday: printUnits(byDay.find((one) => one.day === day - 1)?.worth ?? 0n),
    today: await soFarToday(deps, uid),
    days: byDay.map((one) => ({ day: one.day, worth: printUnits(one.worth) })),
  });
}

/** Behind every number that a friend can have. */
const behindAll = 2 ** 31 - 1;

async function friends({ db, invitations }: InviteDeps, uid: number, before = behindAll, size: number) {
  const found = await invitations.friendsOf(db, uid, before, size + 1);
  const list = found.slice(0, size);
  const uids = list.map((one) => one.uid);
  const paid = await shares.byFriend(db, uid, uids);
  const [first] = await tiers.all(db);
  return given({
    list: list.map(({ uid: friend, number, name, at }) => ({
      number,
      name,
      joinedAt: at,
      endsAt: startOf(dayOf(at) + (first?.days ?? 0)),
      fees: printUnits(paid.get(friend)?.fees ?? 0n),
      share: printUnits(paid.get(friend)?.worth ?? 0n),
    })),
    ...(found.length > size ? { next: list.at(-1)!.number } : {}),
  });
}

/** Contract → rules → store. */
export const inviteAnswers = (deps: InviteDeps): Answer[] => [
  answer(calls.inviteTerms, async () =>
    given({ tiers: (await tiers.all(deps.db)).map(({ share, days }) => ({ share: printUnits(share), days })) }),
  ),
  answer(calls.inviteStatus, (_ask, { uid }) => status(deps, uid)),
  answer(calls.inviteFriends, ({ before, pageSize }, { uid }) => friends(deps, uid, before, pageSize)),
  answer(calls.inviteShares, async ({ before, pageSize }, { uid }) => {
    const instruments = await coreInstruments(deps.core);
    if (instruments === undefined) return refuse("BUSY");
    const rows = await shares.list(deps.db, uid, before, pageSize + 1);
    const list = rows.slice(0, pageSize).map(({ friend: _friend, assetId, fees, amount, worth, ...row }) => ({
      ...row,
      asset: instruments.assetOf(assetId)?.asset ?? "",
      fees: instruments.amount(assetId, BigInt(fees)),
      amount: instruments.amount(assetId, BigInt(amount)),
      worth: printUnits(BigInt(worth)),
    }));
    return given({ list, ...(rows.length > pageSize ? { next: list.at(-1)!.id } : {}) });
  }),
];
