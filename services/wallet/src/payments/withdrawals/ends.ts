import { paymentAfter, type PaymentStep, success } from "@tidemark/contracts";
import { type Database, enqueueCommand, type Log, type OutboxAnswer } from "@tidemark/kit-node";
import { schema } from "../../deposits/credit.ts";
import { held, type Payment, payments } from "./store.ts";

/** Throws where the state has no such step: it is a mistake of ours, and the transaction is undone. */
export async function follow(
  tx: Database,
  one: Payment,
  step: PaymentStep,
  reason: string,
  at: number,
): Promise<Payment> {
  const state = paymentAfter(one.state, step);
  if (state === undefined) throw new Error(`payment ${one.id} is ${one.state}: ${step} is no step of it`);
  await payments.setState(tx, one.id, state, reason, at);
  return { ...one, state, reason };
}

async function end(tx: Database, { id, coreId, fee }: Payment, isSent: boolean, at: number): Promise<void> {
  // The core ends a withdrawal once; what it has ended is not asked for again.
  if (!(await held.isOpen(tx, coreId))) return;
  const command = { type: "end_withdrawal", withdrawal: coreId, fee: isSent ? fee : 0n, isSent } as const;
  await payments.setNumber(tx, id, await enqueueCommand(tx, schema, command, at));
}

/** Nothing was paid, and nothing can be any more: the command stands with the new state or not at all. */
export async function giveBack(tx: Database, one: Payment, reason: string, at: number): Promise<void> {
  await follow(tx, one, "fail", reason, at);
  await end(tx, one, false, at);
}

/** Its block is final. The state follows the core's answer. */
export const endPaid = (tx: Database, one: Payment, at: number): Promise<void> => end(tx, one, true, at);

export type EndDeps = { readonly log: Log; readonly now: () => number };

/** Stores the core's answers to ends, in the transaction that marks the commands as answered. */
export async function storeEnds({ log, now }: EndDeps, tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
  for (const { number, command, result } of answers) {
    if (command.type !== "end_withdrawal") continue;
    const one = await payments.lockByNumber(tx, number);
    if (one === undefined) throw new Error(`command ${number} of the outbox has no payment`);
    if (result.code !== success)
      log.error({ id: one.id, number, code: result.code }, "payments: the core refused an end, operators decide");
    else if (command.isSent) await follow(tx, one, "pay", "", now());
  }
}
