/**
 * The journal's commands and events are declared here, once, as plain data. This folder imports nothing, so that the engine may use its
 * numbers without getting anything else of the contracts.
 */

/** The five senders of the bus, and the core itself. One key per class; a command outside its class is refused. */
export const commandClasses = ["user", "wallet", "oracle", "platform", "operator", "core"] as const;
export type CommandClass = (typeof commandClasses)[number];

/**
 * The client's own key, packed: a UUID or at most 16 characters in four words, up to 36 characters as text, or eight bytes that a
 * gateway generates for a client that sent none.
 */
export const keyForms = { none: 0, uuid: 1, short: 2, long: 3, made: 4 } as const;
export type ClientKey = { form: number; w0: number; w1: number; w2: number; w3: number; text: string };
export const noKey: ClientKey = { form: keyForms.none, w0: 0, w1: 0, w2: 0, w3: 0, text: "" };

/** A price to wait for, of LAST, MARK or INDEX. */
export type Trigger = { price: number; by: number };
/** Take profit or stop loss: what it waits for, and whether it then goes at market (limit 0) or at a limit. */
export type Exit = Trigger & { limit: number };
/** Cap in settle minor units, maximum leverage, maintenance rate in 1e-8. */
export type ContractTier = { cap: bigint; maxLeverage: number; mmr: number };

/** Kinds of a command's fields: their bytes in the journal (codec/command-codec.ts) and their type in memory. */
type FieldTypes = {
  u8: number;
  u16: number;
  u32: number;
  u48: number;
  u53: number;
  i32: number;
  i64: bigint;
  text: string;
  flag: boolean;
  weights: number[];
  tiers: ContractTier[];
};
/** These stand for other properties: `trigger`, `tp` and `sl`, `target` with its hash. */
type CompositeTypes = {
  trigger: { trigger?: Trigger | undefined };
  exits: { tp?: Exit | undefined; sl?: Exit | undefined };
  key: { target: ClientKey; targetHigh: number; targetLow: number };
};
type FieldKind = keyof FieldTypes | keyof CompositeTypes;
export type CommandFields = Readonly<Record<string, FieldKind>>;

type PlainFields<F extends CommandFields> = {
  [N in keyof F as F[N] extends keyof FieldTypes ? N : never]: F[N] extends keyof FieldTypes ? FieldTypes[F[N]] : never;
};
type Composite<F extends CommandFields, K extends keyof CompositeTypes> = K extends F[keyof F]
  ? CompositeTypes[K]
  : unknown;
export type FieldsOf<F extends CommandFields> = PlainFields<F> &
  Composite<F, "trigger"> &
  Composite<F, "exits"> &
  Composite<F, "key">;

export type CommandDeclaration = {
  readonly kind: number;
  readonly by: CommandClass;
  readonly fields: CommandFields;
  /** The first logic version that has it. */
  readonly since: number;
};

/** `kind` is the number in the journal and is never reused; fields stand in the journal in this order. */
export const defineCommand = <const K extends number, const B extends CommandClass, const F extends CommandFields>(
  kind: K,
  by: B,
  fields: F,
  since = 1,
): { readonly kind: K; readonly by: B; readonly fields: F; readonly since: number } => ({ kind, by, fields, since });

/** `code` is the number in the journal and is never reused; fields stand in an event's row in this order, one number each. */
export const defineEvent = <const C extends number, const F extends readonly string[]>(
  code: C,
  ...fields: F
): { readonly code: C; readonly fields: F } => ({ code, fields });
