import type { CommandFields, ContractTier, Exit, Trigger } from "../journal/define.ts";
import type { Reader, Writer } from "./bytes.ts";

export function writeTrigger(out: Writer, trigger: Trigger): void {
  out.u53(trigger.price);
  out.u8(trigger.by);
}

export function writeExits(out: Writer, tp: Exit | undefined, sl: Exit | undefined): void {
  out.u8((tp === undefined ? 0 : 1) + (sl === undefined ? 0 : 2));
  for (const exit of [tp, sl]) {
    if (exit === undefined) continue;
    writeTrigger(out, exit);
    out.u53(exit.limit);
  }
}

export const readTrigger = (reader: Reader): Trigger => ({ price: reader.u53(), by: reader.u8() });

export function readExits(reader: Reader): { tp: Exit | undefined; sl: Exit | undefined } {
  const which = reader.u8();
  const exit = (): Exit => ({ ...readTrigger(reader), limit: reader.u53() });
  const tp = which % 2 === 1 ? exit() : undefined;
  return { tp, sl: which >= 2 ? exit() : undefined };
}

/** The fields of a command in the order of their declaration. `key` is the codec's own: its hash needs the user. */
export function writeFields(out: Writer, fields: CommandFields, command: Readonly<Record<string, unknown>>): void {
  for (const name in fields) {
    const kind = fields[name]!;
    const value = command[name];
    if (kind === "text") out.text(value as string);
    else if (kind === "i64") out.i64(value as bigint);
    else if (kind === "flag") out.u8(value === true ? 1 : 0);
    else if (kind === "exits") writeExits(out, command.tp as Exit | undefined, command.sl as Exit | undefined);
    else if (kind === "trigger" || kind === "key") throw new Error(`${name}: ${kind} is written by hand`);
    else if (kind === "tiers") writeTiers(out, value as ContractTier[]);
    else if (kind === "weights") {
      const weights = value as number[];
      out.u8(weights.length);
      for (const weight of weights) out.u8(weight);
    } else out[kind](value as number);
  }
}

function writeTiers(out: Writer, tiers: readonly ContractTier[]): void {
  out.u8(tiers.length);
  for (const tier of tiers) {
    out.i64(tier.cap);
    out.u8(tier.maxLeverage);
    out.u32(tier.mmr);
  }
}

export function readFields(reader: Reader, fields: CommandFields): Record<string, unknown> {
  const command: Record<string, unknown> = {};
  for (const name in fields) {
    const kind = fields[name]!;
    if (kind === "exits") Object.assign(command, readExits(reader));
    else if (kind === "flag") command[name] = reader.u8() === 1;
    else if (kind === "weights") command[name] = Array.from({ length: reader.u8() }, () => reader.u8());
    else if (kind === "tiers")
      command[name] = Array.from({ length: reader.u8() }, () => {
        const cap = reader.i64();
        return { cap, maxLeverage: reader.u8(), mmr: reader.u32() };
      });
    else if (kind === "trigger" || kind === "key") throw new Error(`${name}: ${kind} is read by hand`);
    else command[name] = reader[kind]();
  }
  return command;
}
