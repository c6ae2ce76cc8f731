import { createHash } from "node:crypto";
import { DecodeError, Reader, Writer } from "@tidemark/contracts/codec";
import { hashLength, sameBytes } from "../journal/row.ts";
import type { Fingerprint } from "../machine.ts";
import type { Position, Replica } from "../replica.ts";

const magic = 0x4e534d54;
const version = 1;

/** A state at a batch, bound to the very row it stands behind. Nothing of the node that took it is inside. */
export type Snapshot = {
  readonly position: Position;
  readonly fingerprint: Fingerprint;
  readonly body: Uint8Array;
};

/** Between batches only. */
export function encodeSnapshot(replica: Replica): Uint8Array {
  const { link, epoch, tsUs, chain, logicVer } = replica.position;
  const { high, low } = replica.machine.accumulator();
  const body = replica.machine.snapshot();
  const out = new Writer(256 + body.length);
  out.u32(magic);
  out.u16(version);
  out.u32(logicVer);
  out.u53(link.seq);
  out.text(link.batchId);
  out.raw(link.hash);
  out.u53(epoch);
  out.u53(tsUs);
  out.raw(chain);
  out.i32(high | 0);
  out.i32(low | 0);
  out.u53(body.length);
  out.raw(body);
  out.raw(createHash("sha256").update(out.bytes.subarray(0, out.length)).digest());
  return out.done();
}

/** Throws DecodeError on bytes that are not whole and unchanged. */
export function decodeSnapshot(bytes: Uint8Array): Snapshot {
  if (bytes.length < hashLength) throw new DecodeError("snapshot too short");
  const end = bytes.length - hashLength;
  if (!sameBytes(createHash("sha256").update(bytes.subarray(0, end)).digest(), bytes.subarray(end)))
    throw new DecodeError("the snapshot was changed");
  const reader = new Reader(bytes, 0, end);
  if (reader.u32() !== magic || reader.u16() !== version) throw new DecodeError("another kind of file");
  const logicVer = reader.u32();
  const link = { seq: reader.u53(), batchId: reader.text(), hash: reader.raw(hashLength) };
  const epoch = reader.u53();
  const tsUs = reader.u53();
  const chain = reader.raw(hashLength);
  const fingerprint = { high: reader.i32(), low: reader.i32() };
  // A copy of its own: a file is read as a Buffer, whose `slice` shares memory and whose bytes begin anywhere.
  const body = new Uint8Array(reader.raw(reader.u53()));
  return { position: { link, epoch, tsUs, chain, logicVer }, fingerprint, body };
}
