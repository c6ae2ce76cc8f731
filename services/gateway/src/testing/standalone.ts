import { createLog } from "@tidemark/kit-node";

/** Dependencies of a standalone gateway: silent log, no shared counters, no rate limits that a test would reach. */
export const quietLog: ReturnType<typeof createLog> = createLog("test");
quietLog.level = "silent";
export const noCounters = { count: async (): Promise<number> => 1, close: (): void => undefined };
export const unlimitedRates: Readonly<Record<string, string>> = Object.fromEntries(
  ["TRADE", "CANCEL", "READ", "LOG", "SIGN_IN"].map((name) => [`RATE_${name}_PER_SECOND`, "1000000"]),
);
