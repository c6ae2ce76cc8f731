import { hashOfAll, type Memory } from "./memory.ts";

/**
 * The whole memory as bytes: a header, then each column in the order of its making, cut after its last non-zero cell. Capacity leaves no
 * trace, so two equal memories give equal bytes. Little-endian, as the typed arrays of every machine we run on.
 */
const magic = 0x544d5331;
const snapshotVersion = 1;

export class SnapshotError extends Error {}

function used(cells: Int32Array | Float64Array): number {
  let length = cells.length;
  while (length > 0 && cells[length - 1] === 0) length -= 1;
  return length;
}

export function writeSnapshot(memory: Memory): Uint8Array<ArrayBuffer> {
  const lengths = memory.columns.map((column) => used(column.a));
  let size = 16;
  memory.columns.forEach((column, i) => (size += 8 + padded(lengths[i]! * column.bytes)));
  const bytes = new Uint8Array(size);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, magic, true);
  view.setUint32(4, snapshotVersion, true);
  view.setUint32(8, memory.columns.length, true);
  let at = 16;
  memory.columns.forEach((column, i) => {
    const length = lengths[i]!;
    view.setUint32(at, column.bytes, true);
    view.setUint32(at + 4, length, true);
    at += 8;
    bytes.set(new Uint8Array(column.a.buffer, 0, length * column.bytes), at);
    at += padded(length * column.bytes);
  });
  return bytes;
}

const padded = (length: number): number => Math.ceil(length / 8) * 8;

/** Fills a fresh memory; the columns must have been made in the same order. Throws SnapshotError and nothing else. */
export function readSnapshot(memory: Memory, bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < 16 || view.getUint32(0, true) !== magic || view.getUint32(4, true) !== snapshotVersion)
    throw new SnapshotError("not a snapshot of this version");
  if (view.getUint32(8, true) !== memory.columns.length) throw new SnapshotError("another number of columns");
  let at = 16;
  for (const column of memory.columns) {
    if (at + 8 > bytes.length || view.getUint32(at, true) !== column.bytes)
      throw new SnapshotError("another kind of column");
    const length = view.getUint32(at + 4, true);
    at += 8;
    if (at + length * column.bytes > bytes.length) throw new SnapshotError("cut short");
    const capacity = Math.max(length, column.a.length);
    column.clear(capacity);
    new Uint8Array(column.a.buffer, 0, length * column.bytes).set(bytes.subarray(at, at + length * column.bytes));
    at += padded(length * column.bytes);
  }
  if (at !== bytes.length) throw new SnapshotError("bytes left over");
  const sum = hashOfAll(memory);
  memory.high = sum.high;
  memory.low = sum.low;
  memory.cut();
}
