import type { PasskeyAnswer, PasskeyNew, UserInfo } from "@tidemark/contracts";
import type { Client, Outcome, Problem } from "@tidemark/kit-client";

/** The person turned away from what the browser showed, or the device has nothing that fits. Nobody needs to be told: she knows. */
export type TurnedAway = { readonly ok: false; readonly isTurnedAway: true };
type Done<T> = Outcome<T> | TurnedAway;
type Purpose = "signIn" | "confirm" | "reset";
/** What shows that it is her account, where no second factor is bound yet. */
type Owner = { readonly password?: string; readonly code?: string };

const turnedAway: TurnedAway = { ok: false, isTurnedAway: true };

export const hasPasskeys = (): boolean => "PublicKeyCredential" in globalThis;

/** The browser's window; whatever it says instead of a passkey means that there is none. */
async function orNothing<T>(shown: Promise<unknown>): Promise<T | undefined> {
  try {
    return (await shown) as T;
  } catch {
    return undefined;
  }
}

/** The page's half of passkeys: fetches what is to be signed, shows the browser's window, and brings back what it gave. */
export function passkeysOf(client: Pick<Client, "call">) {
  async function answer(purpose: Purpose): Promise<{ ok: true; answer: PasskeyAnswer } | Problem | TurnedAway> {
    const offered = await client.call("challengePasskey", { purpose });
    if (!offered.ok) return offered;
    const { startAuthentication } = await import("@simplewebauthn/browser");
    const optionsJSON = offered.value.options as unknown as Parameters<typeof startAuthentication>[0]["optionsJSON"];
    const response = await orNothing<PasskeyAnswer["response"]>(startAuthentication({ optionsJSON }));
    return response === undefined ? turnedAway : { ok: true, answer: { ticket: offered.value.ticket, response } };
  }

  return {
    /** For calls that take a passkey among other things. */
    answer,
    async add(name: string, owner: Owner): Promise<Done<{ id: string }>> {
      const offered = await client.call("startPasskey", owner);
      if (!offered.ok) return offered;
      const { startRegistration } = await import("@simplewebauthn/browser");
      const optionsJSON = offered.value.options as unknown as Parameters<typeof startRegistration>[0]["optionsJSON"];
      const passkey = await orNothing<PasskeyNew>(startRegistration({ optionsJSON }));
      if (passkey === undefined) return turnedAway;
      return client.call("addPasskey", { ticket: offered.value.ticket, name, passkey });
    },
    async confirm(): Promise<Done<UserInfo>> {
      const shown = await answer("confirm");
      return "answer" in shown ? client.call("confirmFactor", { passkey: shown.answer }) : shown;
    },
  };
}
