import type { Database, Log, SecretBox, Time } from "@tidemark/kit-node";
import { openSecret } from "../notices.ts";
import { type Letter, letterOf, messageOf } from "./letter.ts";
import { isTooLate, type Retries, waitAfter } from "./rules.ts";
import { NotSent, type Sender } from "./sending.ts";
import { type Channel, type DueNotice, notices } from "./store.ts";

export type WorkerKit = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly box: SecretBox;
  readonly mail: Sender<Letter> | undefined;
  readonly sms: Sender<string> | undefined;
  readonly brand: string;
  readonly retries: Retries;
  /** So long a try may take before somebody else may make the next; longer than any of the senders waits. */
  readonly leaseMs: number;
  readonly lookEveryMs: number;
};

const atOnceMax = 8;

/**
 * Sends what is due, and again until it went out: at least once, with the same id at every try. Several processes may do so; each notice is
 * one of theirs at a time.
 */
export function openWorker(kit: WorkerKit): { close(): Promise<void> } {
  const { db, time, log, box, mail, sms, brand, retries, leaseMs, lookEveryMs } = kit;
  const channels: Channel[] = [
    ...(mail === undefined ? [] : ["email" as const]),
    ...(sms === undefined ? [] : ["sms" as const]),
  ];
  let isClosed = false;
  let callOff = (): void => undefined;
  let running: Promise<void> = Promise.resolve();

  async function send(notice: DueNotice): Promise<string> {
    const { id, to, sealed, facts, madeAt } = notice;
    if (isTooLate(facts, madeAt, time.now())) throw new NotSent("too late", true);
    const secret = sealed === null ? undefined : openSecret(box, id, sealed);
    if (sealed !== null && secret === undefined) throw new NotSent("its secret does not open", true);
    const told = { ...notice, ...(secret === undefined ? {} : { secret }) };
    if (notice.channel === "email") return mail!.send(id, to, letterOf(told, brand));
    return sms!.send(id, to, messageOf(told, brand));
  }

  async function deliver(notice: DueNotice): Promise<void> {
    const { id, kind, tries } = notice;
    try {
      const providerId = await send(notice);
      await notices.sent(db, id, providerId, time.now());
    } catch (error) {
      const problem = error instanceof NotSent ? error.message : "it could not be written";
      const wait = error instanceof NotSent && error.isFinal ? undefined : waitAfter(tries, retries);
      if (wait === undefined) {
        log.error({ notice: id, kind, tries, problem }, "a notice is given up");
        return notices.dead(db, notice, problem, time.now());
      }
      log.warn({ notice: id, kind, tries, problem }, "a notice was not sent");
      await notices.later(db, notice, problem, time.now() + wait);
    }
  }

  async function look(): Promise<void> {
    for (;;) {
      const now = time.now();
      const due = await notices.take(db, channels, atOnceMax, now, now + leaseMs);
      await Promise.all(due.map(deliver));
      if (due.length < atOnceMax || isClosed) return;
    }
  }

  function turn(): void {
    running = look()
      .catch((error: unknown) =>
        log.warn({ problem: error instanceof Error ? error.message : "unknown" }, "notices could not be looked at"),
      )
      .then(() => {
        if (!isClosed) callOff = time.after(lookEveryMs, turn);
      });
  }

  if (channels.length > 0) turn();
  return {
    async close() {
      isClosed = true;
      callOff();
      await running;
      mail?.close();
      sms?.close();
    },
  };
}
