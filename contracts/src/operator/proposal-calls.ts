import { z } from "zod";
import { page } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { ofOperator, operatorRefusals, reasonText } from "./define-operator-call.ts";
import { proposalRow } from "./proposal-row.ts";
import { proposalStateNames } from "./proposal-states.ts";

const proposalId = z.uuid();

/** Proposals of all operators for the exchange that is asked, the newest first. */
export const proposalList = defineCall({
  ...ofOperator,
  name: "operator.proposals",
  path: "GET /operator/proposals",
  operator: { role: "any", approvals: 0, reason: "none" },
  ask: z.strictObject({ state: z.enum(proposalStateNames).optional(), ...page }),
  answer: z.object({
    list: z.array(proposalRow),
    pageNum: z.number().int(),
    pageSize: z.number().int(),
    total: z.number().int(),
  }),
  refusals: operatorRefusals,
});

export const proposal = defineCall({
  ...ofOperator,
  name: "operator.proposal",
  path: "GET /operator/proposal",
  operator: { role: "any", approvals: 0, reason: "none" },
  ask: z.strictObject({ id: proposalId }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "NOT_FOUND"],
});

/** By another operator who has the role of the proposed call. The last approval that is needed sends the command. */
export const approveProposal = defineCall({
  ...ofOperator,
  name: "operator.approve",
  path: "POST /operator/approve",
  operator: { role: "any", approvals: 0, reason: "none" },
  ask: z.strictObject({ id: proposalId }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "NOT_FOUND", "OWN_APPROVAL", "PROPOSAL_EXPIRED", "PROPOSAL_FINAL"],
});

/** By an operator who has the role of the proposed call; by its own proposer too, who takes it back so. */
export const rejectProposal = defineCall({
  ...ofOperator,
  name: "operator.reject",
  path: "POST /operator/reject",
  operator: { role: "any", approvals: 0, reason: "required" },
  ask: z.strictObject({ id: proposalId, reason: reasonText }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "NOT_FOUND", "PROPOSAL_EXPIRED", "PROPOSAL_FINAL"],
});
