import { sql } from "kysely";
import type { Time } from "./clock.ts";
import { type Database, inTransaction } from "./db.ts";
import type { Log } from "./log.ts";

export type RepeatedJob = {
  /** Of the module and the job; one process at a time runs a job of this name. */
  readonly name: string;
  readonly everyMs: number;
  /** Runs in one transaction, which holds the job's lock. "more": as much as one run takes is still due, so that the next follows at once. */
  readonly run: (tx: Database) => Promise<void | "more">;
};

/** What became of a job's runs in this process. */
export type RepeatState = {
  readonly name: string;
  readonly everyMs: number;
  /** When a run ended, and how long it took; null before the first. */
  readonly lastAt: number | null;
  readonly lastMs: number;
  readonly failures: number;
};

/** What a run leaves to all others of its own time before the next that follows at once: the database is the core's too. */
const pausePart = 0.25;

/** Runs a job again and again, in one of several processes. What must happen once a day keeps its day in its own rows. */
export function openRepeat(
  { db, time, log }: { readonly db: Database; readonly time: Time; readonly log: Log },
  { name, everyMs, run }: RepeatedJob,
): { state(): RepeatState; close(): Promise<void> } {
  let isClosed = false;
  let [lastAt, lastMs, failures]: [number | null, number, number] = [null, 0, 0];
  let running: Promise<void> = Promise.resolve();
  let cancel = time.after(everyMs, start);

  async function once(): Promise<void | "more"> {
    return inTransaction(db, async (tx) => {
      const lock = await sql<{ mine: boolean }>`
        select pg_try_advisory_xact_lock(hashtextextended(${`job ${name}`}, 0)) as mine`.execute(tx);
      if (lock.rows[0]?.mine === true) return run(tx);
    });
  }

  function start(): void {
    const began = time.steady();
    running = once()
      .catch((error: unknown) => {
        failures += 1;
        log.warn({ name, problem: error instanceof Error ? error.message : "unknown" }, "repeated job: run failed");
      })
      .then((left) => {
        const ranMs = time.steady() - began;
        [lastAt, lastMs] = [time.now(), Math.round(ranMs)];
        if (!isClosed) cancel = time.after(left === "more" ? Math.min(everyMs, ranMs * pausePart) : everyMs, start);
      });
  }

  return {
    state: () => ({ name, everyMs, lastAt, lastMs, failures }),
    async close() {
      isClosed = true;
      cancel();
      await running;
    },
  };
}
