import { z } from "zod";
import { defineCall } from "../define.ts";
import { userInfo } from "./calls.ts";
import { emailCodeText, emailText, passwordGivenText, referralCodeText, robotAnswer, termsAgreed } from "./fields.ts";

export const thirdProviders = ["google", "apple"] as const;
export type ThirdProvider = (typeof thirdProviders)[number];

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
const atTheDoor = { ...common, needs: "nothing", rate: "signIn" } as const;
const opening = { ...atTheDoor, session: "opens", givesProofKey: true, answer: userInfo } as const;

const provider = z.enum(thirdProviders);
const ticket = z.string().regex(/^[\w-]{20,64}$/);
/** Text of a provider, which we only hand back to it. */
const foreign = z
  .string()
  .min(1)
  .max(2_000)
  .regex(/^[\x21-\x7e]+$/);

/** Where to send the person. `ticket` stays with the page that asked, so that nobody else's answer can be finished there. */
export const startThird = defineCall({
  ...atTheDoor,
  name: "identity.startThird",
  path: "POST /user/third/start",
  ask: z.strictObject({ provider }),
  answer: z.object({ ticket, url: z.string() }),
  refusals: ["NOT_FOUND", "BUSY"],
});

/**
 * What the provider gave the page when it sent the person back. Who is linked is signed in, as by a password; who is not is refused with
 * what comes next: an address that has an account can be linked to it (`associateThird`), any other can be registered (`registerThird`).
 */
export const finishThird = defineCall({
  ...opening,
  name: "identity.finishThird",
  path: "POST /user/third/finish",
  ask: z.strictObject({ ticket, provider, code: foreign, state: foreign, iss: foreign.optional() }),
  refusals: [
    "TICKET_GONE",
    "THIRD_FAILED",
    "THIRD_UNKNOWN",
    "THIRD_LINKABLE",
    "VERIFY_NEEDED",
    "ACCOUNT_FROZEN",
    "BUSY",
  ],
});

/** An account without a password. Where the provider vouches for no address, one is proven by the code that `sendCode` sent to it. */
export const registerThird = defineCall({
  ...opening,
  name: "identity.registerThird",
  path: "POST /user/third/register",
  ask: z.strictObject({
    ticket,
    terms: termsAgreed,
    referralCode: referralCodeText.optional(),
    email: emailText.optional(),
    code: emailCodeText.optional(),
  }),
  refusals: ["TICKET_GONE", "REGION_DENIED", "CODE_WRONG", "REFERRAL_UNKNOWN", "THIRD_LINKABLE", "BUSY"],
});

/** A sign-in to the account that has the address, and never by the provider's word alone: its password, a code to it, its other factors. */
export const associateThird = defineCall({
  ...opening,
  name: "identity.associateThird",
  path: "POST /user/third/associate",
  robot: "whenAsked",
  ask: z.strictObject({ ticket, password: passwordGivenText.optional(), robot: robotAnswer.optional() }),
  refusals: [
    "TICKET_GONE",
    "LOGIN_WRONG",
    "ROBOT_CHECK_NEEDED",
    "ROBOT_CHECK_FAILED",
    "VERIFY_NEEDED",
    "ACCOUNT_FROZEN",
    "BUSY",
  ],
});

/** Not where it is the only way into the account. */
export const removeThird = defineCall({
  ...common,
  needs: "session",
  rate: "signIn",
  factor: "freshIfBound",
  name: "identity.removeThird",
  path: "POST /user/third/remove",
  ask: z.strictObject({ provider }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "LAST_WAY_IN", "FACTOR_NEEDED", "BUSY"],
});
