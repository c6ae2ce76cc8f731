import type { Database, Log, Time } from "@tidemark/kit-node";
import type { Accounts } from "../../module/accounts.ts";
import { type Retries, waitAfter } from "../../module/retries.ts";
import type { pushSender } from "./push-sender.ts";
import { sessionOf } from "./push-session.ts";
import { type DuePush, pushes, subscriptions } from "./push-store.ts";

export type PushWorkerDeps = {
  readonly db: Database;
  readonly time: Time;
  readonly log: Log;
  readonly accounts: Pick<Accounts, "sessionOf">;
  readonly send: ReturnType<typeof pushSender>;
  readonly retries: Retries;
  /** How long a try is reserved for this process; longer than the sender's timeout. */
  readonly leaseMs: number;
  readonly lookEveryMs: number;
};

const atOnceMax = 16;
/** What is older is not news: neither this process nor the push service delivers it. */
const validMs = 4 * 60 * 60_000;

/**
 * Sends due pushes and retries: at least once. Several processes may run; each push is leased to one of them at a time. A browser that the push
 * service does not know any more is removed.
 */
export function openPushWorker(deps: PushWorkerDeps): { close(): Promise<void> } {
  const { db, time, log, accounts, send, retries, leaseMs, lookEveryMs } = deps;
  let isClosed = false;
  let callOff = (): void => undefined;
  let running: Promise<void> = Promise.resolve();

  async function deliver(push: DuePush): Promise<void> {
    const { uid, number, tries, endpoint } = push;
    const now = time.now();
    const leftMs = push.madeAt + validMs - now;
    if (leftMs <= 0) return pushes.giveUp(db, push, "too late");
    if ((await sessionOf(accounts, db, push, now)) === undefined) return subscriptions.remove(db, uid, endpoint);
    const result = await send(push, Math.ceil(leftMs / 1_000));
    if (result === "sent") return pushes.sent(db, push, time.now());
    if (result === "gone") return subscriptions.remove(db, uid, endpoint);
    const service = new URL(endpoint).host;
    const wait = "later" in result ? waitAfter(tries, retries) : undefined;
    const problem = "later" in result ? result.later : result.refused;
    if (wait === undefined) {
      log.error({ uid, message: number, service, tries, problem }, "push: given up");
      return pushes.giveUp(db, push, problem);
    }
    log.warn({ uid, message: number, service, tries, problem }, "push: not sent, will be tried again");
    await pushes.later(db, push, time.now() + wait);
  }

  async function look(): Promise<void> {
    for (;;) {
      const now = time.now();
      const due = await pushes.take(db, atOnceMax, now, now + leaseMs);
      await Promise.all(due.map(deliver));
      if (due.length < atOnceMax || isClosed) return;
    }
  }

  function turn(): void {
    running = look()
      .catch((error: unknown) =>
        log.warn({ problem: error instanceof Error ? error.message : "unknown" }, "push: a round failed"),
      )
      .then(() => {
        if (!isClosed) callOff = time.after(lookEveryMs, turn);
      });
  }

  turn();
  return {
    async close() {
      isClosed = true;
      callOff();
      await running;
    },
  };
}
