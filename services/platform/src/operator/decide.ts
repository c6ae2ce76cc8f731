import { type Asked, type Database, given, inTransaction, refuse } from "@tidemark/kit-node";
import { audit, type Decided, type OperatorDeps, operatorOf, shown } from "./deps.ts";
import { send } from "./propose.ts";
import { approvalStep, decisionRefusal, follow, isPast, type Operator, roleProblem } from "./rules.ts";
import { type Proposal, proposals, roles } from "./store.ts";

/** A proposal is named together with its exchange. */
type Named = Pick<Proposal, "exchange" | "id">;
type Decision = { readonly proposal: Proposal; readonly operator: Operator };

/** Ends a waiting proposal without an operator's decision. */
async function end(
  tx: Database,
  { id, state }: Proposal,
  to: "EXPIRED" | "REJECTED",
  reason: string,
  at: number,
): Promise<void> {
  await proposals.setState(tx, id, follow(state, to));
  const action = to === "EXPIRED" ? "expired" : "rejected";
  await audit(tx, id, at, { action, uid: 0, origin: "", reason, before: state, after: to });
}

/** The proposal, locked, and the operator who may decide about it; or the refusal. */
async function openDecision(
  deps: OperatorDeps,
  tx: Database,
  { exchange, id }: Named,
  asked: Asked,
): Promise<Decision | Decided> {
  const operator = await operatorOf(deps, tx, asked, "any");
  if (typeof operator === "string") return refuse(operator);
  // One of the other exchange is not found: what is approved here can act here only.
  const proposal = await proposals.lock(tx, exchange, id);
  if (proposal === undefined) return refuse("NOT_FOUND");
  const missing = roleProblem(operator.roles, proposal.role);
  if (missing !== undefined) return refuse(missing);
  const now = deps.clock.now();
  if (isPast(proposal, now)) await end(tx, proposal, "EXPIRED", "", now);
  const problem = decisionRefusal(proposal, operator, now);
  return problem === undefined ? { proposal, operator } : refuse(problem);
}

async function addApproval(
  deps: OperatorDeps,
  tx: Database,
  { proposal, operator }: Decision,
  ip: string,
): Promise<Decided> {
  const { id, exchange, role, by } = proposal;
  const at = deps.clock.now();
  const holders = await roles.holders(tx, role, [by, operator.uid, ...proposal.approvals.map((one) => one.by)]);
  const taken = approvalStep(proposal, operator, holders, at);
  if (taken === "repeated") return given(shown(proposal));
  if (taken === "orphaned") {
    await end(tx, proposal, "REJECTED", "its proposer no longer has the role", at);
    return refuse("PROPOSAL_FINAL");
  }
  if (taken !== "added" && taken !== "last") return refuse(taken);
  await proposals.approve(tx, id, operator, at);
  const approved = (await proposals.get(tx, exchange, id))!;
  const isLast = taken === "last";
  if (isLast) await send(tx, approved, at);
  const step = { uid: operator.uid, origin: ip, reason: "" };
  const approvalsOf = ({ approvals }: Proposal): number[] => approvals.map((one) => one.by);
  await audit(
    tx,
    id,
    at,
    { action: "approved", ...step, before: approvalsOf(proposal), after: approvalsOf(approved) },
    ...(isLast ? [{ action: "sent", ...step, before: "WAITING", after: "SENT" } as const] : []),
  );
  return given(shown((await proposals.get(tx, exchange, id))!));
}

export async function approve(deps: OperatorDeps, of: Named, asked: Asked): Promise<Decided> {
  const outcome = await inTransaction(deps.db, async (tx): Promise<Decided> => {
    const decision = await openDecision(deps, tx, of, asked);
    return "ok" in decision ? decision : addApproval(deps, tx, decision, asked.from.ip);
  });
  if (outcome.ok && outcome.value.state === "SENT") deps.wakeOutbox(outcome.value.exchange);
  return outcome;
}

export const reject = (deps: OperatorDeps, of: Named, reason: string, asked: Asked): Promise<Decided> =>
  inTransaction(deps.db, async (tx): Promise<Decided> => {
    const decision = await openDecision(deps, tx, of, asked);
    if ("ok" in decision) return decision;
    const { proposal, operator } = decision;
    const { id } = proposal;
    await proposals.setState(tx, id, follow(proposal.state, "REJECTED"));
    const step = { action: "rejected", uid: operator.uid, origin: asked.from.ip, reason } as const;
    await audit(tx, id, deps.clock.now(), { ...step, before: "WAITING", after: "REJECTED" });
    return given(shown((await proposals.get(tx, proposal.exchange, id))!));
  });

/** Marks those whose time is over; `approve` does not wait for it. */
export async function expire(tx: Database, now: number): Promise<void> {
  for (const id of await proposals.expire(tx, now))
    await audit(tx, id, now, {
      action: "expired",
      uid: 0,
      origin: "",
      reason: "",
      before: "WAITING",
      after: follow("WAITING", "EXPIRED"),
    });
}
