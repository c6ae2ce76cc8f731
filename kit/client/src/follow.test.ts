import { type SourceSeq, topics } from "@tidemark/contracts";
import { afterEach, beforeEach, describe, expect, test, vi } from "vitest";
import type { Client, Outcome } from "./call.ts";
import { advance, type Change, createClient, follow, type StreamEvent, rowsOf, type Socket, viewOf } from "./index.ts";

const level = (price: string, qty: string, side = "BUY") => ({ side, price, qty });

describe("a view", () => {
  const view = viewOf(topics.depth, { source: "main", seq: 10 }, [level("100", "1"), level("99", "2")]);

  test("skips what it already contains", () => {
    expect(advance(topics.depth, view, { source: "main", prev: 8, seq: 10, rows: [level("100", "5")] })).toBe(view);
  });
  test("applies what follows, merging rows by their key", () => {
    const next = advance(topics.depth, view, {
      source: "main",
      prev: 9,
      seq: 12,
      rows: [level("100", "5"), level("98", "1")],
    });
    expect(next).not.toBe("resync");
    expect(rowsOf(topics.depth, next as never)).toEqual([level("100", "5"), level("99", "2"), level("98", "1")]);
  });
  test("asks for the snapshot after a gap", () => {
    expect(advance(topics.depth, view, { source: "main", prev: 11, seq: 12, rows: [] })).toBe("resync");
  });
  test("asks for the snapshot when another core continues the stream, whatever its numbers", () => {
    expect(advance(topics.depth, view, { source: "second", prev: 8, seq: 9, rows: [] })).toBe("resync");
    expect(advance(topics.depth, view, { source: "second", prev: 10, seq: 11, rows: [] })).toBe("resync");
  });
  test("lets rows leave that are gone", () => {
    const next = advance(topics.depth, view, { source: "main", prev: 10, seq: 11, rows: [level("100", "0.000")] });
    expect(rowsOf(topics.depth, next as never)).toEqual([level("99", "2")]);
  });
  test("keeps only the newest rows, newest first", () => {
    const trade = (id: number) => ({ tradeId: String(id), price: "1", qty: "1", takerSide: "BUY", at: id });
    const newestFirst = Array.from({ length: 60 }, (_, i) => trade(100 - i));
    const trades = viewOf(topics.trades, { source: "main", seq: 1 }, newestFirst);
    const next = advance(topics.trades, trades, { source: "main", prev: 1, seq: 2, rows: [trade(101), trade(102)] });
    const ids = rowsOf(topics.trades, next as never).map((row) => row.tradeId);
    expect(ids).toHaveLength(50);
    expect(ids.slice(0, 3)).toEqual(["102", "101", "100"]);
    expect(ids.at(-1)).toBe("53");
  });
});

type Snapshot = { source?: string; seq: number; rows: object[] } | "fails";

function following(...snapshots: Snapshot[]) {
  let receive: (event: StreamEvent) => void = () => undefined;
  let restarts = 0;
  const asked: { name: string; ask: unknown; minSeq: SourceSeq | undefined }[] = [];
  const changes: Change<unknown>[] = [];
  const socket = {
    subscribe(_stream: unknown, listener: (event: StreamEvent) => void) {
      receive = listener;
      return () => undefined;
    },
    restart: () => void (restarts += 1),
  } as unknown as Socket;
  const client = {
    async call(name: string, ask: unknown, options?: { minSeq?: SourceSeq }): Promise<Outcome<unknown>> {
      asked.push({ name, ask, minSeq: options?.minSeq });
      const snapshot = snapshots.length > 1 ? snapshots.shift()! : snapshots[0]!;
      if (snapshot === "fails") return { ok: false, code: 0, message: "", facts: {} };
      return { ok: true, value: snapshot, source: snapshot.source ?? "main", seq: snapshot.seq, stale: false };
    },
    renew: async () => true,
    noteSeq: () => undefined,
  } as unknown as Client;
  const end = follow(client, socket, "depth", { symbol: "BTC/USDT" }, (change) => changes.push(change));
  return {
    receive: (event: StreamEvent) => receive(event),
    delta: (prev: number, seq: number, ...rows: object[]) =>
      receive({ kind: "delta", delta: { source: "main", prev, seq, rows: rows as never } }),
    asked,
    changes,
    last: () => changes.at(-1)!,
    restarts: () => restarts,
    end,
  };
}

describe("following a topic", () => {
  beforeEach(() => void vi.useFakeTimers());
  afterEach(() => void vi.useRealTimers());
  const settle = () => vi.advanceTimersByTimeAsync(0);

  test("what arrives before the snapshot is kept and applied after it", async () => {
    const it = following({ seq: 10, rows: [level("100", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 9 } });
    it.delta(9, 10, level("100", "1"));
    it.delta(10, 11, level("99", "3"));
    await settle();
    expect(it.asked).toEqual([{ name: "depth", ask: { symbol: "BTC/USDT" }, minSeq: { source: "main", seq: 9 } }]);
    expect(it.last()).toMatchObject({ state: "live", seq: 11, rows: [level("100", "1"), level("99", "3")] });
    it.end();
  });

  test("a view that another connection continues finds what was lost with the old one, and is never shown as old", async () => {
    const it = following({ seq: 10, rows: [level("100", "1")] }, { seq: 14, rows: [level("100", "7")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 9 } });
    await settle();
    it.receive({ kind: "continued", at: { source: "main", seq: 13 } });
    await settle();
    expect(it.asked[1]!.minSeq).toEqual({ source: "main", seq: 13 });
    expect(it.last()).toMatchObject({ state: "live", seq: 14, rows: [level("100", "7")] });
    it.delta(13, 15, level("99", "2"));
    expect(it.last()).toMatchObject({ state: "live", seq: 15, rows: [level("100", "7"), level("99", "2")] });
    expect(it.changes.map(({ state }) => state)).not.toContain("stale");
    it.end();
  });

  test("a view that has gone on past the snapshot keeps what it has", async () => {
    const it = following({ seq: 10, rows: [level("100", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 9 } });
    await settle();
    it.receive({ kind: "continued", at: { source: "main", seq: 10 } });
    it.delta(10, 11, level("100", "5"));
    await settle();
    expect(it.last()).toMatchObject({ state: "live", seq: 11, rows: [level("100", "5")] });
    it.end();
  });

  test("a snapshot older than the stream's beginning is taken again, with growing pauses", async () => {
    const it = following({ seq: 3, rows: [] }, { seq: 4, rows: [] }, { seq: 9, rows: [level("100", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 5 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(it.asked).toHaveLength(3);
    expect(it.last()).toMatchObject({ state: "live", seq: 9 });
    it.end();
  });

  test("a snapshot of another core is not the stream's, however high its number", async () => {
    const it = following({ source: "second", seq: 99, rows: [] }, { seq: 6, rows: [level("100", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 5 } });
    await vi.advanceTimersByTimeAsync(1_000);
    expect(it.asked).toHaveLength(2);
    expect(it.last()).toMatchObject({ state: "live", seq: 6 });
    it.end();
  });

  test("a gap costs a snapshot and is never guessed over; meanwhile the rows are stale", async () => {
    const it = following({ seq: 10, rows: [level("100", "1")] }, { seq: 20, rows: [level("90", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 10 } });
    await settle();
    it.delta(15, 16, level("95", "1"));
    expect(it.last()).toMatchObject({ state: "stale", rows: [level("100", "1")] });
    await settle();
    expect(it.last()).toMatchObject({ state: "live", seq: 20, rows: [level("90", "1")] });
    it.end();
  });

  test("after a reconnect the snapshot is taken again", async () => {
    const it = following({ seq: 10, rows: [] }, { seq: 30, rows: [level("90", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 10 } });
    await settle();
    it.receive({ kind: "lost" });
    expect(it.last().state).toBe("stale");
    it.receive({ kind: "subscribed", at: { source: "main", seq: 25 } });
    await settle();
    expect(it.last()).toMatchObject({ state: "live", seq: 30 });
    it.end();
  });

  test("a failing snapshot is told and tried again", async () => {
    const it = following("fails", { seq: 10, rows: [] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 10 } });
    await settle();
    expect(it.last()).toMatchObject({ state: "loading", problem: { ok: false } });
    await vi.advanceTimersByTimeAsync(500);
    expect(it.last().state).toBe("live");
    it.end();
  });

  test("rows that left are handed over once", async () => {
    const it = following({ seq: 10, rows: [level("100", "1")] });
    it.receive({ kind: "subscribed", at: { source: "main", seq: 10 } });
    await settle();
    it.delta(10, 11, level("100", "0"));
    expect(it.last()).toMatchObject({ rows: [], gone: [level("100", "0")] });
    it.end();
  });

  test("a stream refused for an ended session renews it and connects again, once", async () => {
    const it = following({ seq: 10, rows: [] });
    it.receive({ kind: "refused", code: 10001 });
    await settle();
    expect(it.restarts()).toBe(1);
    it.receive({ kind: "refused", code: 10001 });
    await settle();
    expect(it.restarts()).toBe(1);
    expect(it.last().problem).toMatchObject({ code: 10001 });
    it.end();
  });

  test("a stream refused where nobody can renew a session asks for one, once, and renews nothing", async () => {
    const log: string[] = [];
    const client = createClient({
      baseUrl: "",
      session: {
        isSignedIn: () => false,
        renewed: () => log.push("renewed"),
        ended: () => log.push("ended"),
        needed: () => log.push("needed"),
      },
      fetch: async (url) => {
        log.push(url);
        return Response.json({ code: 10001, message: "", data: null });
      },
    });
    let receive: (event: StreamEvent) => void = () => undefined;
    const socket = {
      subscribe(_stream: unknown, listener: (event: StreamEvent) => void) {
        receive = listener;
        return () => undefined;
      },
      restart: () => void log.push("restart"),
    } as unknown as Socket;
    const changes: Change<unknown>[] = [];
    const end = follow(client, socket, "depth", { symbol: "BTC/USDT" }, (change) => changes.push(change));
    receive({ kind: "refused", code: 10001 });
    await settle();
    receive({ kind: "refused", code: 10001 });
    await settle();
    expect(log).toEqual(["needed"]);
    expect(changes.at(-1)?.problem).toMatchObject({ code: 10001 });
    end();
  });
});
