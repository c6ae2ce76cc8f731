import { z } from "zod";

/** What the status page has a line for, in its order. */
export const statusComponents = [
  "SPOT",
  "DERIVATIVES",
  "MARKET_DATA",
  "DEPOSITS",
  "WITHDRAWALS",
  "ACCOUNT",
  "MESSAGES",
  "API",
  "SIMULATED",
] as const;
export type StatusComponent = (typeof statusComponents)[number];

/** From the least to the worst. `HALTED`: it answers, and every part of it is stopped; `DEGRADED`: it is slow, or some parts are. */
export const componentStates = ["NOT_MEASURED", "OPERATIONAL", "DEGRADED", "HALTED", "DOWN"] as const;
export type ComponentState = (typeof componentStates)[number];

export const partProblems = ["HALTED", "CANCEL_ONLY", "STALE_INDEX", "NOT_READ", "LATE"] as const;

/** A market by its symbol, a network by its id, an asset by its code; empty where it is the component as a whole. */
export const affectedPart = z.object({ part: z.string(), problem: z.enum(partProblems) });
export type AffectedPart = z.infer<typeof affectedPart>;
