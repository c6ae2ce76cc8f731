import { createLog } from "@tidemark/kit-node";

/** What a gateway needs that is tried alone: no word, no counters of others, and no limits that a test would meet. */
export const quietLog: ReturnType<typeof createLog> = createLog("test");
quietLog.level = "silent";
export const noCounters = { count: async (): Promise<number> => 1, close: (): void => undefined };
export const manyASecond: Readonly<Record<string, string>> = Object.fromEntries(
  ["TRADE", "CANCEL", "READ", "LOG", "SIGN_IN"].map((name) => [`RATE_${name}_PER_SECOND`, "1000000"]),
);
