import { calls, type Instruments, success } from "@tidemark/contracts";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { coreInstruments } from "../module/core-instruments.ts";
import { eventsHandledTo } from "../module/handled-events.ts";
import { coupons, schema, type StoredCoupon } from "./coupon-store.ts";
import { bonusEndOf, reviewOf, rewardOf, rewardOptions } from "./deposit-rules.ts";
import { grants, moves } from "./deposit-store.ts";
import { futuresNow } from "./futures-now.ts";
import { held } from "./held-store.ts";
import { grantPayment, type Payment, payments, wholeOf } from "./payments.ts";
import { dueAt, dueOf, stepCauses } from "./rules.ts";

export type DueDeps = { readonly core: CoreClient; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again. */
const couponsPerRun = 500;
const againAfterMs = 1_000;
/** A deposit reward that lacks something at its distribution. */
const reviewAgainAfterMs = 10_000;

async function handledTo({ core, now }: DueDeps, tx: Database): Promise<number> {
  const at = now();
  const reached = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reached?.code === success ? eventsHandledTo(core, tx, schema, reached.seq, at) : 0;
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
    const balance = (await futuresNow(deps.core, coupon.uid))?.cash;
    const facts = { netDeposit: net, firstDeposit, volumeDone: coupon.volumeDone, balance };
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

type ByStep = ReadonlyMap<ReturnType<typeof dueOf> | "wait", readonly StoredCoupon[]>;

/** Steps that need nothing of the core. */
async function takeSteps(tx: Database, byStep: ByStep, now: number): Promise<void> {
  for (const step of ["fail", "lapse", "activate"] as const)
    for (const coupon of byStep.get(step) ?? []) await coupons.step(tx, coupon, step, causeOf(coupon, step), now);
  for (const coupon of byStep.get("activate") ?? []) await held.start(tx, coupon, now);
  for (const coupon of await held.ending(tx, byStep.get("end") ?? []))
    await coupons.step(tx, coupon, "end", causeOf(coupon, "end"), now);
}

/** Takes the steps whose moment has come: payments are stored with their commands in this transaction, each once. */
export async function takeDueSteps(deps: DueDeps, tx: Database): Promise<void> {
  const now = deps.now();
  const due = await coupons.due(tx, now, couponsPerRun);
  if (due.length === 0) return;
  const handled = await handledTo(deps, tx);
  const byStep: ByStep = Map.groupBy(due, (coupon) => dueOf(coupon, coupon, now, handled) ?? "wait");
  await takeSteps(tx, byStep, now);
  const reviewed = await reviewRewards(deps, tx, byStep.get("review") ?? [], now, handled);
  const paid = [...(byStep.get("pay") ?? []).map(wholeOf), ...reviewed.due];
  const { DEPOSIT: deposits = [], OTHER: others = [] } = Object.groupBy(byStep.get("wait") ?? [], ({ kind }) =>
    kind === "DEPOSIT" ? "DEPOSIT" : "OTHER",
  );
  const needsCore = paid.length > 0 || deposits.length > 0;
  const instruments = needsCore ? await coreInstruments(deps.core) : undefined;
  const sent = instruments === undefined ? [] : await payments.send(tx, paid, instruments, now);
  const unsent = paid.flatMap(({ coupon }) => (sent.includes(coupon.id) ? [] : [coupon]));
  const idsOf = (list: readonly StoredCoupon[]): readonly number[] => list.map(({ id }) => id);
  await coupons.lookAgain(tx, idsOf([...others, ...unsent]), now + againAfterMs);
  await coupons.lookAgain(tx, idsOf(reviewed.later), now + reviewAgainAfterMs);
  await lookAtDeposits(tx, deposits, instruments, now);
}

/** Deposit coupons wait for transfers: their grants that were put off are sent, and they are looked at again at their end. */
async function lookAtDeposits(
  tx: Database,
  deposits: readonly StoredCoupon[],
  instruments: Instruments | undefined,
  now: number,
): Promise<void> {
  if (instruments !== undefined) await sendWaiting(tx, deposits, instruments, now);
  for (const coupon of deposits) {
    const at = dueAt(coupon, coupon) ?? now;
    await coupons.lookAgain(tx, [coupon.id], instruments === undefined || at <= now ? now + againAfterMs : at);
  }
}
