import type { CallName } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf, Problem } from "@tidemark/kit-client";
import { client } from "../../lib/client/client.ts";

const busyTries = 5;
const busyWaitMs = 1_200;

/**
 * Repeats a call while the exchange is busy. `again` makes the next ask, for asks with single-use parts; if it returns undefined, the call
 * is not repeated.
 */
export async function retryWhileBusy<N extends CallName>(
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

/** Sends a code; shows the refusal if none was sent. `atField` takes a refusal that a field shows, and returns whether it did. */
export async function sent<N extends "sendCode" | "sendSignInCode" | "sendOwnCode" | "sendNewContactCode">(
  name: N,
  ask: AskOf<N>,
  atField: (problem: Problem) => boolean = () => false,
) {
  const outcome = await retryWhileBusy(name, ask);
  if (outcome.ok) return outcome.value as { resendSeconds: number; validMinutes: number; to?: string };
  if (!atField(outcome)) toast.error(outcome.message);
  return undefined;
}
