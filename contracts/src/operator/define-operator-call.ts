import { z } from "zod";
import type { CommandDraft } from "../codec/command-codec.ts";
import { requestId } from "../call-parts.ts";
import type { Call } from "../define.ts";
import type { Refusal } from "../errors.ts";
import type { Instruments } from "../instruments.ts";
import { type CommandType, journalCommands } from "../journal/index.ts";
import { proposalRow } from "./proposal-row.ts";
import type { OperatorRole } from "./roles.ts";
import { exchangeNames } from "../values.ts";
import type { WireField } from "./wire-fields.ts";

/** What every call about proposals has in common. The console asks, the platform answers: it keeps roles, approvals and the audit log. */
export const ofOperator = {
  owner: "platform",
  needs: "operator",
  carry: "bus",
  shape: "envelope",
  body: "json",
  answers: "own",
  proof: "none",
  rate: "read",
} as const;

export const operatorRefusals = [
  "LOGIN_INVALID",
  "FACTOR_NEEDED",
  "NOT_OPERATOR",
  "OPERATOR_ROLE_MISSING",
  "BUSY",
] as const satisfies readonly Refusal[];

/** Commands of the journal that only operators give. */
export type OperatorCommandType = {
  [T in CommandType]: (typeof journalCommands)[T]["by"] extends "operator" ? T : never;
}[CommandType];

/** A command without the producer and its number, which the outbox adds. */
type Unnumbered<D> = D extends { producer: number } ? Omit<D, "producer" | "number"> : never;
export type OperatorCommand = Unnumbered<Extract<CommandDraft, { type: OperatorCommandType }>>;

type Shape = Readonly<Record<string, z.ZodType>>;
type Common = {
  readonly exchange: typeof exchangeName;
  readonly reason: typeof reasonText;
  readonly requestId: typeof requestId;
};
type AskOf<S extends Shape> = z.ZodObject<S & Common, z.core.$strict>;

export type OperatorCommandCall<S extends Shape = Shape> = Call<AskOf<S>, typeof proposalRow> & {
  /** The command as the journal will hold it, or the field that fits nothing. */
  commandOf(ask: unknown, instruments: Instruments): OperatorCommand | { readonly problem: string };
};

type Declared<S extends Shape> = {
  readonly role: OperatorRole;
  readonly approvals: number;
  readonly isUrgent?: (ask: z.infer<AskOf<S>>) => boolean;
  readonly fields: { readonly [N in keyof S]: WireField<S[N]> };
  /** Fields of the command that follow from the others. */
  readonly derived?: (ask: Readonly<Record<string, unknown>>) => Readonly<Record<string, unknown>>;
};

/** The exchange whose core gets the command. A proposal is seen and decided at its own exchange only. */
export const exchangeName = z.enum(exchangeNames).default("REAL");

/** Long enough to be a sentence: it is what an auditor reads years later. */
export const reasonText = z.string().trim().min(8).max(500);

const numbersMax: Readonly<Record<string, number>> = {
  u8: 2 ** 8 - 1,
  u16: 2 ** 16 - 1,
  u32: 2 ** 32 - 1,
  u48: 2 ** 48 - 1,
  u53: Number.MAX_SAFE_INTEGER,
};
const int32Max = 2 ** 31 - 1;
const int64Max = 2n ** 63n - 1n;

/** Whether a value can be written as a field of this kind. What it means is the engine's check. */
function fits(kind: string, value: unknown): boolean {
  if (kind === "i64") return typeof value === "bigint" && value <= int64Max && value >= -int64Max;
  if (kind === "i32") return Number.isInteger(value) && Math.abs(value as number) <= int32Max;
  if (kind === "weights") return (value as number[]).every((weight) => fits("u8", weight));
  if (kind === "tiers")
    return (value as { cap: bigint; maxLeverage: number; mmr: number }[]).every(
      ({ cap, maxLeverage, mmr }) => fits("i64", cap) && fits("u8", maxLeverage) && fits("u32", mmr),
    );
  // What the journal's text cannot hold would wait in the outbox for ever, and everything behind it.
  if (kind === "text") return /^[\x20-\x7e]{0,255}$/.test(value as string);
  const max = numbersMax[kind];
  return max === undefined || (Number.isSafeInteger(value) && (value as number) >= 0 && (value as number) <= max);
}

const camelOf = (type: string): string => type.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());

/** The call that proposes a command of the journal: its name and path are the command's, its fields those of the table. */
export function defineOperatorCall<S extends Shape>(
  type: OperatorCommandType,
  { role, approvals, isUrgent, fields: declared, derived }: Declared<S>,
): OperatorCommandCall<S> {
  const fields = Object.entries<WireField>(declared as Readonly<Record<string, WireField>>);
  const shape = Object.fromEntries(fields.map(([name, { ask }]) => [name, ask])) as Shape;
  const kinds: Readonly<Record<string, string>> = journalCommands[type].fields;
  return {
    ...ofOperator,
    name: `operator.${camelOf(type)}`,
    path: `POST /console/propose/${type.replaceAll("_", "-")}`,
    operator: { role, approvals, reason: "required", ...(isUrgent === undefined ? {} : { isUrgent }) },
    ask: z.strictObject({ ...shape, exchange: exchangeName, reason: reasonText, requestId }) as unknown as AskOf<S>,
    answer: proposalRow,
    refusals: [...operatorRefusals, "REQUEST_INVALID", "APPROVAL_PENDING", "DUPLICATE_CLIENT_ID", "TOO_MANY_REQUESTS"],
    commandOf(ask, instruments) {
      const asked = ask as Readonly<Record<string, unknown>>;
      const command: Record<string, unknown> = { type, ...derived?.(asked) };
      for (const [name, field] of fields) {
        const value = field.value(asked[name], asked, instruments);
        const becomes = field.becomes ?? name;
        if (value === undefined || !fits(kinds[becomes] ?? "", value)) return { problem: name };
        command[becomes] = value;
      }
      return command as OperatorCommand;
    },
  };
}
