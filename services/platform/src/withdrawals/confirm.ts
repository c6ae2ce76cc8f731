import { timingSafeEqual } from "node:crypto";
import { type Refusal, withdrawalAfter, type WithdrawalRow, type WithdrawalStep } from "@tidemark/contracts";
import { type Asked, type Database, enqueueCommand, given, type Outcome, refuse } from "@tidemark/kit-node";
import { inTransaction, schema, shown, type WithdrawalDeps } from "./deps.ts";
import { codeHashOf, paidAddressOf } from "./request.ts";
import { intents, type Withdrawal, withdrawals } from "./store.ts";

type Given = { readonly id: string; readonly code: string };
const answerWaitMaxMs = 1_200;
const lookEveryMs = 25;

/** Undefined where the code is the mail's and is taken now. A wrong one costs a try. */
async function codeProblem(
  deps: WithdrawalDeps,
  tx: Database,
  one: Withdrawal,
  code: string,
): Promise<Refusal | undefined> {
  const isRight = timingSafeEqual(one.codeHash, codeHashOf(deps, one.id, code));
  if (one.triesLeft <= 0) return "CODE_WRONG";
  if (isRight) return undefined;
  await withdrawals.miss(tx, one.id);
  return "CODE_WRONG";
}

/** The command is added in the transaction that takes the code: the core gets it once, or the code stays unused. */
async function send(deps: WithdrawalDeps, tx: Database, one: Withdrawal): Promise<void> {
  const { id, uid, assetId, amount } = one;
  const now = deps.clock.now();
  await withdrawals.setState(tx, id, "CONFIRMED", now);
  await enqueueCommand(tx, schema, { type: "request_withdrawal", uid, asset: assetId, amount }, now);
  await withdrawals.setNumber(tx, id);
}

function take(deps: WithdrawalDeps, { id, code }: Given, asked: Asked): Promise<Outcome<WithdrawalRow>> {
  return inTransaction(deps, async (tx): Promise<Outcome<WithdrawalRow>> => {
    const now = deps.clock.now();
    if (!(await deps.accounts.isSignedIn(tx, asked, now))) return refuse("LOGIN_INVALID");
    const one = await withdrawals.lock(tx, id);
    if (one?.uid !== asked.uid) return refuse("NOT_FOUND");
    if (withdrawalAfter(one.state, "confirm") === undefined)
      return refuse(one.state === "EXPIRED" ? "TICKET_EXPIRED" : "WITHDRAWAL_FINAL");
    if (now >= one.confirmBy) {
      await withdrawals.setState(tx, id, "EXPIRED", now);
      return refuse("TICKET_EXPIRED");
    }
    const problem = await codeProblem(deps, tx, one, code);
    if (problem !== undefined) return refuse(problem);
    await send(deps, tx, one);
    return given(shown({ ...one, state: "CONFIRMED", changedAt: now }));
  });
}

/** Waits for the core's answer, so that the caller sees what became of it; a core that is away answers later. */
async function answeredOf(deps: WithdrawalDeps, row: WithdrawalRow): Promise<WithdrawalRow> {
  for (let left = answerWaitMaxMs / lookEveryMs; left > 0; left -= 1) {
    await deps.clock.sleep(lookEveryMs);
    const one = await withdrawals.get(deps.db, row.id);
    if (one !== undefined && one.state !== "CONFIRMED") return shown(one);
  }
  return row;
}

export async function confirmWithdrawal(
  deps: WithdrawalDeps,
  shownCode: Given,
  asked: Asked,
): Promise<Outcome<WithdrawalRow>> {
  const known = await withdrawals.get(deps.db, shownCode.id);
  if (known?.uid !== asked.uid) return refuse("NOT_FOUND");
  // The address may have left the book since: its owner may have removed what a thief had added.
  const address = await paidAddressOf(deps, known, asked);
  if ("ok" in address) return address;
  const outcome = await take(deps, shownCode, asked);
  if (!outcome.ok) return outcome;
  deps.wakeOutbox();
  return given(await answeredOf(deps, outcome.value));
}

/** The owner's or an operator's step of a withdrawal that needs no answer of the core. */
async function step(deps: WithdrawalDeps, tx: Database, one: Withdrawal, which: WithdrawalStep) {
  const state = withdrawalAfter(one.state, which);
  if (state === undefined) return refuse("WITHDRAWAL_FINAL");
  const changedAt = deps.clock.now();
  await withdrawals.setState(tx, one.id, state, changedAt);
  await intents.dropApprovals(tx, one.id);
  return given(shown({ ...one, state, changedAt }));
}

export const cancelWithdrawal = (deps: WithdrawalDeps, id: string, asked: Asked): Promise<Outcome<WithdrawalRow>> =>
  inTransaction(deps, async (tx): Promise<Outcome<WithdrawalRow>> => {
    const one = await withdrawals.lock(tx, id);
    if (one?.uid !== asked.uid) return refuse("NOT_FOUND");
    return step(deps, tx, one, "cancel");
  });
