import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createSocket, type StreamEvent, type SocketStatus, type WireCallbacks } from "./index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function socketWithWires(options: { readonly startsClosed?: boolean } = {}) {
  const wires: { callbacks: WireCallbacks; sent: unknown[]; closed: boolean }[] = [];
  const socket = createSocket({
    ...options,
    url: "ws://house/ws",
    random: () => 0.5,
    connect(_url, callbacks) {
      const wire = { callbacks, sent: [] as unknown[], closed: false };
      wires.push(wire);
      return { send: (text) => void wire.sent.push(JSON.parse(text)), close: () => void (wire.closed = true) };
    },
  });
  const statuses: SocketStatus[] = [];
  socket.onStatus((status) => statuses.push(status));
  return { socket, wires, statuses };
}
const depth = { topic: "market.depth", symbol: "BTC/USDT" };

test("[S4.54] two listeners of one stream share one subscription, which ends with the last of them", () => {
  const { socket, wires } = socketWithWires();
  wires[0]!.callbacks.opened();
  const endFirst = socket.subscribe(depth, () => undefined);
  const endSecond = socket.subscribe(depth, () => undefined);
  expect(wires[0]!.sent).toEqual([{ op: "subscribe", ...depth }]);
  endFirst();
  expect(wires[0]!.sent).toHaveLength(1);
  endSecond();
  expect(wires[0]!.sent[1]).toEqual({ op: "unsubscribe", ...depth });
  socket.close();
});

test("a late listener learns where the shared subscription stands", async () => {
  const { socket, wires } = socketWithWires();
  wires[0]!.callbacks.opened();
  socket.subscribe(depth, () => undefined);
  wires[0]!.callbacks.message(JSON.stringify({ ...depth, source: "main", prev: 3, seq: 5, rows: [] }));
  const event: StreamEvent[] = [];
  socket.subscribe(depth, (h) => event.push(h));
  await Promise.resolve();
  expect(event).toMatchObject([{ kind: "subscribed", at: { source: "main", seq: 5 } }]);
  socket.close();
});

test("a lost connection is told, made again after a pause, and subscribed again", () => {
  const { socket, wires, statuses } = socketWithWires();
  wires[0]!.callbacks.opened();
  const event: StreamEvent[] = [];
  socket.subscribe(depth, (h) => event.push(h));
  wires[0]!.callbacks.closed();
  expect(event).toEqual([{ kind: "lost" }]);
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(1_000);
  wires[1]!.callbacks.opened();
  expect(wires[1]!.sent).toEqual([{ op: "subscribe", ...depth }]);
  expect(statuses).toEqual(["live", "stale", "live"]);
  socket.close();
});

test("the pause between tries grows and is bounded", () => {
  const { socket, wires } = socketWithWires();
  for (let i = 0; i < 12; i += 1) {
    wires.at(-1)!.callbacks.closed();
    vi.advanceTimersByTime(10_000);
  }
  expect(wires).toHaveLength(13);
  wires.at(-1)!.callbacks.closed();
  vi.advanceTimersByTime(4_000);
  expect(wires).toHaveLength(13);
  socket.close();
});

test("a connection that has gone silent is dropped for a new one", () => {
  const { socket, wires } = socketWithWires();
  wires[0]!.callbacks.opened();
  vi.advanceTimersByTime(20_000);
  expect(wires[0]!.sent).toEqual([{ op: "ping" }, { op: "ping" }]);
  wires[0]!.callbacks.message(JSON.stringify({ op: "pong" }));
  vi.advanceTimersByTime(20_000);
  expect(wires).toHaveLength(1);
  vi.advanceTimersByTime(10_000);
  expect(wires).toHaveLength(2);
  expect(wires[0]!.closed).toBe(true);
  socket.close();
});

test("a resync without a topic reaches every stream of its source and no other", () => {
  const { socket, wires } = socketWithWires();
  wires[0]!.callbacks.opened();
  const resyncs: [string, StreamEvent][] = [];
  const streams = { depth, orders: { topic: "trading.orders" }, keys: { topic: "security.apiKeys" } };
  for (const [name, stream] of Object.entries(streams)) {
    socket.subscribe(stream, (event) => event.kind === "resync" && resyncs.push([name, event]));
    const source = name === "keys" ? stream.topic : "main";
    wires[0]!.callbacks.message(JSON.stringify({ op: "subscribed", ...stream, source, seq: 4 }));
  }
  wires[0]!.callbacks.message(JSON.stringify({ resync: true, source: "main", seq: 9 }));
  wires[0]!.callbacks.message("not json");
  const resync = { kind: "resync", at: { source: "main", seq: 9 } };
  expect(resyncs).toEqual([
    ["depth", resync],
    ["orders", resync],
  ]);
  socket.close();
});

test("a connection that is to be made later is made by the first restart, with what was subscribed meanwhile", () => {
  const { socket, wires } = socketWithWires({ startsClosed: true });
  socket.subscribe(depth, () => undefined);
  vi.advanceTimersByTime(60_000);
  expect([wires.length, socket.status]).toEqual([0, "connecting"]);
  socket.restart();
  wires[0]!.callbacks.opened();
  expect([wires.length, socket.status, wires[0]!.sent]).toEqual([1, "live", [{ op: "subscribe", ...depth }]]);
  socket.close();
});
