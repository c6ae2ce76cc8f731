import { randomUUID } from "node:crypto";
import {
  assetNetworks,
  consoleCalls,
  type DecidedWithdrawal,
  type HaltedAsset,
  networkIds,
  type WithdrawalCase,
  type WithdrawalState,
  walletReport,
  withdrawalAfter,
} from "@tidemark/contracts";
import {
  type Answer,
  answer,
  auditLog,
  type Clock,
  type Database,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import type { Accounts } from "../module/accounts.ts";
import { type Actor, actorOf } from "../module/audit-line.ts";
import { dayMs } from "../module/utc-days.ts";
import { shown } from "./deps.ts";
import type { OperatorRules } from "./held.ts";
import { goodApprovals } from "./intents.ts";
import { cases, haltOrders, reports } from "./review-store.ts";
import { riskSigns } from "./rules.ts";
import { intents, type Withdrawal, withdrawals } from "./store.ts";

export type ReviewDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly accounts: Accounts;
  readonly operators: OperatorRules;
};

const decidedMax = 50;
/** The wallet carries out an order once. One that it could not get for a week is given by hand. */
const orderedForMs = 7 * dayMs;

/** The part that every list shows. */
function rowOf(one: Withdrawal) {
  const { id, asset, network, address, memo, label, receiver, amount, arrives, value, state, madeAt, changedAt } =
    shown(one);
  const row = { id, uid: one.uid, asset, network, address, memo, label, receiver, amount, arrives, value };
  return { ...row, state, madeAt, changedAt };
}

async function caseOf({ db, accounts, operators }: ReviewDeps, one: Withdrawal): Promise<WithdrawalCase> {
  const kept = await intents.of(db, one.id);
  const approvals = await intents.approvals(db, one.id);
  const { reasons, session, ...facts } = await cases.recordOf(db, one, dayMs);
  const deviceFirstAt = await accounts.deviceFirstAt(db, one.uid, session);
  return {
    ...rowOf(one),
    risks: [...reasons, ...riskSigns({ ...facts, deviceFirstAt })],
    intent: kept?.intent ?? "",
    expiresAt: kept?.expiresAt ?? 0,
    signedBy: [...goodApprovals(kept?.intent ?? "", approvals, operators.approvers).values()],
    needed: operators.approvalsMin,
  };
}

/** What the wallet reports, and orders that it has not reported yet. */
function haltsOf(
  report: { readonly at: number; readonly halts: readonly { asset: string; reason: string; since: number }[] },
  orders: readonly { readonly asset: string; readonly at: number }[],
): HaltedAsset[] {
  const isWaiting = ({ asset, at }: { asset: string; at: number }): boolean =>
    at > report.at && !report.halts.some((halt) => halt.asset === asset && halt.reason === "OPERATOR");
  return [
    ...report.halts.map((halt) => ({ ...halt, isOrdered: false })),
    ...orders.filter(isWaiting).map(({ asset, at }) => ({ asset, reason: "OPERATOR", since: at, isOrdered: true })),
  ];
}

async function review(deps: ReviewDeps) {
  const { db, clock } = deps;
  const { at, report } = await reports.last(db);
  const waiting = await withdrawals.inState(db, "IN_REVIEW");
  const byId = new Map(report.payments.map(({ id, changedAt: _at, ...payment }) => [id, payment]));
  const decided = await withdrawals.decidedLast(db, decidedMax);
  return given({
    list: await Promise.all(waiting.map((one) => caseOf(deps, one))),
    decided: decided.map((one): DecidedWithdrawal => ({ ...rowOf(one), payment: byId.get(one.id) ?? null })),
    halts: haltsOf({ at, halts: report.halts }, await haltOrders.since(db, clock.now() - orderedForMs)),
    assets: [...new Set(assetNetworks.filter(({ network }) => networkIds.includes(network)).map(({ asset }) => asset))],
    reportedAt: at,
  });
}

type Signed = { readonly id: string; readonly approver: string; readonly signature: string };

/** A signature that is not good over the text as it stands is not stored: the page says so while its approver is there. */
const addSignature = (deps: ReviewDeps, { id, ...signed }: Signed, by: Actor) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<{ signedBy: string[]; needed: number }>> => {
    const at = deps.clock.now();
    const one = await withdrawals.lock(tx, id);
    if (one === undefined) return refuse("NOT_FOUND");
    if (one.state !== "IN_REVIEW") return refuse("WITHDRAWAL_FINAL");
    const kept = await intents.of(tx, id);
    // The platform writes another text, which has to be signed instead.
    if (kept === undefined || kept.expiresAt <= at) return refuse("TICKET_EXPIRED");
    const { approvers, approvalsMin: needed } = deps.operators;
    if (goodApprovals(kept.intent, [signed], approvers).size === 0)
      return refuse("REQUEST_INVALID", { problem: `this is no signature of ${signed.approver} over the text shown` });
    await intents.approve(tx, id, signed, at);
    const signedBy = [...goodApprovals(kept.intent, await intents.approvals(tx, id), approvers).values()];
    const after = { approver: signed.approver, intent: kept.intent };
    await auditLog.append(tx, [{ ...by, at, action: "withdrawal approved", subject: id, before: "", after }]);
    return given({ signedBy, needed });
  });

/** Gives the money back. Undefined where the withdrawal does not wait for operators; the line of the log is written with it. */
export async function rejectWithdrawal(
  tx: Database,
  { id, state }: Pick<Withdrawal, "id" | "state">,
  by: Actor,
  at: number,
): Promise<WithdrawalState | undefined> {
  const after = state === "IN_REVIEW" ? withdrawalAfter(state, "reject") : undefined;
  if (after === undefined) return undefined;
  await withdrawals.setState(tx, id, after, at);
  await intents.dropApprovals(tx, id);
  await auditLog.append(tx, [{ ...by, at, action: "withdrawal rejected", subject: id, before: state, after }]);
  return after;
}

const refuseCase = (deps: ReviewDeps, id: string, by: Actor) =>
  inTransaction(deps.db, async (tx): Promise<Outcome<{ id: string; state: WithdrawalState }>> => {
    const one = await withdrawals.lock(tx, id);
    if (one === undefined) return refuse("NOT_FOUND");
    const state = await rejectWithdrawal(tx, one, by, deps.clock.now());
    return state === undefined ? refuse("WITHDRAWAL_FINAL") : given({ id, state });
  });

const halt = (deps: ReviewDeps, asset: string, by: Actor): Promise<Outcome<{ id: string }>> =>
  inTransaction(deps.db, async (tx): Promise<Outcome<{ id: string }>> => {
    if (!assetNetworks.some((one) => one.asset === asset)) return refuse("NOT_FOUND");
    const [id, at] = [randomUUID(), deps.clock.now()];
    await haltOrders.add(tx, { id, asset, reason: by.reason, at }, by.uid);
    await auditLog.append(tx, [{ ...by, at, action: "withdrawals halted", subject: asset, before: "", after: { id } }]);
    return given({ id });
  });

/** What operators ask and decide in the console. */
export const reviewAnswers = (deps: ReviewDeps): Answer[] => [
  answer(consoleCalls.withdrawalReview, () => review(deps)),
  answer(consoleCalls.addWithdrawalSignature, ({ reason, ...signed }, asked) =>
    addSignature(deps, signed, actorOf(asked, reason)),
  ),
  answer(consoleCalls.refuseWithdrawal, ({ id, reason }, asked) => refuseCase(deps, id, actorOf(asked, reason))),
  answer(consoleCalls.haltWithdrawals, ({ asset, reason }, asked) => halt(deps, asset, actorOf(asked, reason))),
];

/** What the wallet asks. */
export const reportAnswers = ({ db, clock }: Pick<ReviewDeps, "db" | "clock">): Answer[] => [
  answer(walletReport, async (report) => {
    const now = clock.now();
    await reports.keep(db, report, now);
    return given({ halts: await haltOrders.since(db, now - orderedForMs) });
  }),
];
