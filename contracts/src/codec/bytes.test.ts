import { expect, test } from "vitest";
import { packAnnouncement, Reader, signatureLength, unpackAnnouncement, Writer } from "./index.ts";

test("a writer that has to grow loses nothing, whatever it was writing", () => {
  const out = new Writer(1);
  for (let round = 0; round < 20; round += 1) {
    out.u8(round);
    out.u16(round);
    out.u32(round);
    out.i32(-1 - round);
    out.u48(round);
    out.u53(round);
    out.f64(round / 4);
    out.i64(BigInt(-round));
    out.raw(new Uint8Array([round]));
    out.text("abc");
  }
  const reader = new Reader(out.done());
  for (let round = 0; round < 20; round += 1) {
    expect([reader.u8(), reader.u16(), reader.u32(), -1 - reader.i32()]).toEqual([round, round, round, round]);
    expect([reader.u48(), reader.u53(), reader.f64(), reader.i64()]).toEqual([round, round, round / 4, BigInt(-round)]);
    expect([...reader.raw(1), reader.text()]).toEqual([round, "abc"]);
  }
});

test("events come out of a message that lies at an odd place in a socket's memory", () => {
  const signer = { node: "n1", sign: () => [new Uint8Array(signatureLength)] };
  const head = { epoch: 1, seq: 2, batchId: "b", at: 3, part: 0, parts: 1 };
  const packed = packAnnouncement({ ...head, events: new Float64Array([1, 2.5, -3]) }, signer);
  const memory = Buffer.alloc(packed.length + 3);
  memory.set(packed, 3);
  const read = unpackAnnouncement(memory.subarray(3), { signerOf: () => "n1" });
  memory.fill(255);
  expect([...read.events]).toEqual([1, 2.5, -3]);
});
