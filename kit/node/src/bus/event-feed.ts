import { success } from "@tidemark/contracts";
import { eventWidth, readEvent, unpackAnnouncement, type Verifier } from "@tidemark/contracts/codec";
import {
  type EventRow,
  feedCall,
  type FeedEventName,
  type FeedPlace,
  journalEvents,
} from "@tidemark/contracts/journal";
import { sql } from "kysely";
import type { Bus } from "./bus.ts";
import type { Time } from "../clock.ts";
import type { CoreClient } from "./core-client.ts";
import { type Database, inTransaction } from "../db.ts";
import type { Log } from "../log.ts";
import { subjects } from "./subjects.ts";

export type FeedEvent<N extends FeedEventName = FeedEventName> = Extract<EventRow, { type: N }>;
/** The events of one part of a batch that a consumer asked for, in the order of the journal. */
export type FeedBatch<N extends FeedEventName = FeedEventName> = {
  readonly place: FeedPlace;
  /** The batch's time, the only one that its events have. */
  readonly at: number;
  readonly events: readonly FeedEvent<N>[];
};

/**
 * What a module does with events. It runs in the transaction that moves its cursor: both happen, or neither. What it returns runs after the
 * commit, and is lost with a process that dies in between.
 */
export type FeedConsumer<N extends FeedEventName = FeedEventName> = {
  readonly events: readonly N[];
  handle(tx: Database, batches: readonly FeedBatch<N>[]): Promise<void | (() => void)>;
};

export type EventFeedDeps = {
  readonly db: Database;
  /** Of the consumer; its table `feed_cursor` holds one row for each core. */
  readonly schema: string;
  readonly client: CoreClient;
  readonly bus: Bus;
  readonly coreKeys: Verifier;
  readonly time: Time;
  readonly log: Log;
};
export type EventFeed = { close(): Promise<void> };

/** For a consumer's migration. */
export const feedCursorTable = (schema: string): string =>
  `create table ${schema}.feed_cursor (core text primary key, seq bigint not null, part int not null)`;

/** Announcements wake a consumer; when the bus loses them, it looks this often. */
const lookEveryMs = 1_000;
const retryMs = 200;

type Page = { readonly parts: readonly (readonly [seq: number, part: number, at: number, events: string])[] };

/** Only the wanted events are read; the others are passed over by their width. */
function wantedIn(base64: string, codes: ReadonlySet<number>): FeedEvent[] {
  const bytes = Buffer.from(base64, "base64");
  const numbers = new Float64Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length));
  const events: FeedEvent[] = [];
  for (let at = 0; at < numbers.length;) {
    if (codes.has(numbers[at]!)) events.push(readEvent(numbers, at).event as FeedEvent);
    at += eventWidth(numbers[at]!);
  }
  return events;
}

/**
 * Reads the core's feed for one consumer: every event once, in order, from the cursor in the consumer's own tables. Of several processes the
 * one whose transaction moves the cursor has handled the page; the others read on behind it.
 */
export function openEventFeed(deps: EventFeedDeps, consumer: FeedConsumer): EventFeed {
  const { db, schema, client, bus, coreKeys, time, log } = deps;
  const table = sql.table(`${schema}.feed_cursor`);
  const codes = new Set(consumer.events.map((name): number => journalEvents[name].code));
  let announced = 0;
  let isClosed = false;
  let wake = (): void => undefined;

  const unsubscribe = bus.subscribe(subjects(client.core).announcements, (bytes) => {
    try {
      announced = Math.max(announced, unpackAnnouncement(bytes, coreKeys).seq);
      wake();
    } catch {
      // Not the core's: the next look finds what is there.
    }
  });

  async function cursor(): Promise<{ seq: number; part: number }> {
    const { rows } = await sql<{ seq: number; part: number }>`
      insert into ${table} (core, seq, part) values (${client.core}, 0, -1)
      on conflict (core) do update set core = excluded.core returning seq::float8 as seq, part`.execute(db);
    return rows[0]!;
  }

  async function take(from: { seq: number; part: number }, { parts }: Page): Promise<void> {
    const batches = parts.map(([seq, part, at, events]) => ({
      place: { core: client.core, seq, part },
      at,
      events: wantedIn(events, codes),
    }));
    const [seq, part] = parts.at(-1)!;
    const committed = await inTransaction(db, async (tx) => {
      const { numAffectedRows } = await sql`
        update ${table} set seq = ${seq}, part = ${part}
        where core = ${client.core} and seq = ${from.seq} and part = ${from.part}`.execute(tx);
      if (numAffectedRows !== 1n) return undefined;
      const wanted = batches.filter(({ events }) => events.length > 0);
      return wanted.length > 0 ? consumer.handle(tx, wanted) : undefined;
    });
    committed?.();
  }

  /** True: there may be more. */
  async function step(): Promise<boolean> {
    const from = await cursor();
    const minSeq = announced > from.seq ? { minSeq: announced } : {};
    const reply = await client.ask("history", { call: feedCall, uid: 0, ask: from, ...minSeq });
    if (reply?.code !== success) throw new Error(`no page of the feed: code ${reply?.code ?? "none"}`);
    const page = reply.data as Page;
    if (page.parts.length === 0) return false;
    await take(from, page);
    return true;
  }

  const rest = (ms: number): Promise<void> =>
    new Promise((resolve) => {
      const cancel = time.after(ms, () => resolve());
      wake = () => {
        cancel();
        resolve();
      };
    });

  async function run(): Promise<void> {
    while (!isClosed) {
      try {
        if (!(await step()) && !isClosed) await rest(lookEveryMs);
      } catch (error) {
        log.warn({ schema, problem: error instanceof Error ? error.message : "unknown" }, "event feed: page failed");
        if (!isClosed) await rest(retryMs);
      }
    }
  }

  const running = run();
  return {
    async close() {
      isClosed = true;
      unsubscribe();
      wake();
      await running;
    },
  };
}
