import {
  type CoreTopic,
  type HistoryTopic,
  type Instruments,
  instrumentsOf,
  type OwnerTopic,
  type SourceSeq,
} from "@tidemark/contracts";
import { journalEvents } from "@tidemark/contracts/journal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTopics, type Delta, flushEveryMs, type Subscriber } from "./topics.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const instruments: Instruments = instrumentsOf({ assets: [], markets: [] });
let decoded = 0;
const topic: CoreTopic = {
  name: "test.levels",
  owner: "core",
  per: "market",
  snapshot: "",
  row: undefined as never,
  rowKey: (row) => String(row.price),
  gone: () => false,
  events: ["level_set"],
  rows(event) {
    decoded += 1;
    if (event.type !== "level_set") return [];
    return [{ to: event.market, row: { price: event.price, total: event.total } }];
  },
};
const levelSet = (market: number, price: number, total: number) => [
  journalEvents.level_set.code,
  market,
  0,
  price,
  total,
];
const batchOf = (seq: number, ...rows: number[][]) => ({ seq, at: 0, parts: [new Float64Array(rows.flat())] });

function reading() {
  const taken: Delta[] = [];
  const resyncs: SourceSeq[] = [];
  const subscriber: Subscriber = {
    take: (_, delta) => void taken.push(delta),
    resync: (at) => void resyncs.push(at),
  };
  return { subscriber, taken, resyncs };
}

test("what nobody reads is stepped over and never decoded", () => {
  const topics = createTopics([topic], "main");
  decoded = 0;
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  expect(decoded).toBe(0);
  const { subscriber } = reading();
  topics.subscribe(topic, { to: 7, symbol: "X" }, subscriber);
  topics.batch(batchOf(2, [journalEvents.upgraded.code, 1, 2], levelSet(7, 1, 1)), instruments);
  expect(decoded).toBe(1);
  topics.close();
});

test("one frame serves all readers of a stream", () => {
  const topics = createTopics([topic], "main");
  const [first, second] = [reading(), reading()];
  topics.subscribe(topic, { to: 7, symbol: "X" }, first.subscriber);
  topics.subscribe(topic, { to: 7, symbol: "X" }, second.subscriber);
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect(first.taken[0]!.frame()).toBe(second.taken[0]!.frame());
  const { length } = first.taken[0]!.frame();
  expect(first.taken[0]!.frame().subarray(2, length).toString()).toBe(
    '{"topic":"test.levels","symbol":"X","source":"main","prev":0,"seq":1,"rows":[{"price":1,"total":1}]}',
  );
});

test("a quiet stream's next delta reaches back to its last one, however many batches went by", () => {
  const topics = createTopics([topic], "main");
  const { subscriber, taken } = reading();
  topics.subscribe(topic, { to: 7, symbol: "X" }, subscriber);
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  for (let seq = 2; seq < 9; seq += 1) topics.batch(batchOf(seq, levelSet(8, 1, 1)), instruments);
  topics.batch(batchOf(9, levelSet(7, 2, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect(taken.map(({ prev, seq }) => [prev, seq])).toEqual([
    [0, 1],
    [1, 9],
  ]);
});

test("a resync throws away what waits, so that no delta can bridge the hole", () => {
  const topics = createTopics([topic], "main");
  const { subscriber, taken, resyncs } = reading();
  topics.subscribe(topic, { to: 7, symbol: "X" }, subscriber);
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  topics.resync(5);
  vi.advanceTimersByTime(flushEveryMs);
  expect([taken.length, resyncs]).toEqual([0, [{ source: "main", seq: 5 }]]);
  topics.batch(batchOf(6, levelSet(7, 1, 2)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect(taken.map(({ prev, seq }) => [prev, seq])).toEqual([[5, 6]]);
});

test("a topic that keeps only its newest rows does not gather more than that", () => {
  const topics = createTopics([{ ...topic, keep: 2 }], "main");
  const newest = { ...topic, keep: 2 };
  const own = createTopics([newest], "main");
  const { subscriber, taken } = reading();
  own.subscribe(newest, { to: 7, symbol: "X" }, subscriber);
  own.batch(batchOf(1, levelSet(7, 1, 1), levelSet(7, 2, 1), levelSet(7, 3, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect([...taken[0]!.rows.keys()]).toEqual(["2", "3"]);
  topics.close();
});

const keys: OwnerTopic = {
  name: "test.keys",
  owner: "platform",
  per: "user",
  snapshot: "",
  row: undefined as never,
  rowKey: (row) => String(row.key),
  gone: () => false,
};

test("a change of another owner's stream goes out with its own number; a gap or a polled number goes out without rows", () => {
  const topics = createTopics([topic, keys], "main");
  const { subscriber, taken, resyncs } = reading();
  expect(topics.subscribe(keys, { to: 7 }, subscriber).at).toEqual({ source: "test.keys", seq: 0 });
  topics.change({ topic: "test.keys", to: 7, seq: 4, rows: [{ key: "a" }] });
  topics.change({ topic: "test.keys", to: 7, seq: 5, rows: [{ key: "b" }] });
  topics.change({ topic: "test.keys", to: 7, seq: 7, rows: [{ key: "d" }] });
  topics.change({ topic: "test.keys", to: 7, seq: 6, rows: [{ key: "c" }] });
  topics.change({ topic: "test.keys", to: 7, seq: 7 });
  topics.change({ topic: "test.keys", to: 7, seq: 9 });
  topics.change({ topic: "test.keys", to: 8, seq: 10 });
  topics.resync(5);
  expect(taken.map(({ prev, seq, rows }) => [prev, seq, [...rows.keys()]])).toEqual([
    [3, 4, ["a"]],
    [4, 5, ["b"]],
    [7, 7, []],
    [9, 9, []],
  ]);
  expect(resyncs).toEqual([]);
  topics.close();
});

const candles: HistoryTopic = {
  name: "test.candles",
  owner: "projector",
  per: "market",
  parts: ["1m", "1h"],
  snapshot: "",
  row: undefined as never,
  rowKey: (row) => String(row.at),
  gone: () => false,
};

test("the projector's streams are numbered by its writes: what follows goes out, after a gap only the number", () => {
  const topics = createTopics([topic, candles], "main");
  const [hours, minutes] = [reading(), reading()];
  topics.project({ prev: 0, seq: 40, changes: [] });
  expect(topics.subscribe(candles, { to: 7, symbol: "X", part: "1h" }, hours.subscriber).at).toEqual({
    source: "main",
    seq: 40,
  });
  topics.subscribe(candles, { to: 7, symbol: "X", part: "1m" }, minutes.subscriber);
  topics.project({ prev: 40, seq: 42, changes: [["test.candles", 7, "1m", [{ at: 1 }]]] });
  topics.project({ prev: 42, seq: 45, changes: [["test.candles", 7, "1h", [{ at: 2 }]]] });
  topics.project({ prev: 47, seq: 50, changes: [["test.candles", 7, "1h", [{ at: 3 }]]] });
  const seen = ({ taken }: ReturnType<typeof reading>) =>
    taken.map(({ prev, seq, rows }) => [prev, seq, [...rows.keys()]]);
  expect(seen(minutes)).toEqual([
    [40, 42, ["1"]],
    [50, 50, []],
  ]);
  expect(seen(hours)).toEqual([
    [40, 45, ["2"]],
    [50, 50, []],
  ]);
  expect(hours.taken[0]!.frame().toString()).toContain('"symbol":"X","part":"1h","source":"main"');
  topics.close();
});

test("equal rows of a topic that numbers them stay apart, in a batch of several parts and over batches", () => {
  const numbered: CoreTopic = {
    ...topic,
    numbersRows: true,
    rowKey: ({ seq, place }) => `${String(seq)}:${String(place)}`,
  };
  const topics = createTopics([numbered], "main");
  const { subscriber, taken } = reading();
  topics.subscribe(numbered, { to: 7, symbol: "X" }, subscriber);
  const equal = levelSet(7, 1, 1);
  const parts = [[equal, levelSet(8, 1, 1), equal].flat(), equal].map((numbers) => new Float64Array(numbers));
  topics.batch({ seq: 4, at: 0, parts }, instruments);
  topics.batch(batchOf(5, equal), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect([...taken[0]!.rows.keys()]).toEqual(["4:0", "4:1", "4:2", "5:0"]);
});
