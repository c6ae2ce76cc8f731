import { type OperatorRole, type ProposalState, proposalStates, type Refusal } from "@tidemark/contracts";
import { mayFollow } from "@tidemark/contracts/journal";

/** As much of a proposal as decides about it. */
export type Waiting = {
  readonly state: ProposalState;
  readonly role: OperatorRole;
  readonly by: number;
  readonly deviceId: string;
  readonly until: number;
  readonly needed: number;
  readonly approvals: readonly { readonly by: number; readonly deviceId: string; readonly at: number }[];
};
export type Operator = { readonly uid: number; readonly deviceId: string; readonly roles: readonly OperatorRole[] };

/** What one operator may have waiting; more than that nobody reads before approving. */
export const waitingPerOperatorMax = 100;

/** The refusal of a call by an operator's roles. */
export function roleProblem(roles: readonly OperatorRole[], role: OperatorRole | "any"): Refusal | undefined {
  if (roles.length === 0) return "NOT_OPERATOR";
  return role === "any" || roles.includes(role) ? undefined : "OPERATOR_ROLE_MISSING";
}

export const isPast = ({ state, until }: Pick<Waiting, "state" | "until">, now: number): boolean =>
  state === "WAITING" && until <= now;

/** The refusal of any decision about a proposal that is not open. */
export function decisionProblem(proposal: Waiting, now: number): Refusal | undefined {
  if (proposal.state === "EXPIRED" || isPast(proposal, now)) return "PROPOSAL_EXPIRED";
  return proposal.state === "WAITING" ? undefined : "PROPOSAL_FINAL";
}

/**
 * Whether it is the proposer or an earlier approver who approves. Two accounts on one device are taken for one person; the device is what the
 * client says it is, so this can refuse and never allow.
 */
export function isOwnApproval({ by, deviceId, approvals }: Waiting, operator: Operator): boolean {
  if (by === operator.uid) return true;
  return operator.deviceId !== "" && [{ deviceId }, ...approvals].some((one) => one.deviceId === operator.deviceId);
}

/** The refusal of a decision by this operator about this proposal, now. */
export const decisionRefusal = (proposal: Waiting, { roles }: Operator, now: number): Refusal | undefined =>
  roleProblem(roles, proposal.role) ?? decisionProblem(proposal, now);

/** What one approval does. `orphaned`: the proposer has lost the role, and the proposal ends; `last`: its command is sent. */
export type ApprovalStep = Refusal | "repeated" | "orphaned" | "added" | "last";

/** The whole decision about an approval; `holders` are those of the people concerned who have the role now. */
export function approvalStep(
  proposal: Waiting,
  operator: Operator,
  holders: ReadonlySet<number>,
  now: number,
): ApprovalStep {
  const refusal = decisionRefusal(proposal, operator, now);
  if (refusal !== undefined) return refusal;
  if (proposal.approvals.some((one) => one.by === operator.uid)) return "repeated";
  if (isOwnApproval(proposal, operator)) return "OWN_APPROVAL";
  if (!holders.has(proposal.by)) return "orphaned";
  const approvals = [...proposal.approvals, { by: operator.uid, deviceId: operator.deviceId, at: now }];
  return isApproved({ ...proposal, approvals }, holders) ? "last" : "added";
}

/** Approvals count while their operator has the role: one that was taken away approves nothing any more. */
export const isApproved = ({ needed, approvals }: Waiting, holders: ReadonlySet<number>): boolean =>
  approvals.filter(({ by }) => holders.has(by)).length >= needed;

/** A change of state that the table does not allow is a mistake of ours and stops the transaction. */
export function follow(from: ProposalState, to: ProposalState): ProposalState {
  if (!mayFollow<ProposalState>(proposalStates, from, to))
    throw new Error(`a proposal cannot go from ${from} to ${to}`);
  return to;
}
