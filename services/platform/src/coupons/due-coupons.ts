import type { Instruments } from "@tidemark/contracts";
import type { CoreClient, Database } from "@tidemark/kit-node";
import type { CoreMarks } from "../module/core/core-marks.ts";
import { eventsHandledBefore } from "../module/core/handled-events.ts";
import { coupons, schema, type StoredCoupon } from "./coupon-store.ts";
import { bonusEndOf, reviewOf, rewardOf, rewardOptions } from "./deposits/deposit-rules.ts";
import { grants, moves } from "./deposits/deposit-store.ts";
import { futuresNow } from "./deposits/futures-now.ts";
import { held } from "./held/held-store.ts";
import { grantPayment, type Payment, payments, wholeOf } from "./payments.ts";
import { releasePayment, releases } from "./releases/release-store.ts";
import { dueAt, dueOf, stepCauses } from "./rules.ts";

export type DueDeps = { readonly core: CoreClient; readonly marks: CoreMarks; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again. A midnight ends the coupons of many users at once. */
const couponsPerPage = 1_000;
const againAfterMs = 1_000;
/** Each asks the core about one user. */
const reviewsPerRun = 100;
/** A deposit reward that lacks something at its distribution. */
const reviewAgainAfterMs = 10_000;

/** What the core lists, and the moment up to which its events are handled; zero where it is not known. */
type CoreNow = { readonly instruments: Instruments | undefined; readonly handled: number };

async function askCore({ core, marks }: DueDeps, tx: Database, now: number): Promise<CoreNow> {
  const reached = await marks.ask(now);
  return { instruments: reached?.instruments, handled: await eventsHandledBefore(core, tx, schema, marks) };
}

/** Decides deposit rewards whose distribution has come: payments that are due, and those that fail. All others are looked at again. */
async function reviewRewards(
  deps: DueDeps,
  tx: Database,
  list: readonly StoredCoupon[],
  now: number,
  handled: number,
): Promise<{ readonly due: readonly Payment[]; readonly later: readonly StoredCoupon[] }> {
  const due: Payment[] = [];
  const later: StoredCoupon[] = [];
  for (const coupon of list) {
    const { net, firstDeposit } = await moves.sums(tx, coupon.id);
    const known = { netDeposit: net, firstDeposit, volumeDone: coupon.volumeDone };
    // The core is asked only about those that lack nothing else.
    const isElseMet = reviewOf(coupon, { ...known, balance: coupon.depositReq }, now, handled) === "pay";
    const balance = isElseMet ? (await futuresNow(deps.core, coupon.uid))?.cash : coupon.depositReq;
    const facts = { ...known, balance };
    const next = reviewOf(coupon, facts, now, handled);
    if (next === "wait") later.push(coupon);
    else if (next !== "pay") await coupons.step(tx, coupon, "fail", next, now);
    else {
      const { bonusDays, paysCash } = rewardOptions(coupon.options);
      const endAt = paysCash ? coupon.endAt : bonusEndOf(now, bonusDays);
      due.push({ coupon: { ...coupon, endAt }, item: paysCash ? "release" : "grant", amount: rewardOf(coupon, facts) });
    }
  }
  return { due, later };
}

/** Grants of deposit coupons that an account could not take before are sent again. */
async function sendWaiting(tx: Database, list: readonly StoredCoupon[], instruments: Instruments, now: number) {
  const byId = new Map(list.map((coupon) => [coupon.id, coupon]));
  for (const { number, couponId, amount } of await grants.waiting(tx, [...byId.keys()])) {
    await grants.set(tx, number, "SENT");
    await payments.send(tx, [grantPayment(byId.get(couponId)!, number, amount)], instruments, now);
  }
}

const causeOf = (coupon: StoredCoupon, step: "fail" | "lapse" | "activate" | "end"): string =>
  step === "lapse" && (coupon.claimBy === 0 || coupon.claimedAt !== null) ? stepCauses.end : stepCauses[step];

const split = <T>(list: readonly T[], at: number): readonly [readonly T[], readonly T[]] => [
  list.slice(0, at),
  list.slice(at),
];

type ByStep = ReadonlyMap<ReturnType<typeof dueOf> | "wait", readonly StoredCoupon[]>;

/** Steps that need nothing of the core. */
async function takeSteps(tx: Database, byStep: ByStep, now: number): Promise<void> {
  const stepAll = (list: readonly StoredCoupon[], step: Parameters<typeof causeOf>[1]) =>
    coupons.stepAll(
      tx,
      list.map((coupon) => ({ coupon, step, cause: causeOf(coupon, step) })),
      now,
    );
  for (const step of ["fail", "lapse", "activate"] as const) await stepAll(byStep.get(step) ?? [], step);
  for (const coupon of byStep.get("activate") ?? []) await held.start(tx, coupon, now);
  await stepAll(await held.ending(tx, byStep.get("end") ?? []), "end");
}

/** Streamed cash bonuses whose end has come: what they have released and nobody claimed is paid, and those that owe nothing end. */
async function settleReleases(tx: Database, list: readonly StoredCoupon[], now: number): Promise<readonly Payment[]> {
  const found = await releases.of(tx, list, now);
  const isOwed = ({ id }: StoredCoupon): boolean => found.get(id)!.claimable > 0n;
  await coupons.stepAll(
    tx,
    list
      .filter((coupon) => !isOwed(coupon))
      .map((coupon) => {
        const step = coupon.status === "PENDING" ? "fail" : "end";
        return { coupon, step, cause: causeOf(coupon, step) };
      }),
    now,
  );
  return list.filter(isOwed).map((coupon) => releasePayment(coupon, found.get(coupon.id)!));
}

/**
 * Takes the steps whose moment has come: payments are stored with their commands in this transaction, each once. The core is asked before anything is
 * locked: what its events had changed by then is in the coupons that are read behind it.
 */
export async function takeDueSteps(deps: DueDeps, tx: Database): Promise<void | "more"> {
  const now = deps.now();
  if (!(await coupons.isAnyDue(tx, now))) return;
  const known = await askCore(deps, tx, now);
  const due = await coupons.due(tx, now, couponsPerPage);
  const putOff = await takePage(deps, tx, due, known, now);
  // Where all wait for the core's events, the next page would wait as well.
  if (due.length === couponsPerPage && putOff < due.length) return "more";
}

/** Returns how many had to be put off. */
async function takePage(
  deps: DueDeps,
  tx: Database,
  due: readonly StoredCoupon[],
  { instruments, handled }: CoreNow,
  now: number,
): Promise<number> {
  const byStep: ByStep = Map.groupBy(due, (coupon) => dueOf(coupon, coupon, now, handled) ?? "wait");
  await takeSteps(tx, byStep, now);
  const [reviews, laterReviews] = split(byStep.get("review") ?? [], reviewsPerRun);
  const reviewed = await reviewRewards(deps, tx, reviews, now, handled);
  const released = await settleReleases(tx, byStep.get("settle") ?? [], now);
  const paid = [...(byStep.get("pay") ?? []).map(wholeOf), ...reviewed.due, ...released];
  const { DEPOSIT: deposits = [], OTHER: others = [] } = Object.groupBy(byStep.get("wait") ?? [], ({ kind }) =>
    kind === "DEPOSIT" ? "DEPOSIT" : "OTHER",
  );
  const sent = new Set(instruments === undefined ? [] : await payments.send(tx, paid, instruments, now));
  const unsent = paid.flatMap(({ coupon }) => (sent.has(coupon.id) ? [] : [coupon]));
  const idsOf = (list: readonly StoredCoupon[]): readonly number[] => list.map(({ id }) => id);
  const putOff = [...others, ...unsent, ...laterReviews];
  await coupons.lookAgain(tx, idsOf(putOff), now + againAfterMs);
  await coupons.lookAgain(tx, idsOf(reviewed.later), now + reviewAgainAfterMs);
  return putOff.length + (await lookAtDeposits(tx, deposits, instruments, now));
}

/** Deposit coupons wait for transfers: their grants that were put off are sent, and they are looked at again at their end. Returns how many wait for the core. */
async function lookAtDeposits(
  tx: Database,
  deposits: readonly StoredCoupon[],
  instruments: Instruments | undefined,
  now: number,
): Promise<number> {
  if (instruments !== undefined) await sendWaiting(tx, deposits, instruments, now);
  const isSoon = (at: number | undefined): boolean => at !== undefined && (instruments === undefined || at <= now);
  const byMoment = Map.groupBy(deposits, (coupon) => {
    const at = dueAt(coupon, coupon);
    return isSoon(at) ? "soon" : at;
  });
  for (const [at, list] of byMoment) {
    const ids = list.map(({ id }) => id);
    await coupons.lookAgain(tx, ids, at === "soon" ? now + againAfterMs : at);
  }
  return byMoment.get("soon")?.length ?? 0;
}
