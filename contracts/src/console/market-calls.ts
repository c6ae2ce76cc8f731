import { z } from "zod";
import { defineCall } from "../define.ts";
import { suspensions } from "../journal/index.ts";
import { exchangeName, ofOperator, operatorRefusals, reasonText } from "../operator/define-operator-call.ts";
import { inSession } from "../operator/roles.ts";
import { marketKinds, marketStatuses } from "../values.ts";

const at = z.number().int();

/** A market as operators watch it. Prices are empty and times 0 where there is none. */
const watchedMarket = z.object({
  symbol: z.string(),
  kind: z.enum(marketKinds),
  status: z.enum(marketStatuses),
  last: z.string(),
  /** Since when the last price stands. */
  lastAt: at,
  /** Empty for a spot market. */
  mark: z.string(),
  markState: z.enum(["", "FRESH", "STALE", "PROTECTED", "FROZEN"]),
  index: z.string(),
  /** When the newest price of its sources came. */
  indexAt: at,
  indexStale: z.boolean(),
  hasIndex: z.boolean(),
  /** Why it takes no orders, and when it may come back by itself. */
  suspension: z.enum(suspensions),
  returnsAt: at,
  /** The move within a minute that closes it to orders, as a fraction. */
  breaker: z.string(),
});
export type WatchedMarket = z.infer<typeof watchedMarket>;

export const watchedMarkets = defineCall({
  ...ofOperator,
  name: "operator.markets",
  path: "GET /console/markets",
  operator: inSession("any"),
  ask: z.strictObject({ exchange: exchangeName }),
  answer: z.object({
    /** The clock of who answers, which the ages are counted from. */
    at,
    list: z.array(watchedMarket),
    /** How long a market that is opened again has to be cancel-only before. */
    reopenAfterMs: z.number().int(),
  }),
  refusals: operatorRefusals,
});

/**
 * The kill switch: every market that trades or takes cancels is halted at once, each by a proposal of its own that waits for nobody. Each is opened
 * again by itself, through CANCEL_ONLY and with another operator.
 */
export const stopAllMarkets = defineCall({
  ...ofOperator,
  name: "operator.stopAllMarkets",
  path: "POST /console/markets/stop",
  operator: { role: "markets", approvals: 0, reason: "required" },
  ask: z.strictObject({ exchange: exchangeName, reason: reasonText }),
  answer: z.object({ stopped: z.array(z.string()) }),
  refusals: operatorRefusals,
});
