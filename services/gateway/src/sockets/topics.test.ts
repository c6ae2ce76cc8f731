import { type Instruments, instrumentsOf, type Topic } from "@tidemark/contracts";
import { journalEvents } from "@tidemark/contracts/journal";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { createTopics, type Delta, flushEveryMs, type Subscriber } from "./topics.ts";

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const instruments: Instruments = instrumentsOf({ assets: [], markets: [] });
let decoded = 0;
const topic: Topic = {
  name: "test.levels",
  per: "market",
  snapshot: "",
  row: undefined as never,
  rowKey: (row) => String(row.price),
  gone: () => false,
  hears: ["level_set"],
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
  const resyncs: number[] = [];
  const subscriber: Subscriber = {
    take: (_, delta) => void taken.push(delta),
    resync: (seq) => void resyncs.push(seq),
  };
  return { subscriber, taken, resyncs };
}

test("what nobody reads is stepped over and never decoded", () => {
  const topics = createTopics([topic]);
  decoded = 0;
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  expect(decoded).toBe(0);
  const { subscriber } = reading();
  topics.subscribe(topic, 7, "X", subscriber);
  topics.batch(batchOf(2, [journalEvents.upgraded.code, 1, 2], levelSet(7, 1, 1)), instruments);
  expect(decoded).toBe(1);
  topics.close();
});

test("one frame serves all readers of a stream", () => {
  const topics = createTopics([topic]);
  const [first, second] = [reading(), reading()];
  topics.subscribe(topic, 7, "X", first.subscriber);
  topics.subscribe(topic, 7, "X", second.subscriber);
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect(first.taken[0]!.frame()).toBe(second.taken[0]!.frame());
  const { length } = first.taken[0]!.frame();
  expect(first.taken[0]!.frame().subarray(2, length).toString()).toBe(
    '{"topic":"test.levels","symbol":"X","prev":0,"seq":1,"rows":[{"price":1,"total":1}]}',
  );
});

test("a quiet stream's next delta reaches back to its last one, however many batches went by", () => {
  const topics = createTopics([topic]);
  const { subscriber, taken } = reading();
  topics.subscribe(topic, 7, "X", subscriber);
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
  const topics = createTopics([topic]);
  const { subscriber, taken, resyncs } = reading();
  topics.subscribe(topic, 7, "X", subscriber);
  topics.batch(batchOf(1, levelSet(7, 1, 1)), instruments);
  topics.resync(5);
  vi.advanceTimersByTime(flushEveryMs);
  expect([taken.length, resyncs]).toEqual([0, [5]]);
  topics.batch(batchOf(6, levelSet(7, 1, 2)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect(taken.map(({ prev, seq }) => [prev, seq])).toEqual([[5, 6]]);
});

test("a topic that keeps only its newest rows does not gather more than that", () => {
  const topics = createTopics([{ ...topic, keep: 2 }]);
  const newest = { ...topic, keep: 2 };
  const own = createTopics([newest]);
  const { subscriber, taken } = reading();
  own.subscribe(newest, 7, "X", subscriber);
  own.batch(batchOf(1, levelSet(7, 1, 1), levelSet(7, 2, 1), levelSet(7, 3, 1)), instruments);
  vi.advanceTimersByTime(flushEveryMs);
  expect([...taken[0]!.rows.keys()]).toEqual(["2", "3"]);
  topics.close();
});
