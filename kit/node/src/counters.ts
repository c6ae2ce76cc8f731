import { Redis } from "ioredis";

/**
 * Counters that several processes share, for things that happen slowly: sign-ins, codes, never orders. Redis may lose them at any time;
 * then counting starts again. Whoever asks decides what it means that nobody answers.
 */
export type SharedCounters = {
  /** How often `key` was counted since its window began, this time included; undefined when nobody says so in time. */
  count(key: string, windowMs: number): Promise<number | undefined>;
  close(): void;
};

const answerMaxMs = 250;
const reconnectMaxMs = 2_000;

export function sharedCounters(url: string): SharedCounters {
  const redis = new Redis(url, {
    // Nothing waits for a server that is away: an old count is of no use to anybody.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    commandTimeout: answerMaxMs,
    connectTimeout: answerMaxMs,
    retryStrategy: (tries) => Math.min(reconnectMaxMs, tries * 100),
  });
  // Every count says for itself whether it came through; without a listener a lost connection would end the process.
  redis.on("error", () => undefined);
  // The first connection is on its way when the process is already asked: that is no reason to say no.
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
