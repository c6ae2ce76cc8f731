// The only file of this folder that imports the contracts: where their lists change their form, this file follows and nothing else.
import {
  type Call,
  callList,
  consoleCallList,
  operatorRoles,
  requirementsOf,
  refusals,
  refusalSentence,
  type Topic,
  topicList,
} from "@tidemark/contracts";
import { journalCommands, journalEvents } from "@tidemark/contracts/journal";

export { type Call, callList, consoleCallList, operatorRoles, requirementsOf, type Topic, topicList };

/** Names of the events that a topic's rows come from; undefined where its owner publishes the rows. */
export const eventsOf = (topic: Topic): readonly string[] | undefined =>
  topic.owner === "core" ? topic.events : undefined;

export type CommandEntry = {
  readonly name: string;
  readonly kind: number;
  readonly by: string;
  readonly fields: readonly { readonly name: string; readonly kind: string }[];
};
export const commandList: readonly CommandEntry[] = Object.entries(journalCommands).map(([name, command]) => ({
  name,
  kind: command.kind,
  by: command.by,
  fields: Object.entries(command.fields).map(([field, kind]) => ({ name: field, kind })),
}));

export type EventEntry = { readonly name: string; readonly code: number; readonly fields: readonly string[] };
export const eventList: readonly EventEntry[] = Object.entries(journalEvents).map(([name, { code, fields }]) => ({
  name,
  code,
  fields,
}));

export type RefusalEntry = {
  readonly name: string;
  readonly code: number;
  readonly facts: readonly string[];
  readonly unit: string | undefined;
  readonly sentence: string;
};
export const refusalList: readonly RefusalEntry[] = Object.entries(refusals).map(([name, refusal]) => ({
  name,
  code: refusal.code,
  facts: refusal.facts,
  unit: "unit" in refusal ? refusal.unit : undefined,
  sentence: refusalSentence[name as keyof typeof refusals],
}));

/** Where commands, events and enumerations are declared, for the sentences above them. */
export const declaredIn = {
  commands: ["contracts/src/journal/user-commands.ts", "contracts/src/journal/internal-commands.ts"],
  events: ["contracts/src/journal/events.ts"],
  values: ["contracts/src/values.ts"],
} as const;
