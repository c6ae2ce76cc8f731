import { createHash } from "node:crypto";
import { DecodeError, Reader, Writer } from "@tidemark/contracts/codec";

/**
 * `standby` is production: a row counts when a clean commit answer has come, which waits for the synchronous standby. `single` is for
 * one instance in development and tests: a readable row is a durable row.
 */
export const durabilities = ["single", "standby"] as const;
export type Durability = (typeof durabilities)[number];

export const hashLength = 32;
/** E_n and the machine's accumulator. */
export const stateHashLength = hashLength + 8;

/** Where a row stands in the chain. */
export type Link = { readonly seq: number; readonly batchId: string; readonly hash: Uint8Array };

export type Row = Link & {
  readonly prevId: string;
  readonly epoch: number;
  readonly logicVer: number;
  readonly tsUs: number;
  readonly durableThrough: number;
  readonly prevHash: Uint8Array;
  readonly stateSeq: number;
  readonly stateHash: Uint8Array;
  readonly payload: Uint8Array;
};

const noId = "00000000-0000-0000-0000-000000000000";
export const genesisLink: Link = {
  seq: 0,
  batchId: noId,
  hash: Buffer.from("e55334e4abdcca55135e4fdcfe238c633d70c6323d4b8a15bdafb0e1077df1b6", "hex"),
};

export const sameBytes = (a: Uint8Array, b: Uint8Array): boolean => Buffer.compare(a, b) === 0;
export const isLink = (a: Link, b: Link): boolean =>
  a.seq === b.seq && a.batchId === b.batchId && sameBytes(a.hash, b.hash);

const header = new Writer(256);

/** hash = H(prev_hash ‖ header ‖ payload): whoever changes any column of any row breaks every row after it. */
export function rowHash(row: Omit<Row, "hash">): Buffer {
  header.length = 0;
  header.raw(row.prevHash);
  header.u53(row.seq);
  header.text(row.prevId);
  header.text(row.batchId);
  header.u53(row.epoch);
  header.u32(row.logicVer);
  header.u53(row.tsUs);
  header.u53(row.durableThrough);
  header.u53(row.stateSeq);
  header.raw(row.stateHash);
  return createHash("sha256").update(header.bytes.subarray(0, header.length)).update(row.payload).digest();
}

/** Does `row` stand directly behind `link`? */
export const continues = (link: Link, row: Row): boolean =>
  row.seq === link.seq + 1 && row.prevId === link.batchId && sameBytes(row.prevHash, link.hash);

/** Are the row's own columns what its hash says? Columns that no writer accepts were changed after they were written. */
export function isIntact(row: Row): boolean {
  try {
    return sameBytes(rowHash(row), row.hash);
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}

// The payload: what kind of row, under which durability, then its content. The durability stands in every row, so that a candidate
// knows it from the tip alone.
const kinds = { genesis: 0, epoch: 1, batch: 2 } as const;
const durabilityNumber: Record<Durability, number> = { single: 1, standby: 2 };

export type Payload =
  | { readonly kind: "genesis" }
  | { readonly kind: "epoch"; readonly durability: Durability; readonly epoch: number; readonly node: string }
  | { readonly kind: "batch"; readonly durability: Durability; readonly commands: readonly Uint8Array[] };

export function epochPayload(durability: Durability, epoch: number, node: string): Uint8Array {
  const out = new Writer(64);
  out.u8(kinds.epoch);
  out.u8(durabilityNumber[durability]);
  out.u53(epoch);
  out.text(node);
  return out.done();
}

/** Bytes before the first command, and before each. */
export const batchHeadBytes = 4;
export const commandHeadBytes = 2;
const commandBytesMax = 65_535;

/** Starts a batch in `out`, which the caller then fills with `writeCommand` and ends with `endBatch`. */
export function beginBatchPayload(out: Writer, durability: Durability): void {
  out.length = 0;
  out.u8(kinds.batch);
  out.u8(durabilityNumber[durability]);
  out.u16(0);
}

export function writeCommand(out: Writer, bytes: Uint8Array): void {
  if (bytes.length > commandBytesMax) throw new RangeError("a command too long for its length");
  const at = out.reserve(commandHeadBytes + bytes.length);
  out.view.setUint16(at, bytes.length, true);
  out.bytes.set(bytes, at + commandHeadBytes);
}

/** A view of the writer's own bytes: true until the writer is used again. */
export function endBatchPayload(out: Writer, count: number): Uint8Array {
  out.view.setUint16(2, count, true);
  return out.bytes.subarray(0, out.length);
}

function durabilityOf(number: number): Durability {
  const found = durabilities.find((name) => durabilityNumber[name] === number);
  if (found === undefined) throw new DecodeError(`durability ${number}`);
  return found;
}

/** Throws DecodeError and nothing else. */
export function readPayload(bytes: Uint8Array): Payload {
  const reader = new Reader(bytes);
  const kind = reader.u8();
  if (kind === kinds.genesis) return { kind: "genesis" };
  const durability = durabilityOf(reader.u8());
  if (kind === kinds.epoch) return { kind: "epoch", durability, epoch: reader.u53(), node: reader.text() };
  if (kind !== kinds.batch) throw new DecodeError(`row kind ${kind}`);
  const commands: Uint8Array[] = [];
  for (let left = reader.u16(); left > 0; left -= 1) commands.push(reader.raw(reader.u16()));
  if (reader.at !== reader.end) throw new DecodeError("bytes left over in a row");
  return { kind: "batch", durability, commands };
}
