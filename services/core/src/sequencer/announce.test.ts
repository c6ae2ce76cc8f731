import { messageBytesMax, readEvents, unpackAnnouncement, withSignature } from "@tidemark/contracts/codec";
import { journalEvents } from "@tidemark/contracts/journal";
import { expect, test } from "vitest";
import { keys, signerOf } from "../../sim/cluster.ts";
import { Announcing, type AnnouncedBatch } from "./announce.ts";

const signer = signerOf("node-1");
const { coreKeys } = keys;
const rows = (count: number): Float64Array =>
  Float64Array.from(Array.from({ length: count }, (_, i) => [journalEvents.answered.code, i, 200, i]).flat());

const batch: AnnouncedBatch = { epoch: 1, seq: 2, batchId: "id", at: 3 };
/** How many slices it took. */
function announce(events: Float64Array, send: (message: Uint8Array) => void, numbersPerPart?: number): number {
  const say = (parts: readonly Uint8Array[]): void => {
    const signatures = signer.sign(parts);
    for (const [i, part] of parts.entries()) send(withSignature(part, signatures[i]!));
  };
  const announcing = new Announcing(batch, events, say, numbersPerPart);
  let slices = 1;
  while (!announcing.run()) slices += 1;
  return slices;
}

test("a batch without events is announced all the same", () => {
  const heard: Uint8Array[] = [];
  announce(new Float64Array(0), (message) => heard.push(message));
  expect(heard.map((message) => unpackAnnouncement(message, coreKeys))).toEqual([
    { epoch: 1, seq: 2, batchId: "id", at: 3, part: 0, parts: 1, events: new Float64Array(0) },
  ]);
});

test("parts hold whole rows, fit the bus, and are the batch again when put together", () => {
  const events = rows(5_000);
  const parts: Float64Array[] = [];
  announce(events, (message) => {
    expect(message.length).toBeLessThanOrEqual(messageBytesMax);
    const part = unpackAnnouncement(message, coreKeys);
    expect(part.part).toBe(parts.length);
    readEvents(part.events);
    parts.push(part.events);
  });
  expect(parts.length).toBeGreaterThan(1);
  expect(Float64Array.from(parts.flatMap((part) => [...part]))).toEqual(events);
  const lengths: number[] = [];
  announce(rows(3), (message) => lengths.push(unpackAnnouncement(message, coreKeys).events.length), 8);
  expect(lengths).toEqual([8, 4]);
});

test("[A4.9] a large batch is cut and said in slices, in the order of its parts", () => {
  const events = rows(250_000);
  const parts: number[] = [];
  const slices = announce(events, (message) => parts.push(unpackAnnouncement(message, coreKeys).part));
  expect(parts).toEqual(parts.map((_, i) => i));
  expect(parts.length).toBeGreaterThan(120);
  // Two that only cut, then eight parts in each.
  expect(slices).toBe(2 + Math.ceil(parts.length / 8));
});
