import type { CoreTopic, Instruments, Row, SourceSeq, Topic } from "@tidemark/contracts";
import { eventWidth, readEvent } from "@tidemark/contracts/codec";
import { journalEvents } from "@tidemark/contracts/journal";
import type { Batch } from "../bus/announcements.ts";
import type { HistoryMessage } from "../bus/history-topics.ts";
import type { OwnerChange } from "../bus/owner-topics.ts";
import { textFrame } from "./frames.ts";

/** Rows by key, later ones merged into earlier ones: the change from batch `prev` to the newest batch. */
type Changes = Map<string, Row>;

export type Stream = {
  readonly topic: Topic;
  /** Market id or user id; 0 in a stream of all markets. */
  readonly to: number;
  readonly symbol: string | undefined;
  readonly part: string | undefined;
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

/** `symbol` and `part` as the client wrote them. */
type StreamId = {
  readonly to: number;
  readonly symbol?: string | undefined;
  readonly part?: string | undefined;
};

export type Topics = {
  /** Adds the subscriber to the stream; deltas follow from the returned batch on. */
  subscribe(topic: Topic, name: StreamId, subscriber: Subscriber): { stream: Stream; at: SourceSeq };
  unsubscribe(stream: Stream, subscriber: Subscriber): void;
  batch(batch: Batch, instruments: Instruments): void;
  /** A change of another owner's stream. After a gap subscribers get the number without rows, and take the snapshot. */
  change(change: OwnerChange): void;
  /** Changes of the projector's streams. After a gap all its streams get the number without rows. */
  project(message: HistoryMessage): void;
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

/** How messages name a stream. */
export const streamName = ({ topic, symbol, part }: Pick<Stream, "topic" | "symbol" | "part">): object => ({
  topic: topic.name,
  ...(symbol === undefined ? {} : { symbol }),
  ...(part === undefined ? {} : { part }),
});

/** A topic's streams by number: market or user, and within it the part. */
const streamNumber = ({ parts }: Topic, to: number, part: string | undefined): number =>
  parts === undefined ? to : to * parts.length + parts.indexOf(part ?? "");

/** One delta for all subscribers; its text and frame are made on first use. */
export function deltaOf(stream: Stream, prev: number, seq: number, rows: ReadonlyMap<string, Row>): Delta {
  let frame: Buffer | undefined;
  const { source } = stream;
  const head = streamName(stream);
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
  const byName = (isWanted: (owner: Topic["owner"]) => boolean): ReadonlyMap<string, Topic> =>
    new Map(topicList.filter(({ owner }) => isWanted(owner)).map((topic) => [topic.name, topic]));
  const historyTopics = byName((owner) => owner === "projector");
  const ownerTopics = byName((owner) => owner !== "core" && owner !== "projector");
  const topicsByEvent: CoreTopic[][] = [];
  for (const topic of topicList)
    if (topic.owner === "core")
      for (const name of topic.events) (topicsByEvent[journalEvents[name].code] ??= []).push(topic);
  const changed = new Set<Stream>();
  let seq = 0;
  let projectedSeq = 0;
  let timer: NodeJS.Timeout | undefined;

  const isRead = (topic: Topic): boolean => streams.get(topic)!.size > 0;

  function send(stream: Stream, prev: number, reached: number, rows: ReadonlyMap<string, Row>): void {
    const delta = deltaOf(stream, prev, reached, rows);
    stream.prev = reached;
    for (const subscriber of stream.subscribers) subscriber.take(stream, delta);
  }

  function flush(): void {
    timer = undefined;
    for (const stream of changed) {
      send(stream, stream.prev, seq, new Map(stream.changes));
      stream.changes.clear();
    }
    changed.clear();
  }

  function relay(
    numbers: Float64Array,
    { seq: of, at }: Batch,
    counts: Map<Stream, number>,
    instruments: Instruments,
  ): void {
    const placeOf = (stream: Stream): { seq: number; place: number } => {
      const place = counts.get(stream) ?? 0;
      counts.set(stream, place + 1);
      return { seq: of, place };
    };
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
            mergeRow(topic, stream.changes, topic.numbersRows === true ? { ...row, ...placeOf(stream) } : row);
            changed.add(stream);
          }
        }
      }
      position += eventWidth(code);
    }
  }

  return {
    subscribe(topic, { to, symbol, part }, subscriber) {
      const open = streams.get(topic)!;
      const number = streamNumber(topic, to, part);
      let stream = open.get(number);
      if (stream === undefined) {
        const source = topic.owner === "core" || topic.owner === "projector" ? core : topic.name;
        const prev = topic.owner === "core" ? seq : topic.owner === "projector" ? projectedSeq : -1;
        stream = { topic, to: number, symbol, part, source, prev, changes: new Map(), subscribers: new Set() };
        open.set(number, stream);
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
      const counts = new Map<Stream, number>();
      for (const numbers of batch.parts) relay(numbers, batch, counts, instruments);
      if (changed.size > 0) timer ??= setTimeout(flush, flushEveryMs);
    },
    change({ topic: name, to, seq: reached, rows }) {
      const topic = ownerTopics.get(name);
      const stream = topic === undefined ? undefined : streams.get(topic)?.get(to);
      if (topic === undefined || stream === undefined || reached <= stream.prev) return;
      const follows = rows !== undefined && (stream.prev === -1 || stream.prev === reached - 1);
      const changes: Changes = new Map();
      for (const row of follows ? rows : []) mergeRow(topic, changes, row);
      send(stream, follows ? reached - 1 : reached, reached, changes);
    },
    project({ prev, seq: reached, changes }) {
      const isGap = prev !== projectedSeq;
      projectedSeq = reached;
      if (isGap) {
        for (const topic of historyTopics.values())
          for (const stream of streams.get(topic)!.values()) send(stream, reached, reached, new Map());
        return;
      }
      for (const [name, to, part, rows] of changes) {
        const topic = historyTopics.get(name);
        const stream = topic === undefined ? undefined : streams.get(topic)!.get(streamNumber(topic, to, part));
        if (topic === undefined || stream === undefined) continue;
        const merged: Changes = new Map();
        for (const row of rows) mergeRow(topic, merged, row);
        send(stream, stream.prev, reached, merged);
      }
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
