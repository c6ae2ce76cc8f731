import type { Socket } from "node:net";
import type { Topic } from "@tidemark/contracts";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { WebSocket } from "ws";
import { textFrame } from "./frames.ts";
import { createSocketClient } from "./socket-client.ts";
import { deltaOf, type Stream } from "./topics.ts";

beforeEach(() => void vi.useFakeTimers({ toFake: ["setTimeout"] }));
afterEach(() => void vi.useRealTimers());

const topic = { name: "t", rowKey: (row: { k: string }) => row.k } as unknown as Topic;
const stream: Stream = {
  topic,
  to: 1,
  symbol: undefined,
  part: undefined,
  source: "main",
  prev: 0,
  changes: new Map(),
  subscribers: new Set(),
};

function slowReader() {
  let now = 0;
  const frames: Buffer[] = [];
  const closed: number[] = [];
  const state = { bufferedAmount: 0, readyState: 1, OPEN: 1, terminated: false };
  const socket = Object.assign(state, {
    close: (code: number) => void closed.push(code),
    terminate: () => void (state.terminated = true),
  });
  const wire = { cork() {}, uncork() {}, write: (frame: Buffer) => void frames.push(frame) };
  const client = createSocketClient(socket as unknown as WebSocket, wire as unknown as Socket, { steady: () => now });
  const give = (prev: number, seq: number, row: object): void =>
    client.take(stream, deltaOf(stream, prev, seq, new Map([[String((row as { k: string }).k), row as never]])));
  const texts = async (): Promise<unknown[]> => {
    await Promise.resolve();
    return frames.map((frame) => JSON.parse(frame.subarray(2).toString()) as unknown);
  };
  return { client, socket, give, texts, closed, wait: (ms: number) => void (now += ms) };
}

test("a reader that keeps up gets every delta", async () => {
  const { give, texts } = slowReader();
  give(0, 1, { k: "a", v: 1 });
  give(1, 2, { k: "a", v: 2 });
  expect(await texts()).toHaveLength(2);
});

test("a slow reader gets one merged delta that follows on from what it had", async () => {
  const { give, texts, socket, client } = slowReader();
  give(0, 1, { k: "a", v: 1 });
  socket.bufferedAmount = 1_000_000;
  give(1, 2, { k: "a", v: 2, w: 1 });
  give(2, 3, { k: "b", v: 3 });
  give(3, 4, { k: "a", v: 4 });
  client.check();
  expect(await texts()).toHaveLength(1);
  socket.bufferedAmount = 0;
  client.check();
  expect((await texts())[1]).toEqual({
    topic: "t",
    source: "main",
    prev: 1,
    seq: 4,
    rows: [
      { k: "a", v: 4, w: 1 },
      { k: "b", v: 3 },
    ],
  });
});

test("a reader that stays slow for five seconds, or lets too much wait, is cut off", () => {
  const patient = slowReader();
  patient.socket.bufferedAmount = 1_000_000;
  patient.give(0, 1, { k: "a" });
  patient.wait(4_900);
  patient.client.check();
  expect(patient.closed).toEqual([]);
  patient.wait(200);
  patient.client.check();
  vi.advanceTimersByTime(200);
  expect([patient.closed, patient.socket.terminated]).toEqual([[4008], true]);
  const flooded = slowReader();
  flooded.socket.bufferedAmount = 5_000_000;
  flooded.client.check();
  expect(flooded.closed).toEqual([4008]);
});

test("what grew too large to merge is thrown away for a snapshot", async () => {
  const { give, texts, socket, client } = slowReader();
  socket.bufferedAmount = 1_000_000;
  for (let i = 0; i < 2_001; i += 1) give(i, i + 1, { k: `k${i}` });
  expect(await texts()).toEqual([{ topic: "t", resync: true, source: "main", seq: 2_001 }]);
  socket.bufferedAmount = 0;
  client.check();
  expect(await texts()).toHaveLength(1);
});

test("frames of every length begin as the protocol says", () => {
  expect([...textFrame("é").subarray(0, 2)]).toEqual([0x81, 2]);
  expect([...textFrame("x".repeat(200)).subarray(0, 4)]).toEqual([0x81, 126, 0, 200]);
  expect([...textFrame("x".repeat(70_000)).subarray(0, 10)]).toEqual([0x81, 127, 0, 0, 0, 0, 0, 1, 0x11, 0x70]);
});

test("deltas with a gap between them are not merged: the client gets the number alone and takes the snapshot", async () => {
  const { client, socket, give, texts } = slowReader();
  socket.bufferedAmount = 1_000_000;
  give(1, 2, { k: "a", v: 1 });
  give(4, 5, { k: "b", v: 2 });
  give(5, 6, { k: "c", v: 3 });
  socket.bufferedAmount = 0;
  client.check();
  expect((await texts())[0]).toEqual({ topic: "t", source: "main", prev: 5, seq: 6, rows: [{ k: "c", v: 3 }] });
});
