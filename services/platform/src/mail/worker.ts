import type { Database, Log, SecretBox, Time } from "@tidemark/kit-node";
import { openSecret } from "./notice-queue.ts";
import { type Letter, letterOf, messageOf } from "./letter.ts";
import { type Retries, waitAfter } from "../module/retries.ts";
import { isTooLate } from "./rules.ts";
import { NotSent, type Sender } from "./sender.ts";
import { type Channel, type DueNotice, notices } from "./store.ts";

export type WorkerDeps = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly box: SecretBox;
  readonly mail: Sender<Letter> | undefined;
  readonly sms: Sender<string> | undefined;
  readonly brand: string;
  readonly retries: Retries;
  /** How long a try is reserved for this process; longer than the senders' timeouts. */
  readonly leaseMs: number;
  readonly lookEveryMs: number;
};

const atOnceMax = 8;

/**
 * Sends due notices and retries: at least once, with the same id at every try. Several processes may run; each notice is leased to one of
 * them at a time.
 */
export function openWorker(deps: WorkerDeps): { close(): Promise<void> } {
  const { db, time, log, box, mail, sms, brand, retries, leaseMs, lookEveryMs } = deps;
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
    if (sealed !== null && secret === undefined) throw new NotSent("the secret cannot be opened", true);
    const opened = { ...notice, ...(secret === undefined ? {} : { secret }) };
    if (notice.channel === "email") return mail!.send(id, to, letterOf(opened, brand));
    return sms!.send(id, to, messageOf(opened, brand));
  }

  async function deliver(notice: DueNotice): Promise<void> {
    const { id, kind, tries } = notice;
    try {
      const providerId = await send(notice);
      await notices.sent(db, id, providerId, time.now());
    } catch (error) {
      const problem = error instanceof NotSent ? error.message : "the text could not be made";
      const wait = error instanceof NotSent && error.isFinal ? undefined : waitAfter(tries, retries);
      if (wait === undefined) {
        log.error({ notice: id, kind, tries, problem }, "mail: notice moved to dead letters");
        return notices.dead(db, notice, problem, time.now());
      }
      log.warn({ notice: id, kind, tries, problem }, "mail: notice not sent, will be tried again");
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
        log.warn(
          { problem: error instanceof Error ? error.message : "unknown" },
          "mail: reading of due notices failed",
        ),
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
