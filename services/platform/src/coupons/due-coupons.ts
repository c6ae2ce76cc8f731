import { calls, success } from "@tidemark/contracts";
import type { CoreClient, Database } from "@tidemark/kit-node";
import { coreInstruments } from "../module/core-instruments.ts";
import { eventsHandledTo } from "../module/handled-events.ts";
import { coupons, schema, type StoredCoupon } from "./coupon-store.ts";
import { held } from "./held-store.ts";
import { payments, wholeOf } from "./payments.ts";
import { dueOf, stepCauses } from "./rules.ts";

export type DueDeps = { readonly core: CoreClient; readonly now: () => number };

/** How many one transaction takes: what a crash has to do again. */
const couponsPerRun = 500;
const againAfterMs = 1_000;

async function handledTo({ core, now }: DueDeps, tx: Database): Promise<number> {
  const at = now();
  const reached = await core.ask("now", { call: calls.marketInstruments.name, uid: 0, ask: {} });
  return reached?.code === success ? eventsHandledTo(core, tx, schema, reached.seq, at) : 0;
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
