import type { CallName } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf } from "@tidemark/kit-client";
import { client } from "../client.ts";

const busyTries = 5;
const busyWaitMs = 1_200;

/**
 * Whoever is busy counts one after the other: waiting a moment is better than being sent away. `again` makes the next ask, where something
 * in this one serves once; undefined: it is not asked again.
 */
export async function askPatiently<N extends CallName>(
  name: N,
  ask: AskOf<N>,
  again: () => Promise<AskOf<N> | undefined> = async () => ask,
): Promise<Awaited<ReturnType<typeof client.call<N>>>> {
  let next = ask;
  for (let tries = 1; ; tries += 1) {
    const outcome = await client.call(name, next);
    if (outcome.ok || outcome.refusal !== "BUSY" || tries === busyTries) return outcome;
    await new Promise((resolve) => setTimeout(resolve, busyWaitMs));
    const made = await again();
    if (made === undefined) return outcome;
    next = made;
  }
}

/** Sends a code by one of the calls that do; says what kept it from being sent. */
export async function sent<N extends "sendCode" | "sendLoginCode" | "sendOwnCode" | "sendNewAddressCode">(
  name: N,
  ask: AskOf<N>,
) {
  const outcome = await askPatiently(name, ask);
  if (outcome.ok) return outcome.value as { resendSeconds: number; validMinutes: number; to?: string };
  toast.error(outcome.message);
  return undefined;
}
