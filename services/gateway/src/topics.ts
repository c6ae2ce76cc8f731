import { type Names, type Row, type Topic } from "@tidemark/contracts";
import { eventFields, type EventName, eventWidth, readEvent } from "@tidemark/contracts/codec";
import type { Batch } from "./announcements.ts";
import { textFrame } from "./frames.ts";

/** Rows by key, later ones merged into earlier ones: what a reader needs who has seen `prev` and is to stand at the newest batch. */
type Changes = Map<string, Row>;

export type Stream = {
  readonly topic: Topic;
  /** Market id or user id. */
  readonly to: number;
  readonly symbol: string | undefined;
  /** The batch that all readers of the stream have been told of. */
  prev: number;
  readonly changes: Changes;
  readonly readers: Set<Reader>;
};

/** Somebody who reads streams. A reader that cannot keep up merges deltas itself and takes them when it can. */
export type Reader = {
  /** The bytes of one delta, framed once for all readers. */
  take(stream: Stream, delta: Delta): void;
  resync(seq: number): void;
};
export type Delta = {
  readonly prev: number;
  readonly seq: number;
  readonly rows: ReadonlyMap<string, Row>;
  frame(): Buffer;
};

export type Topics = {
  /** The stream that `reader` reads from now on; it is true from the batch that is returned. */
  subscribe(topic: Topic, to: number, symbol: string | undefined, reader: Reader): { stream: Stream; seq: number };
  unsubscribe(stream: Stream, reader: Reader): void;
  batch(batch: Batch, names: Names): void;
  /** Throws away what waits and tells everybody to begin again at `seq`. */
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

/** One delta, the same for all: its text and its frame are made when the first reader asks. */
export function deltaOf(stream: Stream, prev: number, seq: number, rows: ReadonlyMap<string, Row>): Delta {
  let frame: Buffer | undefined;
  const head = { topic: stream.topic.name, ...(stream.symbol === undefined ? {} : { symbol: stream.symbol }) };
  return {
    prev,
    seq,
    rows,
    frame: () => (frame ??= textFrame(JSON.stringify({ ...head, prev, seq, rows: [...rows.values()] }))),
  };
}

/**
 * Streams that somebody reads. Event rows that no read topic hears are stepped over without being decoded; a stream without readers
 * does not exist.
 */
export function createTopics(topicList: readonly Topic[]): Topics {
  const streams = new Map<Topic, Map<number, Stream>>(topicList.map((topic) => [topic, new Map()]));
  const hearers: Topic[][] = [];
  for (const topic of topicList)
    for (const name of topic.hears) (hearers[eventFields[name as EventName].code] ??= []).push(topic);
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
      for (const reader of stream.readers) reader.take(stream, delta);
    }
    changed.clear();
  }

  function relay(numbers: Float64Array, at: number, names: Names): void {
    let position = 0;
    while (position < numbers.length) {
      const code = numbers[position]!;
      const topics = hearers[code];
      if (topics !== undefined && topics.some(isRead)) {
        const { event } = readEvent(numbers, position);
        for (const topic of topics) {
          const open = streams.get(topic)!;
          if (open.size === 0) continue;
          for (const { to, row } of topic.rows(event, names, at)) {
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
    subscribe(topic, to, symbol, reader) {
      const open = streams.get(topic)!;
      let stream = open.get(to);
      if (stream === undefined) {
        stream = { topic, to, symbol, prev: seq, changes: new Map(), readers: new Set() };
        open.set(to, stream);
      }
      stream.readers.add(reader);
      return { stream, seq };
    },
    unsubscribe(stream, reader) {
      stream.readers.delete(reader);
      if (stream.readers.size > 0) return;
      const open = streams.get(stream.topic)!;
      if (open.get(stream.to) === stream) open.delete(stream.to);
      changed.delete(stream);
    },
    batch(batch, names) {
      seq = batch.seq;
      for (const numbers of batch.parts) relay(numbers, batch.at, names);
      if (changed.size > 0) timer ??= setTimeout(flush, flushEveryMs);
    },
    resync(next) {
      seq = next;
      const readers = new Set<Reader>();
      for (const open of streams.values())
        for (const stream of open.values()) {
          stream.prev = seq;
          stream.changes.clear();
          for (const reader of stream.readers) readers.add(reader);
        }
      changed.clear();
      for (const reader of readers) reader.resync(seq);
    },
    close() {
      clearTimeout(timer);
    },
  };
}
