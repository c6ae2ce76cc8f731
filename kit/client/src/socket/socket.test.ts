import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import {
  createSocket,
  type SocketSettings,
  type StreamEvent,
  type SocketStatus,
  type WireCallbacks,
} from "../index.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

function socketWithWires(options: Pick<SocketSettings, "startsClosed" | "renew"> = {}) {
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

describe("M3: a session that ends soon", () => {
  function live(renew: () => Promise<boolean>) {
    const made = socketWithWires({ renew });
    const events: StreamEvent[] = [];
    made.wires[0]!.callbacks.opened();
    made.socket.subscribe(depth, (event) => events.push(event));
    const say = (wire: number, message: object): void => made.wires[wire]!.callbacks.message(JSON.stringify(message));
    const subscribed = (wire: number, seq: number): void =>
      say(wire, { op: "subscribed", ...depth, source: "main", seq });
    const delta = (wire: number, prev: number, seq: number): void =>
      say(wire, { ...depth, source: "main", prev, seq, rows: [] });
    const seqs = (): number[] => events.flatMap((event) => (event.kind === "delta" ? [event.delta.seq] : []));
    subscribed(0, 4);
    say(0, { op: "expiring", inMs: 60_000 });
    return { ...made, events, say, subscribed, delta, seqs };
  }

  test("is renewed, and the next connection takes over without a gap and without being seen", async () => {
    const { socket, wires, statuses, events, subscribed, delta, seqs } = live(async () => true);
    await vi.advanceTimersByTimeAsync(10);
    wires[1]!.callbacks.opened();
    expect(wires[1]!.sent).toEqual([{ op: "subscribe", ...depth }]);
    delta(0, 4, 5);
    subscribed(1, 6);
    delta(1, 6, 7);
    delta(0, 5, 6);
    expect(seqs()).toEqual([5, 6]);
    await vi.advanceTimersByTimeAsync(1_500);
    expect([wires[0]!.closed, wires[1]!.closed]).toEqual([true, false]);
    wires[0]!.callbacks.closed();
    delta(1, 7, 8);
    expect(seqs()).toEqual([5, 6, 7, 8]);
    // Neither a loss nor a second beginning: nobody shows what he has as old.
    expect(events.map(({ kind }) => kind)).toEqual(["subscribed", "delta", "delta", "delta", "continued", "delta"]);
    expect(events[4]).toEqual({ kind: "continued", at: { source: "main", seq: 6 } });
    expect([socket.status, statuses]).toEqual(["live", ["live"]]);
    socket.close();
  });

  test("that cannot be renewed yet is tried again while the connection lasts", async () => {
    const answers = [false, true];
    const { socket, wires } = live(async () => answers.shift() ?? true);
    await vi.advanceTimersByTimeAsync(10);
    expect(wires).toHaveLength(1);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(wires).toHaveLength(2);
    // A connection that is refused is tried again too, and the old one stays.
    wires[1]!.callbacks.closed();
    await vi.advanceTimersByTimeAsync(10_000);
    expect([wires.length, socket.status]).toEqual([3, "live"]);
    socket.close();
  });

  test("what is subscribed or left meanwhile is so on both connections", async () => {
    const { socket, wires, events, subscribed, say } = live(async () => true);
    await vi.advanceTimersByTimeAsync(10);
    wires[1]!.callbacks.opened();
    const orders = { topic: "trading.orders" };
    const own: StreamEvent[] = [];
    socket.subscribe(orders, (event) => own.push(event));
    expect(wires.map(({ sent }) => sent.at(-1))).toEqual([
      { op: "subscribe", ...orders },
      { op: "subscribe", ...orders },
    ]);
    say(0, { op: "refused", ...orders, code: 10001 });
    subscribed(1, 4);
    await vi.advanceTimersByTimeAsync(2_000);
    expect(wires[0]!.closed).toBe(false);
    say(1, { op: "subscribed", ...orders, source: "main", seq: 4 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(wires[0]!.closed).toBe(true);
    // It was refused on the old connection, so it begins on the new one.
    expect(own.map(({ kind }) => kind)).toEqual(["refused", "subscribed"]);
    expect(events.map(({ kind }) => kind)).toEqual(["subscribed", "continued"]);
    socket.close();
  });

  test("a successor that is not open yet does not take over, whatever is left meanwhile", async () => {
    const { socket, wires } = socketWithWires({ renew: async () => true });
    wires[0]!.callbacks.opened();
    const leave = socket.subscribe(depth, () => undefined);
    wires[0]!.callbacks.message(JSON.stringify({ op: "expiring", inMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(10);
    leave();
    await vi.advanceTimersByTimeAsync(5_000);
    expect(wires[0]!.closed).toBe(false);
    wires[1]!.callbacks.opened();
    await vi.advanceTimersByTimeAsync(2_000);
    expect([wires[0]!.closed, wires[1]!.closed, socket.status]).toEqual([true, false, "live"]);
    socket.close();
  });

  test("a stream that had not begun on the old connection begins on the new one", async () => {
    const { socket, wires, say } = live(async () => true);
    await vi.advanceTimersByTimeAsync(10);
    wires[1]!.callbacks.opened();
    say(1, { op: "subscribed", ...depth, source: "main", seq: 4 });
    const orders = { topic: "trading.orders" };
    const own: StreamEvent[] = [];
    socket.subscribe(orders, (event) => own.push(event));
    say(1, { op: "subscribed", ...orders, source: "main", seq: 5 });
    await vi.advanceTimersByTimeAsync(2_000);
    expect(own).toEqual([{ kind: "subscribed", at: { source: "main", seq: 5 } }]);
    socket.close();
  });

  test("without a way to renew it ends as any connection does", async () => {
    const { socket, wires, statuses } = socketWithWires();
    wires[0]!.callbacks.opened();
    wires[0]!.callbacks.message(JSON.stringify({ op: "expiring", inMs: 60_000 }));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(wires).toHaveLength(1);
    wires[0]!.callbacks.closed();
    expect(statuses).toEqual(["live", "stale"]);
    socket.close();
  });
});
