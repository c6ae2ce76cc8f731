import { type EventName, type EventRow, journalEvents } from "../journal/events.ts";
import { DecodeError } from "./bytes.ts";

const byCode: { name: EventName; fields: readonly string[] }[] = [];
for (const [name, { code, fields }] of Object.entries(journalEvents))
  byCode[code] = { name: name as EventName, fields };

/** The numbers of an event row from `at` on; the next row starts `1 + fields` later. */
export function readEvent(numbers: Float64Array, at: number): { event: EventRow; next: number } {
  const known = byCode[numbers[at] ?? -1];
  if (known === undefined || at + known.fields.length >= numbers.length) throw new DecodeError(`no event at ${at}`);
  const event: Record<string, unknown> = { type: known.name };
  for (let i = 0; i < known.fields.length; i += 1) event[known.fields[i]!] = numbers[at + 1 + i];
  return { event: event as unknown as EventRow, next: at + 1 + known.fields.length };
}

/** Width of the row whose code this is, for skipping what nobody listens to. */
export const eventWidth = (code: number): number => {
  const known = byCode[code];
  if (known === undefined) throw new DecodeError(`no event has the number ${code}`);
  return 1 + known.fields.length;
};

export function readEvents(numbers: Float64Array): EventRow[] {
  const events: EventRow[] = [];
  for (let at = 0; at < numbers.length;) {
    const { event, next } = readEvent(numbers, at);
    events.push(event);
    at = next;
  }
  return events;
}

/** Money from its two numbers. */
export const joinMoney = (high: number, low: number): bigint =>
  high === 0 ? BigInt(low) : BigInt(high) * 4_503_599_627_370_496n + BigInt(low);

/** A ledger account's packed key: which product, sub-account, asset and bucket; bucket numbers from 16 on are system accounts. */
export type AccountParts = { product: number; sub: number; asset: number; bucket: number };
export function accountParts(key: number): AccountParts {
  const bucket = key % 32;
  const asset = Math.floor(key / 32) % 1024;
  const product = Math.floor(key / 32_768) % 8;
  return { bucket, asset, product, sub: Math.floor(key / 262_144) };
}
export const accountKeyOf = ({ product, sub, asset, bucket }: AccountParts): number =>
  ((sub * 8 + product) * 1024 + asset) * 32 + bucket;
