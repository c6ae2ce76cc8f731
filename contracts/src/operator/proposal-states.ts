import type { StateTable } from "../journal/index.ts";

/**
 * A proposal: it waits for approvals, is sent to the core, and ends with the core's answer. SENT is stored together with the command of the
 * outbox, so a proposal is sent once.
 */
export const proposalStates = {
  WAITING: ["SENT", "REJECTED", "EXPIRED"],
  SENT: ["DONE", "REFUSED"],
  DONE: [],
  REFUSED: [],
  REJECTED: [],
  EXPIRED: [],
} as const satisfies StateTable<"WAITING" | "SENT" | "DONE" | "REFUSED" | "REJECTED" | "EXPIRED">;

export type ProposalState = keyof typeof proposalStates;
export const proposalStateNames = Object.keys(proposalStates) as [ProposalState, ...ProposalState[]];
