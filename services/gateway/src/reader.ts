import type { Socket } from "node:net";
import type { Row } from "@tidemark/contracts";
import type { Clock } from "@tidemark/kit-node";
import type { WebSocket } from "ws";
import { textFrame } from "./frames.ts";
import { type Delta, deltaOf, mergeRow, type Reader, type Stream } from "./topics.ts";

/** Why the server ends a connection; numbers from 4000 on are ours. */
export const closeCodes = { tooSlow: 4008, tooManyMessages: 4029, sessionEnded: 4401, full: 4503 } as const;

/** Bytes waiting above which deltas are merged instead of queued, and above which the reader is cut off. */
const waitingSoftMax = 256 * 1024;
const waitingHardMax = 4 * 1024 * 1024;
const slowMaxMs = 5_000;
/** Rows held back for one stream; more than that is cheaper as a snapshot. */
const heldRowsMax = 2_000;

// One callback serves the readers of a whole flush: one for each of thousands would cost more than their writes.
let leavers: (() => void)[] = [];
function leaveTogether(leave: () => void): void {
  if (leavers.push(leave) > 1) return;
  queueMicrotask(() => {
    const all = leavers;
    leavers = [];
    for (const each of all) each();
  });
}

type Held = { prev: number; seq: number; rows: Map<string, Row> };

export type SocketReader = Reader & {
  say(message: object): void;
  forget(stream: Stream): void;
  /** Gives a slow reader what was held back if it has caught up, or cuts it off. */
  check(): void;
};

/**
 * One connection as a reader. While more bytes wait than the soft bound, its deltas are merged per stream, so that a slow reader gets
 * fewer but never wrong rows; one that stays slow is cut off and may come back.
 */
export function socketReader(socket: WebSocket, wire: Socket, clock: Pick<Clock, "steady">): SocketReader {
  const held = new Map<Stream, Held>();
  let slowSince: number | undefined;
  let frames: Buffer[] = [];

  function leave(): void {
    const gathered = frames;
    frames = [];
    if (socket.readyState !== socket.OPEN) return;
    if (gathered.length === 1) return void wire.write(gathered[0]!);
    wire.cork();
    for (const frame of gathered) wire.write(frame);
    wire.uncork();
  }

  /** Everything of one turn leaves in one write. */
  function write(frame: Buffer): void {
    if (socket.readyState !== socket.OPEN) return;
    if (frames.push(frame) === 1) leaveTogether(leave);
  }

  function hold(stream: Stream, delta: Delta): void {
    const waiting = held.get(stream) ?? { prev: delta.prev, seq: delta.seq, rows: new Map<string, Row>() };
    held.set(stream, waiting);
    waiting.seq = delta.seq;
    for (const [key, row] of delta.rows) mergeRow(stream.topic, waiting.rows, row, key);
    if (waiting.rows.size <= heldRowsMax) return;
    held.delete(stream);
    write(textFrame(JSON.stringify({ topic: stream.topic.name, symbol: stream.symbol, resync: true, seq: delta.seq })));
  }

  function release(): void {
    for (const [stream, waiting] of held) write(deltaOf(stream, waiting.prev, waiting.seq, waiting.rows).frame());
    held.clear();
    slowSince = undefined;
  }

  return {
    take(stream, delta) {
      const waiting = socket.bufferedAmount;
      if (slowSince === undefined && waiting <= waitingSoftMax) return write(delta.frame());
      slowSince ??= clock.steady();
      hold(stream, delta);
    },
    resync(seq) {
      held.clear();
      write(textFrame(JSON.stringify({ resync: true, seq })));
    },
    say: (message) => write(textFrame(JSON.stringify(message))),
    forget: (stream) => void held.delete(stream),
    check() {
      const waiting = socket.bufferedAmount;
      if (waiting > waitingSoftMax) slowSince ??= clock.steady();
      if (slowSince === undefined) return;
      if (waiting < waitingSoftMax / 2) return release();
      if (waiting <= waitingHardMax && clock.steady() - slowSince < slowMaxMs) return;
      socket.close(closeCodes.tooSlow, "too slow");
      // The closing words wait behind everything else that was not read; nobody waits for them.
      setTimeout(() => socket.terminate(), 100).unref();
    },
  };
}
