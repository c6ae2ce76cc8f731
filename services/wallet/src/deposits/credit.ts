import { depositAfter, type DepositReason, type DepositStep, refusals, success } from "@tidemark/contracts";
import { type Database, depositReference, enqueueCommand, type Log, type OutboxAnswer } from "@tidemark/kit-node";
import { halts } from "../limits/halts-store.ts";
import { type Deposit, deposits } from "./store.ts";

/** The schema of this service. */
export const schema = "wallet";

export type CreditDeps = { readonly log: Log; readonly now: () => number };

/** Throws where the state has no such step: it is a mistake of ours, and the transaction is undone. */
export async function follow(
  { now }: Pick<CreditDeps, "now">,
  tx: Database,
  { id, state }: Deposit,
  step: DepositStep,
  reason: DepositReason | "" = "",
): Promise<void> {
  const to = depositAfter(state, step);
  if (to === undefined) throw new Error(`deposit ${id} is ${state}: ${step} is no step of it`);
  await deposits.setState(tx, id, to, reason, now());
}

/** The block is final: the command stands with the new state or not at all. */
export async function credit(deps: CreditDeps, tx: Database, one: Deposit): Promise<void> {
  const { uid, assetId: asset, units: amount, network, txid, place } = one;
  const reference = depositReference(network, txid, place);
  await enqueueCommand(tx, schema, { type: "credit_deposit", uid, asset, amount, reference }, deps.now());
  await deposits.setNumber(tx, one.id);
  await follow(deps, tx, one, "finish");
}

/** The chain took back what was credited: the core takes it from the user, or from `s:reorg` what the user no longer has. */
async function takeBack(deps: CreditDeps, tx: Database, one: Deposit, coreId: number): Promise<void> {
  const { id, uid, assetId: asset, units: amount, network, txid } = one;
  deps.log.error({ id, network, txid, uid }, "deposits: a credited deposit left its chain, it is reversed");
  // A chain that replaces final blocks may do so again: nothing more of the asset leaves until people have looked.
  const facts = { network, txid, units: String(amount) };
  if (await halts.add(tx, one.asset, "REORG", facts, deps.now()))
    deps.log.fatal({ asset: one.asset, ...facts }, "deposits: a chain took back what was final, withdrawals halted");
  await enqueueCommand(tx, schema, { type: "reverse_deposit", deposit: coreId, uid, asset, amount }, deps.now());
  await follow(deps, tx, one, "reverse");
}

/** No block has it any more. One whose command is on the way waits for the answer: only what was credited can be taken back. */
export async function reverse(deps: CreditDeps, tx: Database, one: Deposit): Promise<void> {
  if (one.state === "FINAL") return;
  if (one.state === "CREDITED" && one.coreId !== null) await takeBack(deps, tx, one, one.coreId);
  else await follow(deps, tx, one, "reverse");
  await deposits.place(tx, one.id, one.height);
}

const reasonOf = new Map<number, DepositReason>([
  [refusals.AMOUNT_INVALID.code, "TOO_LARGE"],
  [refusals.ASSET_NOT_IN_PRODUCT.code, "ASSET_CLOSED"],
]);

/** Stores the core's answers, in the transaction that marks the commands as answered. */
export async function storeAnswers(deps: CreditDeps, tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
  for (const { number, command, result } of answers) {
    if (command.type !== "credit_deposit") {
      if (result.code !== success)
        deps.log.error({ number, type: command.type, code: result.code }, "deposits: the core refused a command");
      continue;
    }
    const one = await deposits.lockByNumber(tx, number);
    if (one === undefined) throw new Error(`command ${number} of the outbox has no deposit`);
    // Known: these tables were set back, and the core has credited it before.
    if (result.code === success || result.code === refusals.DEPOSIT_KNOWN.code) {
      await deposits.setCoreId(tx, one.id, result.ref);
      await follow(deps, tx, one, "credit");
      continue;
    }
    const reason = reasonOf.get(result.code);
    deps.log.error({ id: one.id, number, code: result.code }, "deposits: the core refused a deposit, operators decide");
    if (reason !== undefined) await follow(deps, tx, one, "ignore", reason);
  }
}
