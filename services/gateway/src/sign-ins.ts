import type { SharedCounters } from "@tidemark/kit-node";

const windowMs = 60_000;

/** `unknown`: nobody counts at the moment. */
export type SignInGate = (address: string) => Promise<"open" | "closed" | "unknown">;

/**
 * Sign-ins of one address, counted over all gateways: guessing passwords must not get easier by asking several of them. Who counts may
 * forget (then it starts again); while nobody counts the gate is not open, for then anybody could guess for as long as that lasts.
 */
export const signInGate =
  (counters: SharedCounters, core: string, perMinute: number): SignInGate =>
  async (address) => {
    const count = await counters.count(`tm:${core}:sign-in:${address}`, windowMs);
    if (count === undefined) return "unknown";
    return count <= perMinute ? "open" : "closed";
  };
