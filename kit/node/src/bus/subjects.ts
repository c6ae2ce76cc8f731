import type { Owner } from "@tidemark/contracts";
import type { CommandClass } from "@tidemark/contracts/journal";

/** Where questions are answered: an owner's calls, or what only the wallet may ask of the platform. */
export type RpcName = Owner | "wallet_asks";

/**
 * All subjects of a core; `*` stands for any in the rights of a service (bus-permissions.ts). A command goes to the subject of the last
 * announced epoch and of its class, so that the server too refuses a class that the sender does not have.
 */
export const subjects = (core: string) => ({
  commands: (epoch: number | "*", by: CommandClass | "*"): string => `tm.${core}.cmd.${epoch}.${by}`,
  /** A sender is named `class.id`. */
  answers: (sender: string): string => `tm.${core}.ans.${sender}`,
  announcements: `tm.${core}.ann`,
  now: `tm.${core}.now`,
  history: `tm.${core}.history`,
  /** Where the publications of liabilities are answered. */
  fundsProof: `tm.${core}.fundsproof`,
  /** Where an owner other than the core answers its calls; what operators and the wallet ask of the platform has subjects of its own. */
  rpc: (owner: RpcName): string => `tm.${core}.rpc.${owner}`,
  /** Where an owner publishes that records cached by gateways are no longer valid. */
  invalidated: (owner: string): string => `tm.${core}.invalidated.${owner}`,
  /** Where an owner publishes the changes of its topics. */
  topics: (owner: string): string => `tm.${core}.topics.${owner}`,
  /** Where the projector publishes the changes of its topics. */
  historyTopics: `tm.${core}.topics.history`,
  alive: `tm.${core}.alive`,
  mismatches: `tm.${core}.mismatches`,
  /** Where the answers to a service's questions arrive; no other service may read there. */
  inbox: (service: string): string => `tm.${core}.inbox.${service}`,
});

const inboxForm = /^tm\.([^.\s*>]+)\.inbox\.([a-z]+)(?:\.[A-Za-z0-9_-]+)+$/;

/**
 * Whether a process of this core may answer there. The asker names the subject, and the server lets an answer through wherever that is:
 * elsewhere it would be a message that only the core may send. The platform asks the simulated core from its inbox at the real one.
 */
export function isInboxFor(core: string, reply: string): boolean {
  const [, at, service] = inboxForm.exec(reply) ?? [];
  return at !== undefined && (at === core || service === "platform");
}
