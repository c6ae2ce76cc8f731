import { timingSafeEqual } from "node:crypto";
import { type Refusal, withdrawalAfter, type WithdrawalRow, type WithdrawalStep } from "@tidemark/contracts";
import {
  type Asked,
  type Database,
  enqueueCommand,
  given,
  inTransaction,
  type Outcome,
  refuse,
} from "@tidemark/kit-node";
import { schema, shown, type WithdrawalDeps } from "./deps.ts";
import { codeHashOf, paidAddressOf } from "./request.ts";
import { intents, type Withdrawal, withdrawals } from "./store.ts";

type Given = { readonly id: string; readonly code: string };
const answerWaitMaxMs = 1_200;
const lookEveryMs = 25;

const isCode = (deps: WithdrawalDeps, { id, codeHash }: Withdrawal, code: string): boolean =>
  timingSafeEqual(codeHash, codeHashOf(deps, id, code));

/** Undefined where the code is the mail's and is taken now. A wrong one costs a try, and the last try ends the request. */
async function codeProblem(
  deps: WithdrawalDeps,
  tx: Database,
  one: Withdrawal,
  code: string,
): Promise<Refusal | undefined> {
  if (isCode(deps, one, code)) return undefined;
  await withdrawals.miss(tx, one.id);
  if (one.triesLeft <= 1) await withdrawals.setState(tx, one.id, "EXPIRED", deps.clock.now());
  return "CODE_WRONG";
}

/** What a code is answered with once it cannot be taken any more: the withdrawal that it has confirmed, or why it confirms nothing. */
function answerAfter(deps: WithdrawalDeps, one: Withdrawal, code: string): Outcome<WithdrawalRow> {
  if (one.state === "EXPIRED") return refuse("TICKET_EXPIRED");
  // Who did not get the answer asks again.
  return one.state !== "CANCELLED" && isCode(deps, one, code) ? given(shown(one)) : refuse("WITHDRAWAL_FINAL");
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
  return inTransaction(deps.db, async (tx): Promise<Outcome<WithdrawalRow>> => {
    const now = deps.clock.now();
    if (!(await deps.accounts.isSignedIn(tx, asked, now))) return refuse("LOGIN_INVALID");
    const one = await withdrawals.lock(tx, id);
    if (one?.uid !== asked.uid) return refuse("NOT_FOUND");
    if (withdrawalAfter(one.state, "confirm") === undefined) return answerAfter(deps, one, code);
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
  if (withdrawalAfter(known.state, "confirm") === undefined) return answerAfter(deps, known, shownCode.code);
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
  inTransaction(deps.db, async (tx): Promise<Outcome<WithdrawalRow>> => {
    const one = await withdrawals.lock(tx, id);
    if (one?.uid !== asked.uid) return refuse("NOT_FOUND");
    return step(deps, tx, one, "cancel");
  });
