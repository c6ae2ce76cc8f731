import { assetNetworkOf, success, withdrawalAfter, type WithdrawalStep } from "@tidemark/contracts";
import type { Database, FeedConsumer, OutboxAnswer } from "@tidemark/kit-node";
import { sql } from "kysely";
import type { ApprovalDeps } from "./deps.ts";
import { type Approvers, goodApprovals, intentOf } from "./intents.ts";
import { hourMs, reviewReasons } from "./rules.ts";
import { intents, levels, type Withdrawal, withdrawals } from "./store.ts";

async function follow(deps: ApprovalDeps, tx: Database, { id, state }: Withdrawal, step: WithdrawalStep) {
  const to = withdrawalAfter(state, step);
  if (to === undefined) throw new Error(`withdrawal ${id} is ${state}: ${step} is no step of it`);
  await withdrawals.setState(tx, id, to, deps.now());
}

function termsOf({ id, asset, network }: Withdrawal) {
  const terms = assetNetworkOf(asset, network);
  if (terms === undefined) throw new Error(`withdrawal ${id}: ${asset} is no longer on ${network}`);
  return terms;
}

/**
 * Writes the intent anew; signatures of operators over an older text are dropped with it. What operators have to approve is not signed for
 * the platform before they have: the signer measures in coins, and might find the platform's signature enough.
 */
async function keepIntent(deps: ApprovalDeps, tx: Database, one: Withdrawal, isReviewed: boolean): Promise<void> {
  const expiresAt = deps.now() + deps.intentValidMs;
  const { text, ...own } = deps.signer.sign(intentOf(one, termsOf(one), expiresAt));
  await intents.keep(tx, one.id, text, expiresAt);
  if (!isReviewed) await intents.approve(tx, one.id, own, deps.now());
}

/** Without terms there is no intent: the coin was taken off the network meanwhile. Operators can only reject it. */
const hasTerms = ({ asset, network }: Withdrawal): boolean => assetNetworkOf(asset, network) !== undefined;

/** The core holds the money: the platform approves it alone, or it waits for operators. */
async function held(deps: ApprovalDeps, tx: Database, one: Withdrawal, coreId: number): Promise<void> {
  // The answers of the outbox are stored one after another, so that two never both fit into the last of the hour.
  const hour = await withdrawals.approvedSince(tx, deps.now() - hourMs);
  const reasons = [...(hasTerms(one) ? [] : (["NO_TERMS"] as const)), ...reviewReasons(deps.review, one.value, hour)];
  const isReviewed = reasons.length > 0;
  await withdrawals.setHeld(tx, one.id, coreId, reasons, deps.now());
  if (hasTerms(one)) await keepIntent(deps, tx, one, isReviewed);
  else deps.log.error({ id: one.id }, "withdrawals: the coin is no longer on its network, operators must reject it");
  await follow(deps, tx, one, isReviewed ? "review" : "hold");
}

/** Stores the core's answers, in the transaction that marks the commands as answered. */
export async function storeAnswers(deps: ApprovalDeps, tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
  for (const { number, command, result } of answers) {
    if (command.type !== "request_withdrawal") {
      if (result.code !== success)
        deps.log.error({ number, type: command.type, code: result.code }, "withdrawals: the core refused a command");
      continue;
    }
    const one = await withdrawals.lockByNumber(tx, number);
    if (one === undefined) throw new Error(`command ${number} of the outbox has no withdrawal`);
    const { uid, asset, amount } = command;
    // The row is what gets paid: it must be what the core holds.
    if (uid !== one.uid || asset !== one.assetId || amount !== one.amount)
      throw new Error(`withdrawal ${one.id} is not what command ${number} holds`);
    if (result.code === success) await held(deps, tx, one, result.ref);
    else {
      await withdrawals.setRefusal(tx, one.id, result.code);
      await follow(deps, tx, one, "refuse");
    }
  }
}

/** Levels and ends of withdrawals, as the core has them. */
export function feedConsumer(deps: ApprovalDeps): FeedConsumer {
  async function ended(tx: Database, coreId: number, isSent: boolean): Promise<void> {
    const one = await withdrawals.lockByCoreId(tx, coreId);
    // Tools and tests give the core withdrawals of their own.
    if (one === undefined) return deps.log.warn({ coreId }, "withdrawals: the core ended one that is not known here");
    const end = isSent ? "SENT" : "RETURNED";
    // The feed may be read again from its beginning.
    if (one.state === end) return;
    if (withdrawalAfter(one.state, isSent ? "send" : "fail") === undefined)
      return deps.log.error({ id: one.id, state: one.state, end }, "withdrawals: the core ended it otherwise");
    await follow(deps, tx, one, isSent ? "send" : "fail");
  }
  return {
    events: ["kyc_level_set", "withdrawal_ended"],
    async handle(tx, batches) {
      for (const event of batches.flatMap(({ events }) => events))
        if (event.type === "kyc_level_set") await levels.keep(tx, event.uid, event.level);
        else if (event.type === "withdrawal_ended") await ended(tx, event.withdrawalId, event.isSent === 1);
    },
  };
}

export type OperatorRules = { readonly approvers: Approvers; readonly approvalsMin: number };

async function reviewOne(deps: ApprovalDeps, rules: OperatorRules, tx: Database, id: string): Promise<void> {
  const one = await withdrawals.lock(tx, id);
  const kept = await intents.of(tx, id);
  if (one?.state !== "IN_REVIEW" || kept === undefined) return;
  if (kept.expiresAt <= deps.now()) return keepIntent(deps, tx, one, true);
  const good = goodApprovals(kept.intent, await intents.approvals(tx, id), rules.approvers);
  if (good.size < rules.approvalsMin) return;
  const { text, ...own } = deps.signer.sign(intentOf(one, termsOf(one), kept.expiresAt));
  if (text !== kept.intent) {
    // Its terms have changed since, or somebody has changed the text: operators see and sign another.
    deps.log.error({ id }, "withdrawals: a signed intent is not that of its withdrawal, it is written anew");
    return keepIntent(deps, tx, one, true);
  }
  await intents.keepOnly(tx, id, [...good.values()]);
  await intents.approve(tx, id, own, deps.now());
  await follow(deps, tx, one, "approve");
}

/**
 * Moves on what operators have decided. Their tool only stores signatures; whether they count, the platform says by its own list of keys. An
 * intent that ran out before enough had signed is written anew and has to be signed again.
 */
export async function reviewWithdrawals(deps: ApprovalDeps, rules: OperatorRules, tx: Database): Promise<void> {
  for (const { id } of await withdrawals.inState(tx, "IN_REVIEW")) {
    await sql`savepoint one`.execute(tx);
    try {
      await reviewOne(deps, rules, tx, id);
    } catch (error) {
      // One that cannot be approved keeps none of the others waiting.
      await sql`rollback to savepoint one`.execute(tx);
      deps.log.error({ id, problem: String(error) }, "withdrawals: not reviewed");
    }
  }
}
