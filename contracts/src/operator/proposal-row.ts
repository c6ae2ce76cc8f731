import { z } from "zod";
import { exchangeNames } from "../values.ts";
import { operatorRoles } from "./roles.ts";
import { proposalStateNames } from "./proposal-states.ts";

const at = z.number().int();

/** A proposed change, as every operator sees it. */
export const proposalRow = z.object({
  id: z.uuid(),
  /** Its command is sent to this exchange only, and only there it is seen and decided about. */
  exchange: z.enum(exchangeNames),
  /** The call that proposed it, and its ask without the reason. */
  call: z.string(),
  ask: z.record(z.string(), z.unknown()),
  role: z.enum(operatorRoles),
  reason: z.string(),
  by: z.number().int(),
  at,
  state: z.enum(proposalStateNames),
  /** How many other operators must approve, and those who have. */
  needed: z.number().int(),
  approvals: z.array(z.object({ by: z.number().int(), at })),
  /** After this moment a waiting proposal can no longer be approved. */
  until: at,
  /** The core's answer; null before there is one. */
  result: z
    .object({ code: z.number().int(), refusal: z.string(), facts: z.record(z.string(), z.string()), at })
    .nullable(),
});
export type ProposalRow = z.infer<typeof proposalRow>;
