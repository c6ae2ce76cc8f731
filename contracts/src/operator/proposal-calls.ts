import { z } from "zod";
import { page } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { exchangeName, ofOperator, operatorRefusals, reasonText } from "./define-operator-call.ts";
import { proposalRow } from "./proposal-row.ts";
import { proposalStateNames } from "./proposal-states.ts";
import { inSession } from "./roles.ts";

const proposalId = z.uuid();

/** Proposals of all operators for one exchange, the newest first. */
export const proposalList = defineCall({
  ...ofOperator,
  name: "operator.proposals",
  path: "GET /console/proposals",
  operator: inSession("any"),
  ask: z.strictObject({ exchange: exchangeName, state: z.enum(proposalStateNames).optional(), ...page }),
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
  path: "GET /console/proposal",
  operator: inSession("any"),
  ask: z.strictObject({ exchange: exchangeName, id: proposalId }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "NOT_FOUND"],
});

/** By another operator who has the role of the proposed call. The last approval that is needed sends the command. */
export const approveProposal = defineCall({
  ...ofOperator,
  name: "operator.approve",
  path: "POST /console/proposal/approve",
  operator: { role: "any", approvals: 0, reason: "none" },
  ask: z.strictObject({ exchange: exchangeName, id: proposalId }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "REQUEST_INVALID", "NOT_FOUND", "OWN_APPROVAL", "PROPOSAL_EXPIRED", "PROPOSAL_FINAL"],
});

/** By an operator who has the role of the proposed call; by its own proposer too, who takes it back so. */
export const rejectProposal = defineCall({
  ...ofOperator,
  name: "operator.reject",
  path: "POST /console/proposal/reject",
  operator: { role: "any", approvals: 0, reason: "required" },
  ask: z.strictObject({ exchange: exchangeName, id: proposalId, reason: reasonText }),
  answer: proposalRow,
  refusals: [...operatorRefusals, "NOT_FOUND", "PROPOSAL_EXPIRED", "PROPOSAL_FINAL"],
});
