import { Redis } from "ioredis";

/**
 * Counters shared by several processes, for rare events such as sign-ins and codes, never orders. Redis may lose them at any time; counting
 * then starts again. The caller decides what an unavailable counter means.
 */
export type SharedCounters = {
  /** The count of `key` in its window, including this call; undefined when the server does not answer in time. */
  count(key: string, windowMs: number): Promise<number | undefined>;
  close(): void;
};

const answerMaxMs = 250;
const reconnectMaxMs = 2_000;

export function sharedCounters(url: string): SharedCounters {
  const redis = new Redis(url, {
    // Commands are not queued for an unavailable server: an old count is useless.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMaxMs,
    connectTimeout: answerMaxMs,
    retryStrategy: (tries) => Math.min(reconnectMaxMs, tries * 100),
  });
  // Every count reports its own failure; without a listener a lost connection would end the process.
  redis.on("error", () => undefined);
  // Counts wait for the first connection attempt, so that calls during the start are not refused.
  const tried = new Promise<void>((resolve) => {
    redis.once("ready", () => resolve());
    redis.once("close", () => resolve());
    setTimeout(resolve, answerMaxMs).unref();
  });
  return {
    async count(key, windowMs) {
      await tried;
      try {
        const answers = await redis.multi().incr(key).pexpire(key, windowMs, "NX").exec();
        const [error, count] = answers?.[0] ?? [];
        return error === null && typeof count === "number" ? count : undefined;
      } catch {
        return undefined;
      }
    },
    close: () => redis.disconnect(),
  };
}
