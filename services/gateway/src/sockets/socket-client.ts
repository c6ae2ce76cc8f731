import type { Socket } from "node:net";
import type { Row } from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";
import type { WebSocket } from "ws";
import { textFrame } from "./frames.ts";
import { type Delta, deltaOf, mergeRow, type Subscriber, type Stream, streamName } from "./topics.ts";

/** Close codes of the server; codes from 4000 on are for applications. */
export const closeCodes = { tooSlow: 4008, tooManyMessages: 4029, sessionEnded: 4401, full: 4503 } as const;

/** Waiting bytes above which deltas are merged instead of queued, and above which the client is disconnected. */
const waitingSoftMax = 256 * 1024;
const waitingHardMax = 4 * 1024 * 1024;
const slowMaxMs = 5_000;
/** Delayed rows of one stream; above that a snapshot is cheaper. */
const delayedRowsMax = 2_000;

// One callback flushes all clients of a turn: one callback per client would cost more than the writes.
let flushes: (() => void)[] = [];
function flushTogether(flush: () => void): void {
  if (flushes.push(flush) > 1) return;
  queueMicrotask(() => {
    const all = flushes;
    flushes = [];
    for (const each of all) each();
  });
}

type Delayed = { prev: number; seq: number; rows: Map<string, Row> };

export type SocketClient = Subscriber & {
  send(message: object): void;
  forget(stream: Stream): void;
  /** Sends the delayed rows to a client that has caught up, or disconnects it. */
  check(): void;
};

/**
 * One connection as a subscriber. Above the soft limit of waiting bytes its deltas are merged per stream, so that a slow client gets fewer
 * but never wrong rows; one that stays slow is disconnected and may reconnect.
 */
export function createSocketClient(socket: WebSocket, wire: Socket, clock: Pick<Clock, "steady">): SocketClient {
  const delayed = new Map<Stream, Delayed>();
  let slowSince: number | undefined;
  let frames: Buffer[] = [];

  function flush(): void {
    const gathered = frames;
    frames = [];
    if (socket.readyState !== socket.OPEN) return;
    if (gathered.length === 1) return void wire.write(gathered[0]!);
    wire.cork();
    for (const frame of gathered) wire.write(frame);
    wire.uncork();
  }

  /** All frames of one turn of the event loop go out in one write. */
  function write(frame: Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (frames.push(frame) === 1) flushTogether(flush);
  }

  function delay(stream: Stream, delta: Delta): void {
    const waiting = delayed.get(stream) ?? { prev: delta.prev, seq: delta.seq, rows: new Map<string, Row>() };
    delayed.set(stream, waiting);
    // Merged over a gap the delta would hide it: without rows, from its own number on, it makes the client take the snapshot.
    if (delta.prev > waiting.seq) return void delayed.set(stream, { prev: delta.seq, seq: delta.seq, rows: new Map() });
    waiting.seq = delta.seq;
    for (const [key, row] of delta.rows) mergeRow(stream.topic, waiting.rows, row, key);
    if (waiting.rows.size <= delayedRowsMax) return;
    delayed.delete(stream);
    const { source } = stream;
    write(textFrame(JSON.stringify({ ...streamName(stream), resync: true, source, seq: delta.seq })));
  }

  function release(): void {
    for (const [stream, waiting] of delayed) write(deltaOf(stream, waiting.prev, waiting.seq, waiting.rows).frame());
    delayed.clear();
    slowSince = undefined;
  }

  return {
    take(stream, delta) {
      const waiting = socket.bufferedAmount;
      if (slowSince === undefined && waiting <= waitingSoftMax) return write(delta.frame());
      slowSince ??= clock.steady();
      delay(stream, delta);
    },
    resync(at) {
      for (const stream of delayed.keys()) if (stream.source === at.source) delayed.delete(stream);
      write(textFrame(JSON.stringify({ resync: true, ...at })));
    },
    send: (message) => write(textFrame(JSON.stringify(message))),
    forget: (stream) => void delayed.delete(stream),
    check() {
      const waiting = socket.bufferedAmount;
      if (waiting > waitingSoftMax) slowSince ??= clock.steady();
      if (slowSince === undefined) return;
      if (waiting < waitingSoftMax / 2) return release();
      if (waiting <= waitingHardMax && clock.steady() - slowSince < slowMaxMs) return;
      socket.close(closeCodes.tooSlow, "too slow");
      // The close frame waits behind the unread bytes, so the socket is terminated soon after.
      setTimeout(() => socket.terminate(), 100).unref();
    },
  };
}
