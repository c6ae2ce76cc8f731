import type { Log, Time } from "@tidemark/kit-node";
import type { PriceBoard } from "./price-board.ts";
import type { Venue } from "./venue.ts";

export type VenuePollDeps = {
  readonly venue: Venue;
  /** The number of its source. */
  readonly source: number;
  readonly board: PriceBoard;
  /** What is wanted now; it grows with the listing. */
  readonly symbols: () => readonly string[];
  readonly everyMs: number;
  readonly time: Time;
  readonly log: Log;
};

const retryMaxMs = 10_000;

/** How long a venue rests after so many failures in a row. */
export const retryAfterMs = (failures: number, everyMs: number): number =>
  Math.min(everyMs * 2 ** Math.min(failures, 16), retryMaxMs);

/** Reads one venue again and again, one question at a time. Its failures concern no other venue. */
export function openVenuePoll({ venue, source, board, symbols, everyMs, time, log }: VenuePollDeps) {
  const refused = new Set<string>();
  let failures = 0;
  let isClosed = false;
  let cancel = (): void => undefined;
  let running: Promise<void> = Promise.resolve();

  /** Once for each symbol that changes, not with every second. */
  function note(symbol: string, verdict: string): void {
    if (verdict === "accepted") {
      if (refused.delete(symbol)) log.info({ venue: venue.name, symbol }, "oracle: price accepted again");
    } else if (!refused.has(symbol)) {
      refused.add(symbol);
      log.warn({ venue: venue.name, symbol, verdict }, "oracle: price refused");
    }
  }

  async function read(): Promise<void> {
    const wanted = symbols();
    if (wanted.length === 0) return;
    for (const reading of await venue.read(wanted)) note(reading.symbol, board.take(source, reading, time.now()));
    if (failures > 0) log.info({ venue: venue.name, failures }, "oracle: venue answers again");
    failures = 0;
  }

  async function round(): Promise<void> {
    const startedAt = time.steady();
    try {
      await read();
    } catch (error) {
      failures += 1;
      const problem = error instanceof Error ? error.message.slice(0, 200) : "unknown";
      if (failures === 1) log.warn({ venue: venue.name, problem }, "oracle: venue does not answer");
    }
    if (isClosed) return;
    const restMs = failures > 0 ? retryAfterMs(failures, everyMs) : everyMs - (time.steady() - startedAt);
    cancel = time.after(Math.max(restMs, 0), start);
  }

  function start(): void {
    running = round();
  }

  start();
  return {
    async close(): Promise<void> {
      isClosed = true;
      cancel();
      await venue.close();
      await running;
    },
  };
}
