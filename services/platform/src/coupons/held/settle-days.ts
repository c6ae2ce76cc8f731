import type { CoreClient, Database } from "@tidemark/kit-node";
import type { CoreMarks } from "../../module/core-marks.ts";
import { dayOf, isSettled, startOf } from "../../module/utc-days.ts";
import { settleMs } from "../rules.ts";
import { cashbackOf } from "./cashback.ts";
import { type DayFees, feesOf } from "./day-fees.ts";
import { type DayCoupon, dayCoupons, type DayMark, type Owed } from "./day-store.ts";
import { held, type Held } from "./held-store.ts";

export type DayDeps = { readonly core: CoreClient; readonly marks: CoreMarks; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again, and for how long their coupons are locked. */
const couponsPerPage = 2_000;
const againAfterMs = 60_000;

/** What a page is settled by: its day, the end of the days that are over, and when to look next. */
type Page = { readonly day: number; readonly endOfDays: number; readonly lookAt: number; readonly at: number };

const isOpen = ({ settledTo, endAt }: DayCoupon, { endOfDays }: Page): boolean =>
  settledTo < Math.min(endOfDays, endAt);

/** How far a coupon is settled behind this page; undefined where it has another day open, which a later page takes. */
function markOf(coupon: DayCoupon, page: Page): DayMark | undefined {
  const { id, settledTo, endAt } = coupon;
  const { day, endOfDays, lookAt } = page;
  if (isOpen(coupon, page) && dayOf(settledTo) !== day) return undefined;
  const reached = isOpen(coupon, page) ? startOf(day + 1) : settledTo;
  const isDone = reached >= Math.min(endOfDays, endAt);
  if (!isDone) return { id, settledTo: reached, lookAt: page.at };
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
 * Settles a day that is over, for a page of cashback coupons: what they give back is owed at once, as it is the next day by now. What is owed is stored
 * with how far was looked, in one transaction: no fee is paid twice, over any crash. The core is asked before anything is locked: fees of a day that is
 * over do not change, and coupons are read again under their locks.
 */
export async function settleDays(deps: DayDeps, tx: Database): Promise<void | "more"> {
  const at = deps.now();
  const due = await dayCoupons.due(tx, at, couponsPerPage);
  if (due.length === 0) return;
  const endOfDays = startOf(isSettled(at) ? dayOf(at) : dayOf(at) - 1);
  const within = { endOfDays, lookAt: endOfDays + startOf(1) + settleMs, at };
  const open = due.filter((coupon) => isOpen(coupon, { ...within, day: 0 }));
  const page = { ...within, day: Math.min(...open.map(({ settledTo }) => dayOf(settledTo))) };
  const uids = [...new Set(due.map(({ uid }) => uid))];
  const paying = [...new Set(open.filter(({ settledTo }) => dayOf(settledTo) === page.day).map(({ uid }) => uid))];
  const fees = paying.length === 0 ? noFees : await askFees(deps, paying, page);
  if (fees === undefined) return dayCoupons.lookLater(tx, uids, at + againAfterMs);
  const asked = new Set(paying.filter((uid) => uid <= fees.toUid));
  const locked = await dayCoupons.lock(tx, uids);
  // Users who were not asked for are left: a coupon may have come into force in between.
  const settled = locked.filter((coupon) => !isOpen(coupon, page) || asked.has(coupon.uid));
  await dayCoupons.owe(tx, `day ${page.day}`, await owedOf(tx, page, settled, fees), at);
  await dayCoupons.mark(
    tx,
    settled.flatMap((coupon) => markOf(coupon, page) ?? []),
  );
  if (due.length === couponsPerPage || asked.size < paying.length) return "more";
}

const noFees: DayFees = { byUid: new Map(), toUid: Number.POSITIVE_INFINITY };

/** The history must have reached a batch of after the days that are over, and no newer one. */
async function askFees({ core, marks }: DayDeps, uids: readonly number[], page: Page): Promise<DayFees | undefined> {
  const reached = await marks.ask(page.at);
  if (reached === undefined) return undefined;
  const minSeq = marks.seqSince(page.endOfDays + settleMs) ?? reached.seq;
  return feesOf(core, reached.instruments, uids, page.day, minSeq);
}
