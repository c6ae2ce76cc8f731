import { calls, success } from "@tidemark/contracts";
import { feedCall } from "@tidemark/contracts/journal";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { sql } from "kysely";
import { coreInstruments } from "../module/core-instruments.ts";
import { coupons, type StoredCoupon } from "./coupon-store.ts";
import { held } from "./held-store.ts";
import { payments, wholeOf } from "./payments.ts";
import { dueOf, stepCauses } from "./rules.ts";

export type DueDeps = { readonly core: CoreClient; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again. */
const couponsPerRun = 500;
const againAfterMs = 1_000;

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

const causeOf = (coupon: StoredCoupon, step: "fail" | "lapse" | "activate" | "end"): string =>
  step === "lapse" && (coupon.claimBy === 0 || coupon.claimedAt !== null) ? stepCauses.end : stepCauses[step];

/** Takes the steps whose moment has come: payments are stored with their commands in this transaction, each once. */
export async function takeDueSteps(deps: DueDeps, tx: Database): Promise<void> {
  const now = deps.now();
  const due = await coupons.due(tx, now, couponsPerRun);
  if (due.length === 0) return;
  const handled = await handledTo(deps, tx);
  const byStep = Map.groupBy(due, (coupon) => dueOf(coupon, coupon, now, handled) ?? "wait");
  for (const step of ["fail", "lapse", "activate"] as const)
    for (const coupon of byStep.get(step) ?? []) await coupons.step(tx, coupon, step, causeOf(coupon, step), now);
  for (const coupon of byStep.get("activate") ?? []) await held.start(tx, coupon, now);
  for (const coupon of await held.ending(tx, byStep.get("end") ?? []))
    await coupons.step(tx, coupon, "end", causeOf(coupon, "end"), now);
  const paid = byStep.get("pay") ?? [];
  const instruments = paid.length === 0 ? undefined : await coreInstruments(deps.core);
  const sent = instruments === undefined ? [] : await payments.send(tx, paid.map(wholeOf), instruments, now);
  const later = [...(byStep.get("wait") ?? []), ...paid.filter(({ id }) => !sent.includes(id))];
  await coupons.lookAgain(
    tx,
    later.map(({ id }) => id),
    now + againAfterMs,
  );
}
