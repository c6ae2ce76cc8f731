import { calls, type Instruments, success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { coreInstruments } from "../module/core-instruments.ts";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import { bonusEndOf, reviewOf, rewardOf, rewardOptions } from "./deposit-rules.ts";
import { grants, moves } from "./deposit-store.ts";
import { futuresNow } from "./futures-now.ts";
import { grantPayment, type Payment, payments, wholeOf } from "./payments.ts";
import { dueAt, dueOf, stepCauses } from "./rules.ts";

export type DueDeps = { readonly core: CoreClient; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again. */
const couponsPerRun = 500;
const againAfterMs = 1_000;
/** A deposit reward that lacks something at its distribution. */
const reviewAgainAfterMs = 10_000;

/** The moment up to which all events are handled: that of the next one, or now where there is none. Zero where it is not known. */
async function handledTo({ core, now }: DueDeps, tx: Database): Promise<number> {
  const { rows } = await sql<{ seq: number; part: number }>`
    select seq::float8 as seq, part from coupons.feed_cursor where core = ${core.core}`.execute(tx);
  const from = rows[0] ?? { seq: 0, part: -1 };
  const at = now();
  const reached = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  if (reached?.code !== success) return 0;
  const reply = await core.ask("history", { call: feedCall, uid: 0, ask: from, minSeq: reached.seq });
  if (reply?.code !== success || reply.stale === true) return 0;
  const [next] = (reply.data as { parts: readonly (readonly [seq: number, part: number, at: number])[] }).parts;
  return next === undefined ? at : next[2];
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

/** Takes the steps whose moment has come: payments are stored with their commands in this transaction, each once. */
export async function takeDueSteps(deps: DueDeps, tx: Database): Promise<void> {
  const now = deps.now();
  const due = await coupons.due(tx, now, couponsPerRun);
  if (due.length === 0) return;
  const handled = await handledTo(deps, tx);
  const byStep = Map.groupBy(due, (coupon) => dueOf(coupon, coupon, now, handled) ?? "wait");
  for (const step of ["fail", "lapse", "activate", "end"] as const)
    for (const coupon of byStep.get(step) ?? []) await coupons.step(tx, coupon, step, causeOf(coupon, step), now);
  const reviewed = await reviewRewards(deps, tx, byStep.get("review") ?? [], now, handled);
  const paid = [...(byStep.get("pay") ?? []).map(wholeOf), ...reviewed.due];
  const waiting = byStep.get("wait") ?? [];
  const [deposits, others] = [
    waiting.filter(({ kind }) => kind === "DEPOSIT"),
    waiting.filter(({ kind }) => kind !== "DEPOSIT"),
  ];
  const needsCore = paid.length > 0 || deposits.length > 0;
  const instruments = needsCore ? await coreInstruments(deps.core) : undefined;
  const sent = instruments === undefined ? [] : await payments.send(tx, paid, instruments, now);
  if (instruments !== undefined) await sendWaiting(tx, deposits, instruments, now);
  const unsent = paid.flatMap(({ coupon }) => (sent.includes(coupon.id) ? [] : [coupon]));
  const idsOf = (list: readonly StoredCoupon[]): readonly number[] => list.map(({ id }) => id);
  await coupons.lookAgain(tx, idsOf([...others, ...unsent]), now + againAfterMs);
  await coupons.lookAgain(tx, idsOf(reviewed.later), now + reviewAgainAfterMs);
  // Their end, unless a refusal sets an earlier moment.
  for (const coupon of deposits) {
    const at = dueAt(coupon, coupon) ?? now;
    await coupons.lookAgain(tx, [coupon.id], instruments === undefined || at <= now ? now + againAfterMs : at);
  }
}
