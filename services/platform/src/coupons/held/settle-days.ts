import type { CoreClient, Database } from "@tidemark/kit-node";
import type { CoreMarks } from "../../module/core/core-marks.ts";
import { dayOf, isSettled, startOf } from "../../module/utc-days.ts";
import { settleMs } from "../rules.ts";
import { cashbackOf } from "./cashback.ts";
import { againAfterMs, isMissing, type Missing } from "./ask-history.ts";
import { type DayFees, feesOf } from "./day-fees.ts";
import { type DayCoupon, dayCoupons, type DayMark, type Owed } from "./day-store.ts";
import { held, type Held } from "./held-store.ts";

export type DayDeps = {
  readonly core: CoreClient;
  readonly marks: CoreMarks;
  readonly now: () => number;
  readonly pages: DayPages;
};

/** How many one transaction takes at most: what a crash has to do again, and for how long their coupons are locked. */
const couponsPerPage = 2_000;
/** A coupon whose moment has come is in force within a second or so. */
const beginsAfterMs = 1_000;

/** How many coupons the next page takes. One whose fees nobody answers in time is halved, down to one user, and grows again behind those that are settled. */
export type DayPages = { coupons: number };
export const dayPages = (): DayPages => ({ coupons: couponsPerPage });

/** What a page is settled by: its day, the end of the days that are over, and when to look next. */
type Page = { readonly day: number; readonly endOfDays: number; readonly lookAt: number; readonly at: number };

const isOpen = ({ settledTo, endAt }: DayCoupon, { endOfDays }: Page): boolean =>
  settledTo < Math.min(endOfDays, endAt);

/**
 * How far a coupon is settled behind this page; undefined where it has a later day open, which a later page takes. Who has another day open is looked at by
 * that day: the earliest is always the head of the next page.
 */
function markOf(coupon: DayCoupon, page: Page): DayMark | undefined {
  const { id, settledTo, endAt } = coupon;
  const { day, endOfDays, lookAt } = page;
  if (isOpen(coupon, page) && dayOf(settledTo) !== day) return undefined;
  const reached = isOpen(coupon, page) ? startOf(day + 1) : settledTo;
  const isDone = reached >= Math.min(endOfDays, endAt);
  if (!isDone) return { id, settledTo: reached, lookAt: startOf(dayOf(reached) + 1) + settleMs };
  return { id, settledTo: Math.max(reached, endOfDays), lookAt: endOfDays >= endAt ? null : lookAt };
}

/** What the fees of the day bring to the coupons of users who paid any. */
async function owedOf(
  tx: Database,
  { day }: Page,
  coupons: readonly DayCoupon[],
  { byUid }: DayFees,
): Promise<readonly Owed[]> {
  const paying = coupons.filter(({ uid, settledTo }) => byUid.has(uid) && dayOf(settledTo) === day);
  const list = await held.ofCoupons(
    tx,
    paying.map(({ id }) => id),
  );
  const byUser = Map.groupBy(list, ({ uid }: Held) => uid);
  return [...byUser].flatMap(([uid, own]) =>
    [...cashbackOf(own, byUid.get(uid)!)].flatMap(([couponId, amount]) => (amount > 0n ? [{ couponId, amount }] : [])),
  );
}

/**
 * Whom a page takes by all cashback coupons of its users, of which only some may be due: the earliest day that one of them has open, and who has that day open.
 * A younger coupon would take fees again that an older one has taken if it were settled by itself.
 */
function pageOf(known: readonly DayCoupon[], within: Omit<Page, "day">): { page: Page; paying: readonly number[] } {
  const open = known.filter((coupon) => isOpen(coupon, { ...within, day: 0 }));
  const day = Math.min(...open.map(({ settledTo }) => dayOf(settledTo)));
  const paying = new Set(open.filter(({ settledTo }) => dayOf(settledTo) === day).map(({ uid }) => uid));
  return { page: { ...within, day }, paying: [...paying] };
}

/** Coupons that the page may settle: a coupon may have come into force in between, for a day that its user was not asked for, or for an earlier one. */
function settledBy(page: Page, locked: readonly DayCoupon[], asked: ReadonlySet<number>): readonly DayCoupon[] {
  const open = locked.filter((coupon) => isOpen(coupon, page));
  const left = new Set(
    open.filter(({ uid, settledTo }) => !asked.has(uid) || dayOf(settledTo) < page.day).map(({ uid }) => uid),
  );
  return locked.filter(({ uid }) => !left.has(uid));
}

/**
 * Settles a day that is over, for a page of cashback coupons: what they give back is owed at once, as it is the next day by now. What is owed is stored
 * with how far was looked, in one transaction: no fee is paid twice, over any crash. The core is asked before anything is locked: fees of a day that is
 * over do not change, and coupons are read again under their locks.
 */
export async function settleDays(deps: DayDeps, tx: Database): Promise<void | "more"> {
  const at = deps.now();
  const max = deps.pages.coupons;
  const due = await dayCoupons.dueUsers(tx, at, max);
  if (due.count === 0) return;
  const endOfDays = startOf(isSettled(at) ? dayOf(at) : dayOf(at) - 1);
  const beginning = await dayCoupons.beginning(tx, due.uids, endOfDays);
  // Their days wait for the coupon that begins in them: the oldest takes a fee, not the one that was in force first.
  await dayCoupons.lookLater(tx, [...beginning], at + beginsAfterMs);
  const uids = due.uids.filter((uid) => !beginning.has(uid));
  const known = await dayCoupons.ofUsers(tx, uids);
  const { page, paying } = pageOf(known, { endOfDays, lookAt: endOfDays + startOf(1) + settleMs, at });
  const fees = paying.length === 0 ? noFees : await askFees(deps, paying, page);
  if (isMissing(fees)) return putOff(deps, tx, fees === "silent" ? paying : uids, fees, at);
  deps.pages.coupons = Math.min(couponsPerPage, 2 * max);
  const asked = new Set(paying.filter((uid) => uid >= fees.fromUid));
  const settled = settledBy(page, await dayCoupons.lock(tx, uids), asked);
  await dayCoupons.owe(tx, `day ${page.day}`, await owedOf(tx, page, settled, fees), at);
  await dayCoupons.mark(
    tx,
    settled.flatMap((coupon) => markOf(coupon, page) ?? []),
  );
  if (due.count === max || asked.size < paying.length) return "more";
}

/** One user whose fees take too long must not stop all others of a page: half of them are asked for next, and only who is alone waits. */
async function putOff(
  { pages }: DayDeps,
  tx: Database,
  uids: readonly number[],
  why: Missing,
  at: number,
): Promise<void | "more"> {
  if (why === "behind") return dayCoupons.lookLater(tx, uids, at + againAfterMs.behind);
  if (uids.length === 1) await dayCoupons.lookLater(tx, uids, at + againAfterMs.silent);
  else pages.coupons = Math.max(1, Math.floor(uids.length / 2));
  return "more";
}

const noFees: DayFees = { byUid: new Map(), fromUid: 0 };

/** The history must have reached a batch of after the days that are over, and no newer one. */
async function askFees({ core, marks }: DayDeps, uids: readonly number[], page: Page): Promise<DayFees | Missing> {
  const reached = await marks.ask(page.at);
  // Nobody answers at all: fewer users would not help.
  if (reached === undefined) return "behind";
  const minSeq = marks.seqSince(page.endOfDays + settleMs) ?? reached.seq;
  return feesOf(core, reached.instruments, uids, page.day, minSeq);
}
