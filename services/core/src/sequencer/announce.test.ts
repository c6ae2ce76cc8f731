import { eventFields, messageBytesMax, readEvents, type Seal, unpackAnnouncement } from "@tidemark/contracts/codec";
import { expect, test } from "vitest";
import { announce, partEnds } from "./announce.ts";

const seal: Seal = () => new Uint8Array(16);
const rows = (count: number): Float64Array =>
  Float64Array.from(Array.from({ length: count }, (_, i) => [eventFields.answered.code, i, 200, i]).flat());

test("a batch without events is announced all the same", () => {
  const heard: Uint8Array[] = [];
  announce({ epoch: 1, seq: 2, batchId: "id", at: 3 }, new Float64Array(0), seal, (message) => heard.push(message));
  expect(heard.map((message) => unpackAnnouncement(message, seal))).toEqual([
    { epoch: 1, seq: 2, batchId: "id", at: 3, part: 0, parts: 1, events: new Float64Array(0) },
  ]);
});

test("parts hold whole rows, fit the bus, and are the batch again when put together", () => {
  const events = rows(5_000);
  const parts: Float64Array[] = [];
  announce({ epoch: 1, seq: 2, batchId: "id", at: 3 }, events, seal, (message) => {
    expect(message.length).toBeLessThanOrEqual(messageBytesMax);
    const part = unpackAnnouncement(message, seal);
    expect(part.part).toBe(parts.length);
    readEvents(part.events);
    parts.push(part.events);
  });
  expect(parts.length).toBeGreaterThan(1);
  expect(Float64Array.from(parts.flatMap((part) => [...part]))).toEqual(events);
  expect(partEnds(rows(3), 8)).toEqual([8, 12]);
});
