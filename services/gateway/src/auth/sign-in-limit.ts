import type { SharedCounters } from "@tidemark/kit-node";

const windowMs = 60_000;

/** `unknown`: the counter is unavailable. */
export type SignInLimit = (address: string) => Promise<"open" | "closed" | "unknown">;

/**
 * Sign-ins per address over all gateways, those of the simulated exchange included, whose accounts are the same: more gateways do not allow
 * more guesses. The counter may lose its state and start again;
 * while it is unavailable sign-ins are refused, because guesses would be unlimited.
 */
export const signInLimit =
  (counters: SharedCounters, name: string, perMinute: number): SignInLimit =>
  async (address) => {
    const count = await counters.count(`${name}:sign-in:${address}`, windowMs);
    if (count === undefined) return "unknown";
    return count <= perMinute ? "open" : "closed";
  };
