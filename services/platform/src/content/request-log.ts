import type { LogLine } from "@tidemark/contracts";
import type { Asked, Log, Time } from "@tidemark/kit-node";
import { withoutSecrets } from "./rules.ts";
import type { ContentStore, KeptLine } from "./store.ts";

export type RequestLogRules = {
  /** Lines that may wait to be written; more are dropped. */
  readonly linesWaitingMax: number;
  readonly linesKeptMax: number;
  readonly linesKeptMs: number;
};
export type RequestLog = {
  /** The number of lines that will be written. Never waits. */
  take(lines: readonly LogLine[], asked: Asked): number;
  close(): Promise<void>;
};

const writeEveryMs = 500;
const forgetEveryMs = 60_000;
const forgetAtMost = 10_000;

/**
 * Collects the reports of pages and writes them in batches. Pages never wait for it, and a slow database must not fill the memory: excess
 * lines are dropped and counted in the log.
 */
export function openRequestLog(
  store: Pick<ContentStore, "keepLines" | "forgetLines">,
  rules: RequestLogRules,
  time: Time,
  log: Log,
): RequestLog {
  let waiting: KeptLine[] = [];
  let dropped = 0;
  let isClosed = false;
  let forgotAt = time.steady();
  let writing: Promise<void> = Promise.resolve();

  async function write(): Promise<void> {
    const lines = waiting;
    waiting = [];
    try {
      if (lines.length > 0) await store.keepLines(lines);
      if (time.steady() - forgotAt >= forgetEveryMs) {
        forgotAt = time.steady();
        await store.forgetLines(time.now() - rules.linesKeptMs, rules.linesKeptMax, forgetAtMost);
      }
    } catch (error) {
      dropped += lines.length;
      log.warn({ lines: lines.length, problem: (error as Error).message }, "request log: write failed");
    }
    if (dropped > 0) log.warn({ dropped }, "request log: lines dropped");
    dropped = 0;
  }

  let callOff = time.after(writeEveryMs, turn);
  function turn(): void {
    writing = write().then(() => {
      if (!isClosed) callOff = time.after(writeEveryMs, turn);
    });
  }

  return {
    take(lines, { uid, from }) {
      const taken = lines.slice(0, Math.max(0, rules.linesWaitingMax - waiting.length));
      dropped += lines.length - taken.length;
      const by = { at: time.now(), uid, deviceId: from.deviceId, site: from.site };
      for (const { body, ...rest } of taken) waiting.push({ ...rest, ...by, body: withoutSecrets(body) });
      return taken.length;
    },
    async close() {
      isClosed = true;
      callOff();
      await writing;
      await write();
    },
  };
}
