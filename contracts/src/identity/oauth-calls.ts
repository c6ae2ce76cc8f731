import { z } from "zod";
import { defineCall } from "../define.ts";
import { userInfo } from "./calls.ts";
import { emailCodeText, emailText, passwordGivenText, referralCodeText, robotAnswer, termsAgreed } from "./fields.ts";

export const oauthProviders = ["google", "apple"] as const;
export type OAuthProvider = (typeof oauthProviders)[number];

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
const signedOut = { ...common, needs: "nothing", rate: "signIn" } as const;
const opening = { ...signedOut, session: "opens", givesProofKey: true, answer: userInfo } as const;

const provider = z.enum(oauthProviders);
const ticket = z.string().regex(/^[\w-]{20,64}$/);
/** Text of a provider, which we only hand back to it. */
const foreign = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7e]+$/);

/** The provider's URL. `ticket` stays with the page, so that another user's answer cannot be finished there. */
export const startOAuth = defineCall({
  ...signedOut,
  name: "identity.startOAuth",
  path: "POST /user/third/start",
  ask: z.strictObject({ provider }),
  answer: z.object({ ticket, url: z.string() }),
  refusals: ["NOT_FOUND", "BUSY"],
});

/**
 * The provider's answer from the redirect. A linked identity is signed in, as by a password; any other is refused with the next step: an
 * address with an account can be linked to it (`associateOAuth`), any other registered (`registerOAuth`).
 */
export const finishOAuth = defineCall({
  ...opening,
  name: "identity.finishOAuth",
  path: "POST /user/third/finish",
  ask: z.strictObject({ ticket, provider, code: foreign, state: foreign, iss: foreign.optional() }),
  refusals: [
    "TICKET_EXPIRED",
    "OAUTH_FAILED",
    "OAUTH_UNKNOWN",
    "OAUTH_LINKABLE",
    "VERIFY_NEEDED",
    "ACCOUNT_FROZEN",
    "BUSY",
  ],
});

/** An account without a password. Where the provider vouches for no address, one is proven by the code that `sendCode` sent to it. */
export const registerOAuth = defineCall({
  ...opening,
  name: "identity.registerOAuth",
  path: "POST /user/third/register",
  ask: z.strictObject({
    ticket,
    terms: termsAgreed,
    referralCode: referralCodeText.optional(),
    email: emailText.optional(),
    code: emailCodeText.optional(),
  }),
  refusals: ["TICKET_EXPIRED", "REGION_DENIED", "CODE_WRONG", "REFERRAL_UNKNOWN", "OAUTH_LINKABLE", "BUSY"],
});

/** A sign-in to the account that has the address, and never by the provider's word alone: its password, a code to it, its other factors. */
export const associateOAuth = defineCall({
  ...opening,
  name: "identity.associateOAuth",
  path: "POST /user/third/associate",
  robot: "whenAsked",
  ask: z.strictObject({ ticket, password: passwordGivenText.optional(), robot: robotAnswer.optional() }),
  refusals: [
    "TICKET_EXPIRED",
    "LOGIN_WRONG",
    "ROBOT_CHECK_NEEDED",
    "ROBOT_CHECK_FAILED",
    "VERIFY_NEEDED",
    "ACCOUNT_FROZEN",
    "BUSY",
  ],
});

/** Not where it is the only way into the account. */
export const removeOAuth = defineCall({
  ...common,
  needs: "session",
  rate: "signIn",
  factor: "freshIfBound",
  name: "identity.removeOAuth",
  path: "POST /user/third/remove",
  ask: z.strictObject({ provider }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "LAST_SIGN_IN_METHOD", "FACTOR_NEEDED", "BUSY"],
});
