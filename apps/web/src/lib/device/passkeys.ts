import { i18n } from "@lingui/core";
import type { PasskeyAnswer, PasskeyNew, UserInfo } from "@tidemark/contracts";
import type { Client, Outcome, Problem } from "@tidemark/kit-client";
import { m } from "./device-messages.ts";
import { isNumberHost } from "./number-host.ts";

/** The user cancelled the browser's dialog, or the device has no matching passkey. No message is needed: the user saw the dialog. */
export type Cancelled = { readonly ok: false; readonly isCancelled: true };
type Done<T> = Outcome<T> | Cancelled;
type Purpose = "signIn" | "confirm" | "reset";
/** Proof of ownership where no second factor is bound yet. */
type Owner = { readonly password?: string; readonly code?: string };

const cancelled: Cancelled = { ok: false, isCancelled: true };

/** Set once the exchange has answered that this host has none. */
let isHostWithout = false;

/** Whether this browser has passkeys, on this host. */
export const hasPasskeys = (): boolean =>
  "PublicKeyCredential" in globalThis && !isHostWithout && !isNumberHost(globalThis.location?.hostname ?? "");

/** "Not found" says nothing to a user who asked for a passkey. */
function refusedOf(problem: Problem): Problem {
  if (problem.refusal !== "NOT_FOUND") return problem;
  isHostWithout = true;
  return { ...problem, message: i18n._(m.noPasskeysHere) };
}

/** The result of the browser's dialog; any failure of it means that there is no passkey. */
async function orNothing<T>(shown: Promise<unknown>): Promise<T | undefined> {
  try {
    return (await shown) as T;
  } catch {
    return undefined;
  }
}

/** The page's half of passkeys: fetches the challenge, opens the browser's dialog and returns the signed answer. */
export function passkeysOf(client: Pick<Client, "call">) {
  async function answer(purpose: Purpose): Promise<{ ok: true; answer: PasskeyAnswer } | Problem | Cancelled> {
    const offered = await client.call("challengePasskey", { purpose });
    if (!offered.ok) return refusedOf(offered);
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = offered.value.options as unknown as Parameters<typeof startAuthentication>[0]["optionsJSON"];
    const response = await orNothing<PasskeyAnswer["response"]>(startAuthentication({ optionsJSON }));
    return response === undefined ? cancelled : { ok: true, answer: { ticket: offered.value.ticket, response } };
  }

  return {
    /** For calls that accept a passkey among other factors. */
    answer,
    async add(name: string, owner: Owner): Promise<Done<{ id: string }>> {
      const offered = await client.call("startPasskey", owner);
      if (!offered.ok) return refusedOf(offered);
      const { startRegistration } = await import("@simplewebauthn/browser");
      const optionsJSON = offered.value.options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
      const passkey = await orNothing<PasskeyNew>(startRegistration({ optionsJSON }));
      if (passkey === undefined) return cancelled;
      return client.call("addPasskey", { ticket: offered.value.ticket, name, passkey });
    },
    async confirm(): Promise<Done<UserInfo>> {
      const shown = await answer("confirm");
      return "answer" in shown ? client.call("confirmFactor", { passkey: shown.answer }) : shown;
    },
  };
}
