import type { Memory } from "./memory.ts";

/**
 * The whole memory as bytes: a header with the layout of its records, then every word in use. Capacity leaves no trace, so two equal memories give equal bytes.
 * Little-endian, as the typed arrays of every machine we run on.
 */
const magic = 0x544d5332;
const snapshotVersion = 4;
const headerBytes = 16;

export class SnapshotError extends Error {}

export function writeSnapshot(memory: Memory, layout: number): Uint8Array<ArrayBuffer> {
  const words = memory.end;
  const bytes = new Uint8Array(headerBytes + words * 4);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, snapshotVersion, true);
  view.setUint32(8, words, true);
  view.setUint32(12, layout, true);
  bytes.set(new Uint8Array(memory.w.buffer, 0, words * 4), headerBytes);
  return bytes;
}

/** Fills a fresh memory. Throws SnapshotError and nothing else. `layout`: of the records of this build, see `fingerprintOf`. */
export function readSnapshot(memory: Memory, bytes: Uint8Array, layout: number): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < headerBytes || view.getUint32(0, true) !== magic || view.getUint32(4, true) !== snapshotVersion)
    throw new SnapshotError("not a snapshot of this version");
  if (view.getUint32(12, true) !== layout)
    throw new SnapshotError("its records have another layout than those of this build: the journal must be replayed");
  const words = view.getUint32(8, true);
  if (bytes.length !== headerBytes + words * 4) throw new SnapshotError("cut short, or bytes left over");
  if (words < memory.end) throw new SnapshotError("smaller than an empty state");
  // A copy of its own: the bytes may be a view of a file's buffer, at any offset.
  const aligned = new Uint8Array(words * 4);
  aligned.set(bytes.subarray(headerBytes));
  memory.load(new Int32Array(aligned.buffer));
  if (memory.end !== words) throw new SnapshotError("its memory ends elsewhere");
}
