import { z } from "zod";
import { defineCall } from "../define.ts";
import { userInfo } from "./calls.ts";
import { googleCodeText, passwordGivenText } from "./fields.ts";
import { passkeyAnswer, passkeyNew } from "./passkey-fields.ts";

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
const ofUser = { ...common, needs: "session", rate: "signIn" } as const;

const ticket = z.string().regex(/^[\w-]{20,64}$/);
/** What a browser's `navigator.credentials` is asked with, in the words of WebAuthn. */
const options = z.looseObject({ challenge: z.string() });
const name = z.string().regex(/^[^\p{C}]{1,30}$/u, "1 to 30 characters");
const id = z.string().regex(/^[\w-]{1,1400}$/);

/** By a second factor that is fresh; an account that has none shows its password, and one without a password a code to its address. */
export const startPasskey = defineCall({
  ...ofUser,
  factor: "freshIfBound",
  name: "identity.startPasskey",
  path: "POST /user/passkey/start",
  ask: z.strictObject({
    password: passwordGivenText.optional(),
    code: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  answer: z.object({ ticket, options }),
  refusals: ["LOGIN_INVALID", "PASSWORD_WRONG", "CODE_WRONG", "FACTOR_NEEDED", "PASSKEY_LIMIT", "NOT_FOUND", "BUSY"],
});

/** Ends the other sessions and locks withdrawals for a day, as every change of what guards an account. */
export const addPasskey = defineCall({
  ...ofUser,
  name: "identity.addPasskey",
  path: "POST /user/passkey/add",
  ask: z.strictObject({ ticket, name, passkey: passkeyNew }),
  answer: z.object({ id }),
  refusals: ["LOGIN_INVALID", "TICKET_EXPIRED", "PASSKEY_WRONG", "PASSKEY_LIMIT", "BUSY"],
});

export const passkeyList = defineCall({
  ...common,
  needs: "session",
  name: "identity.passkeyList",
  path: "GET /user/passkey/list",
  ask: z.strictObject({}),
  answer: z.object({
    list: z.array(
      z.object({
        id,
        name: z.string(),
        /** Whether its maker keeps copies of it, so that a lost device does not lose it. */
        isKept: z.boolean(),
        addedAt: z.number().int(),
        /** 0: never. */
        usedAt: z.number().int(),
      }),
    ),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const namePasskey = defineCall({
  ...ofUser,
  name: "identity.namePasskey",
  path: "POST /user/passkey/name",
  ask: z.strictObject({ id, name }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "BUSY"],
});

export const removePasskey = defineCall({
  ...ofUser,
  factor: "fresh",
  name: "identity.removePasskey",
  path: "POST /user/passkey/remove",
  ask: z.strictObject({ id }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "NOT_FOUND", "LAST_SIGN_IN_METHOD", "BUSY"],
});

/** Something to sign, for one purpose, on this device, once and soon. It names no account: the passkey does. */
export const challengePasskey = defineCall({
  ...common,
  needs: "nothing",
  rate: "signIn",
  name: "identity.challengePasskey",
  path: "POST /user/passkey/challenge",
  ask: z.strictObject({ purpose: z.enum(["signIn", "confirm", "reset"]) }),
  answer: z.object({ ticket, options }),
  refusals: ["NOT_FOUND", "BUSY"],
});

/** A passkey is both factors at once, so nothing else is asked; wrong passwords of others do not stand in its way. */
export const signInByPasskey = defineCall({
  ...common,
  needs: "nothing",
  rate: "signIn",
  session: "opens",
  givesProofKey: true,
  name: "identity.signInByPasskey",
  path: "POST /user/passkey/login",
  ask: z.strictObject({ passkey: passkeyAnswer }),
  answer: userInfo,
  refusals: ["PASSKEY_WRONG", "ACCOUNT_FROZEN", "BUSY"],
});

/** Shows a second factor again: what follows is a session of a new name in which it is fresh. */
export const confirmFactor = defineCall({
  ...ofUser,
  session: "opens",
  givesProofKey: true,
  name: "identity.confirmFactor",
  path: "POST /user/2fa/confirm",
  ask: z.strictObject({ googleCode: googleCodeText.optional(), passkey: passkeyAnswer.optional() }),
  answer: userInfo,
  refusals: ["LOGIN_INVALID", "GOOGLE_CODE_NEEDED", "GOOGLE_CODE_WRONG", "PASSKEY_WRONG", "NOT_FOUND", "BUSY"],
});
