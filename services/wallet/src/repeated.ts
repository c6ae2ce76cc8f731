import type { Log, Time } from "@tidemark/kit-node";

export type Closing = { close(): Promise<void> };

/** Runs again and again, each time after the last has ended, the first time at once. A run that fails is logged with these words. */
export function repeated(
  { time, log }: { readonly time: Time; readonly log: Log },
  { facts, words, everyMs }: { readonly facts: object; readonly words: string; readonly everyMs: number },
  once: () => Promise<void>,
): Closing {
  let isClosed = false;
  let running = Promise.resolve();
  let cancel = time.after(0, start);
  function start(): void {
    running = once()
      .catch((error: unknown) =>
        log.error({ ...facts, problem: error instanceof Error ? error.message : "unknown" }, words),
      )
      .finally(() => {
        if (!isClosed) cancel = time.after(everyMs, start);
      });
  }
  return {
    async close() {
      isClosed = true;
      cancel();
      await running;
    },
  };
}
