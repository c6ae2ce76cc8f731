import type { CoreTopic, Instruments, Row, SourceSeq, Topic } from "@tidemark/contracts";
import { eventWidth, readEvent } from "@tidemark/contracts/codec";
import { journalEvents } from "@tidemark/contracts/journal";
import type { Batch } from "../bus/announcements.ts";
import type { OwnerChange } from "../bus/owner-topics.ts";
import { textFrame } from "./frames.ts";

/** Rows by key, later ones merged into earlier ones: the change from batch `prev` to the newest batch. */
type Changes = Map<string, Row>;

export type Stream = {
  readonly topic: Topic;
  /** Market id or user id; 0 in a stream of all markets. */
  readonly to: number;
  readonly symbol: string | undefined;
  /** The numbering of `prev` and of its deltas: the core's name, or the topic's where another owner numbers its streams. */
  readonly source: string;
  /** The batch that all subscribers have received; of another owner's stream the newest change that was sent, -1 before the first. */
  prev: number;
  readonly changes: Changes;
  readonly subscribers: Set<Subscriber>;
};

/** A subscriber of streams. One that cannot keep up merges deltas and takes them later. */
export type Subscriber = {
  /** Receives one delta, framed once for all subscribers. */
  take(stream: Stream, delta: Delta): void;
  /** All streams of the source start again at `seq`. */
  resync(at: SourceSeq): void;
};
export type Delta = {
  readonly prev: number;
  readonly seq: number;
  readonly rows: ReadonlyMap<string, Row>;
  frame(): Buffer;
};

export type Topics = {
  /** Adds the subscriber to the stream; deltas follow from the returned batch on. */
  subscribe(
    topic: Topic,
    to: number,
    symbol: string | undefined,
    subscriber: Subscriber,
  ): { stream: Stream; at: SourceSeq };
  unsubscribe(stream: Stream, subscriber: Subscriber): void;
  batch(batch: Batch, instruments: Instruments): void;
  /** A change of another owner's stream. After a gap subscribers get the number without rows, and take the snapshot. */
  change(change: OwnerChange): void;
  /** Drops pending changes of the core's streams and makes every subscriber of one start again at `seq`. */
  resync(seq: number): void;
  close(): void;
};

export const flushEveryMs = 20;

export function mergeRow(topic: Topic, into: Changes, row: Row, key = topic.rowKey(row)): void {
  const before = into.get(key);
  into.set(key, before === undefined ? row : { ...before, ...row });
  if (topic.keep === undefined || into.size <= topic.keep) return;
  const [oldest] = into.keys();
  into.delete(oldest!);
}

/** One delta for all subscribers; its text and frame are made on first use. */
export function deltaOf(stream: Stream, prev: number, seq: number, rows: ReadonlyMap<string, Row>): Delta {
  let frame: Buffer | undefined;
  const { source } = stream;
  const head = { topic: stream.topic.name, ...(stream.symbol === undefined ? {} : { symbol: stream.symbol }) };
  return {
    prev,
    seq,
    rows,
    frame: () => (frame ??= textFrame(JSON.stringify({ ...head, source, prev, seq, rows: [...rows.values()] }))),
  };
}

/** Streams with at least one subscriber. Events that no such stream uses are skipped without being decoded. */
export function createTopics(topicList: readonly Topic[], core: string): Topics {
  const streams = new Map<Topic, Map<number, Stream>>(topicList.map((topic) => [topic, new Map()]));
  const ownerTopics = new Map(topicList.filter(({ owner }) => owner !== "core").map((topic) => [topic.name, topic]));
  const topicsByEvent: CoreTopic[][] = [];
  for (const topic of topicList)
    if (topic.owner === "core")
      for (const name of topic.events) (topicsByEvent[journalEvents[name].code] ??= []).push(topic);
  const changed = new Set<Stream>();
  let seq = 0;
  let timer: NodeJS.Timeout | undefined;

  const isRead = (topic: Topic): boolean => streams.get(topic)!.size > 0;

  function flush(): void {
    timer = undefined;
    for (const stream of changed) {
      const delta = deltaOf(stream, stream.prev, seq, new Map(stream.changes));
      stream.prev = seq;
      stream.changes.clear();
      for (const subscriber of stream.subscribers) subscriber.take(stream, delta);
    }
    changed.clear();
  }

  function relay(numbers: Float64Array, at: number, instruments: Instruments): void {
    let position = 0;
    while (position < numbers.length) {
      const code = numbers[position]!;
      const topics = topicsByEvent[code];
      if (topics !== undefined && topics.some(isRead)) {
        const { event } = readEvent(numbers, position);
        for (const topic of topics) {
          const open = streams.get(topic)!;
          if (open.size === 0) continue;
          for (const { to, row } of topic.rows(event, instruments, at)) {
            const stream = open.get(to);
            if (stream === undefined) continue;
            mergeRow(topic, stream.changes, row);
            changed.add(stream);
          }
        }
      }
      position += eventWidth(code);
    }
  }

  return {
    subscribe(topic, to, symbol, subscriber) {
      const open = streams.get(topic)!;
      let stream = open.get(to);
      if (stream === undefined) {
        const isCore = topic.owner === "core";
        const source = isCore ? core : topic.name;
        const prev = isCore ? seq : -1;
        stream = { topic, to, symbol, source, prev, changes: new Map(), subscribers: new Set() };
        open.set(to, stream);
      }
      stream.subscribers.add(subscriber);
      return { stream, at: { source: stream.source, seq: topic.owner === "core" ? seq : Math.max(0, stream.prev) } };
    },
    unsubscribe(stream, subscriber) {
      stream.subscribers.delete(subscriber);
      if (stream.subscribers.size > 0) return;
      const open = streams.get(stream.topic)!;
      if (open.get(stream.to) === stream) open.delete(stream.to);
      changed.delete(stream);
    },
    batch(batch, instruments) {
      seq = batch.seq;
      for (const numbers of batch.parts) relay(numbers, batch.at, instruments);
      if (changed.size > 0) timer ??= setTimeout(flush, flushEveryMs);
    },
    change({ topic: name, to, seq: reached, rows }) {
      const topic = ownerTopics.get(name);
      const stream = topic === undefined ? undefined : streams.get(topic)?.get(to);
      if (topic === undefined || stream === undefined || reached <= stream.prev) return;
      const follows = rows !== undefined && (stream.prev === -1 || stream.prev === reached - 1);
      const changes: Changes = new Map();
      for (const row of follows ? rows : []) mergeRow(topic, changes, row);
      const delta = deltaOf(stream, follows ? reached - 1 : reached, reached, changes);
      stream.prev = reached;
      for (const subscriber of stream.subscribers) subscriber.take(stream, delta);
    },
    resync(next) {
      seq = next;
      const subscribers = new Set<Subscriber>();
      for (const [topic, open] of streams)
        for (const stream of topic.owner === "core" ? open.values() : []) {
          stream.prev = seq;
          stream.changes.clear();
          for (const subscriber of stream.subscribers) subscribers.add(subscriber);
        }
      changed.clear();
      for (const subscriber of subscribers) subscriber.resync({ source: core, seq });
    },
    close() {
      clearTimeout(timer);
    },
  };
}
