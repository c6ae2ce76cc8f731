import { type CommandType, journalCommands } from "../journal/commands.ts";

type Plain = Readonly<Record<string, unknown>>;

const fieldsOfKind = (type: CommandType, wanted: string): readonly string[] =>
  Object.entries(journalCommands[type].fields).flatMap(([name, kind]) => (kind === wanted ? [name] : []));

/** A command as JSON can hold it: money is decimal text. For rows that wait to be sent, never for the journal. */
export function commandToJson<C extends { readonly type: CommandType }>(command: C): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

export function commandFromJson(row: { readonly type: CommandType }): Plain {
  const command: Record<string, unknown> = { ...row };
  for (const name of fieldsOfKind(row.type, "i64")) command[name] = BigInt(command[name] as string);
  for (const name of fieldsOfKind(row.type, "tiers"))
    command[name] = (command[name] as { cap: string }[]).map((tier) => ({ ...tier, cap: BigInt(tier.cap) }));
  return command;
}
