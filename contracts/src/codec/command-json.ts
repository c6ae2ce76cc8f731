import { type CommandType, journalCommands } from "../journal/commands.ts";

type Plain = Readonly<Record<string, unknown>>;

const moneyFieldsOf = (type: CommandType): readonly string[] =>
  Object.entries(journalCommands[type].fields).flatMap(([name, kind]) => (kind === "i64" ? [name] : []));

/** A command as JSON can hold it: money is decimal text. For rows that wait to be sent, never for the journal. */
export function commandToJson<C extends { readonly type: CommandType }>(command: C): string {
  return JSON.stringify(command, (_, value: unknown) => (typeof value === "bigint" ? String(value) : value));
}

export function commandFromJson(row: { readonly type: CommandType }): Plain {
  const command: Record<string, unknown> = { ...row };
  for (const name of moneyFieldsOf(row.type)) command[name] = BigInt(command[name] as string);
  return command;
}
