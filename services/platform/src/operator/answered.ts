import { type ExchangeName, type Facts, factsOf, type Instruments, refusalOf, success } from "@tidemark/contracts";
import type { Database, OutboxAnswer } from "@tidemark/kit-node";
import { audit } from "./deps.ts";
import { follow } from "./rules.ts";
import { type Proposal, proposals } from "./store.ts";

type Deps = {
  readonly exchange: ExchangeName;
  readonly instruments: () => Promise<Instruments | undefined>;
  readonly now: () => number;
};

/** The numbers of the core's refusal as text; none where they are money and the core does not say of which scale. */
async function factsIn(deps: Deps, { ask }: Proposal, { code, facts }: OutboxAnswer["result"]): Promise<Facts> {
  const refusal = refusalOf(code);
  if (refusal === undefined || facts.every((fact) => fact === 0n)) return {};
  const instruments = await deps.instruments();
  const asset = typeof ask.asset === "string" ? ask.asset : undefined;
  return instruments === undefined ? {} : factsOf(refusal, facts, instruments, asset);
}

/** Stores the core's answers with their proposals, in the transaction that marks the commands as answered. */
export async function storeAnswers(deps: Deps, tx: Database, answers: readonly OutboxAnswer[]): Promise<void> {
  for (const { number, result } of answers) {
    const proposal = await proposals.byNumber(tx, deps.exchange, number);
    if (proposal === undefined) throw new Error(`command ${number} of the outbox has no proposal`);
    const at = deps.now();
    const state = follow(proposal.state, result.code === success ? "DONE" : "REFUSED");
    const facts = await factsIn(deps, proposal, result);
    await proposals.setAnswer(tx, proposal.id, { state, code: result.code, facts, at });
    const after = { state, code: result.code, seq: result.seq };
    await audit(tx, proposal.id, at, { action: "answered", uid: 0, origin: "", reason: "", before: "SENT", after });
  }
}
