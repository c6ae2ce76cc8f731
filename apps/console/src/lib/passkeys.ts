import type { PasskeyAnswer, PasskeyNew } from "@tidemark/contracts";
import { startAuthentication, startRegistration } from "@simplewebauthn/browser";
import { answerOf } from "./client.ts";

type Offer = { readonly ticket: string; readonly options: object };
type Registering = Parameters<typeof startRegistration>[0]["optionsJSON"];
type Authenticating = Parameters<typeof startAuthentication>[0]["optionsJSON"];

/** The operator closed the browser's dialog, or the device has no passkey of the console: there is nothing to say about it. */
async function orNothing<T>(shown: Promise<unknown>): Promise<T | undefined> {
  try {
    return (await shown) as T;
  } catch {
    return undefined;
  }
}

export const makePasskey = ({ options }: Offer): Promise<PasskeyNew | undefined> =>
  orNothing(startRegistration({ optionsJSON: options as Registering }));

/** A passkey shown for one purpose; undefined where the browser's dialog was closed. */
export async function showPasskey(purpose: "signIn" | "confirm"): Promise<PasskeyAnswer | undefined> {
  const { ticket, options } = await answerOf("challengeOperator", { purpose });
  const optionsJSON = options as unknown as Authenticating;
  const response = await orNothing<PasskeyAnswer["response"]>(startAuthentication({ optionsJSON }));
  return response === undefined ? undefined : { ticket, response };
}
