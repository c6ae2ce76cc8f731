import { consoleCalls, type CouponCase, type CouponDetail } from "@tidemark/contracts";
import {
  type Answer,
  answer,
  type Asked,
  auditLog,
  type Database,
  enqueueCommand,
  enqueueCommands,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import { actorOf } from "../module/audit-line.ts";
import { waitingActs } from "../module/second-operator.ts";
import type { CampaignDeps } from "./campaigns/campaign-answers.ts";
import { campaigns } from "./campaigns/campaign-store.ts";
import { type Clawback, clawbackOf } from "./invalidation/clawback.ts";
import { coupons, schema, type StoredCoupon } from "./coupon-store.ts";
import { grants } from "./deposits/deposit-store.ts";
import { fills } from "./volume/fill-store.ts";
import { held, isOwing } from "./held/held-store.ts";
import { grantsOf, howToInvalidate } from "./invalidation/invalidation-rules.ts";
import { invalidCause, type Invalidation, invalidations, receivableOf } from "./invalidation/invalidation-store.ts";
import { couponRegister } from "./coupon-register.ts";

/** Fills that a coupon's page shows. */
const fillsShown = 20;
const subjectOf = (id: number): string => `coupon ${id}`;

const caseOf = (one: StoredCoupon, receivable = 0n): CouponCase => ({
  id: one.id,
  campaignId: one.campaignId,
  uid: one.uid,
  kind: one.kind,
  name: one.name,
  asset: one.asset,
  status: one.status,
  face: printUnits(one.face),
  remaining: printUnits(one.remaining),
  paid: printUnits(one.paid),
  startAt: one.startAt,
  endAt: one.endAt,
  volumeRequirement: printUnits(one.volumeReq),
  volumeDone: printUnits(one.volumeDone),
  receivable: printUnits(receivable),
});
async function casesOf(db: Database, list: readonly StoredCoupon[]): Promise<CouponCase[]> {
  const ids = list.map(({ id }) => id);
  const receivables = await invalidations.receivables(db, ids);
  return list.map((one) => caseOf(one, receivables.get(one.id)));
}

/** Null where the core does not answer: what is not known is not shown as nothing. */
const clawbackText = (clawback: Clawback | undefined): CouponDetail["invalidation"]["clawback"] => {
  if (clawback === undefined) return null;
  const { profit, takes } = clawback;
  return { profit: printUnits(profit), takes: printUnits(takes), lacks: printUnits(profit - takes) };
};
function decidedText(decided: Invalidation | null): CouponDetail["invalidation"]["decided"] {
  if (decided === null) return null;
  const { by, reason, at, profit, taken } = decided;
  const receivable = receivableOf(decided);
  const text = (units: bigint | null): string | null => (units === null ? null : printUnits(units));
  return { by, reason, at, profit: printUnits(profit), taken: text(taken), receivable: text(receivable) };
}

async function factsOf(db: Database, coupon: StoredCoupon) {
  const [payments, isPositionOpen, decided] = [
    await couponRegister.payments(db, coupon.id),
    await couponRegister.isPositionOpen(db, coupon),
    await invalidations.of(db, coupon.id),
  ];
  return { payments, decided, ...howToInvalidate({ coupon, payments, isPositionOpen, isDecided: decided !== null }) };
}

async function detailOf({ db, clock, core }: CampaignDeps, id: number): Promise<Outcome<CouponDetail>> {
  const coupon = await couponRegister.one(db, id);
  if (coupon === undefined) return refuse("NOT_FOUND");
  const { payments, decided, how, problem } = await factsOf(db, coupon);
  const waiting = await waitingActs.of(db, schema, subjectOf(id), clock.now());
  const clawback = how === "NOT_POSSIBLE" ? undefined : await clawbackOf(core, coupon, payments);
  return given({
    coupon: caseOf(coupon, (decided === null ? null : receivableOf(decided)) ?? 0n),
    steps: await couponRegister.steps(db, id),
    payments: payments.map(({ amount, ...row }) => ({ ...row, amount: printUnits(amount) })),
    fills: (await fills.list(db, id, undefined, fillsShown)).slice(0, fillsShown),
    invalidation: { how, problem, waiting, clawback: clawbackText(clawback), decided: decidedText(decided) },
  });
}

type Give = (typeof consoleCalls.giveCoupon.ask)["_zod"]["output"];

const give = ({ db, clock, accounts }: CampaignDeps, { requestId, campaignId, uid, reason }: Give, asked: Asked) =>
  inTransaction(db, async (tx) => {
    const at = clock.now();
    const earlier = await couponRegister.ofRequest(tx, requestId);
    if (earlier !== undefined) return given({ id: earlier });
    if (!(await accounts.exists(tx, uid))) return refuse("NOT_FOUND");
    const campaign = (await campaigns.running(tx, "OPERATOR", at)).find(({ id }) => id === campaignId);
    if (campaign === undefined)
      return refuse("REQUEST_INVALID", { problem: "it is no campaign that operators give and that runs" });
    if (!(await coupons.issue(tx, campaign, uid, at)))
      return refuse("REQUEST_INVALID", { problem: "the user has all that one may have, or the budget is used up" });
    const id = await couponRegister.keepGiven(tx, { request: requestId, campaignId, uid, by: asked.uid, at });
    const line = { ...actorOf(asked, reason), at, action: "coupon given", subject: `${uid} coupon ${id}` };
    await auditLog.append(tx, [{ ...line, before: "", after: { campaign: campaignId } }]);
    return given({ id });
  });

/**
 * Ends it, or has the core take back what is left: then its status follows the core's event. Profit of its bonus is taken back behind that, since the recall
 * frees cash. All in the caller's transaction.
 */
async function carryOut(
  tx: Database,
  coupon: StoredCoupon,
  how: "AT_ONCE" | "RECALL",
  decided: Omit<Invalidation, "taken">,
) {
  await invalidations.add(tx, coupon.id, decided);
  if (how === "RECALL") {
    const numbers = grantsOf(coupon, await couponRegister.payments(tx, coupon.id));
    await enqueueCommands(
      tx,
      schema,
      numbers.map((grant) => ({ type: "recall_grant", grant }) as const),
      decided.at,
    );
  }
  const { id, uid, campaignId: campaign } = coupon;
  const back = { type: "reverse_profit", uid, campaign, coupon: id, amount: decided.profit } as const;
  if (decided.profit > 0n) await enqueueCommand(tx, schema, back, decided.at);
  // It gives no more from now on, whatever the core finds left of its grants.
  if (coupon.kind === "DEPOSIT") await grants.recallOnArrival(tx, coupon.id);
  if (how === "RECALL" && coupon.kind !== "DEPOSIT") return;
  const owing = isOwing(coupon.kind) ? await held.ofUser(tx, coupon.uid, [coupon.kind]) : [];
  const inForce = owing.find(({ id }) => id === coupon.id);
  // Cash that it owes by now is paid all the same, and is not the campaign's again; bonus is not granted any more.
  if (inForce !== undefined) await held.invalidate(tx, inForce, invalidCause, decided.at);
  else await coupons.step(tx, coupon, "invalidate", invalidCause, decided.at);
}

const invalidate = ({ db, clock, core }: CampaignDeps, id: number, reason: string, asked: Asked) =>
  inTransaction(db, async (tx): Promise<Outcome<{ isDone: boolean }>> => {
    const at = clock.now();
    const coupon = (await coupons.lock(tx, [id])).get(id);
    if (coupon === undefined) return refuse("NOT_FOUND");
    const { payments, how, problem } = await factsOf(tx, coupon);
    if (how === "NOT_POSSIBLE") return refuse("REQUEST_INVALID", { problem });
    // Before either operator is kept: nobody decides about profit that is not known.
    const clawback = await clawbackOf(core, coupon, payments);
    if (clawback === undefined) return refuse("BUSY");
    const { profit } = clawback;
    const act = { subject: subjectOf(id), change: { invalidate: id }, by: asked.uid, reason, at };
    const step = await waitingActs.ask(tx, schema, act);
    if (step === "own") return refuse("OWN_APPROVAL");
    const isDone = step === "second";
    if (isDone) await carryOut(tx, coupon, how, { by: asked.uid, reason, at, profit });
    const action = isDone ? "coupon invalidated" : "coupon invalidation asked";
    const line = { ...actorOf(asked, reason), at, action, subject: `${coupon.uid} coupon ${id}` };
    const before = { status: coupon.status, remaining: printUnits(coupon.remaining) };
    await auditLog.append(tx, [{ ...line, before, after: { how, profit: printUnits(profit) } }]);
    return given({ isDone });
  });

/** What operators ask about coupons in the console. */
export const couponOperatorAnswers = (deps: CampaignDeps, wakeOutbox: () => void): Answer[] => [
  answer(consoleCalls.findCoupons, async ({ pageSize, ...wanted }) => {
    const rows = await couponRegister.find(deps.db, wanted, pageSize + 1);
    const list = await casesOf(deps.db, rows.slice(0, pageSize));
    return given({ list, ...(rows.length > pageSize ? { next: list.at(-1)!.id } : {}) });
  }),
  answer(consoleCalls.couponDetailOf, ({ id }) => detailOf(deps, id)),
  answer(consoleCalls.giveCoupon, (ask, asked) => give(deps, ask, asked)),
  answer(consoleCalls.invalidateCoupon, async ({ id, reason }, asked) => {
    const outcome = await invalidate(deps, id, reason, asked);
    if (outcome.ok && outcome.value.isDone) wakeOutbox();
    return outcome;
  }),
];
