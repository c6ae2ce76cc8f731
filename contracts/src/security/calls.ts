import { z } from "zod";
import { defineCall } from "../define.ts";
import { areaCodeText, googleCodeText, loginIdText, passwordGivenText, passwordText } from "../identity/fields.ts";
import { passkeyAnswer } from "../identity/passkey-fields.ts";

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
const ofUser = { ...common, needs: "session", rate: "signIn" } as const;

const sixDigits = z.string().regex(/^\d{6}$/, "Please enter the 6-digit email verification code");

/**
 * By the code of `sendCode`. An account with an authenticator or a passkey needs it here too, so that a reset is no way around it. It ends
 * every session and locks withdrawals for a day.
 */
export const resetPassword = defineCall({
  ...common,
  needs: "nothing",
  rate: "signIn",
  name: "security.resetPassword",
  path: "POST /user/password/reset",
  ask: z.strictObject({
    loginId: loginIdText,
    areaCode: areaCodeText.optional(),
    code: sixDigits,
    googleCode: googleCodeText.optional(),
    passkey: passkeyAnswer.optional(),
    password: passwordText,
  }),
  answer: z.object({}),
  refusals: [
    "CODE_WRONG",
    "GOOGLE_CODE_NEEDED",
    "GOOGLE_CODE_WRONG",
    "FACTOR_NEEDED",
    "PASSKEY_WRONG",
    "PASSWORD_COMMON",
    "ACCOUNT_FROZEN",
    "BUSY",
  ],
});

/** By the old password; an account that never had one shows a code instead. It ends the other sessions and locks withdrawals for a day. */
export const setPassword = defineCall({
  ...ofUser,
  factor: "freshOrShown",
  name: "security.setPassword",
  path: "POST /user/password/set",
  ask: z.strictObject({
    oldPassword: passwordGivenText.optional(),
    code: sixDigits.optional(),
    googleCode: googleCodeText.optional(),
    password: passwordText,
  }),
  answer: z.object({}),
  refusals: [
    "LOGIN_INVALID",
    "PASSWORD_WRONG",
    "CODE_WRONG",
    "GOOGLE_CODE_NEEDED",
    "GOOGLE_CODE_WRONG",
    "FACTOR_NEEDED",
    "PASSWORD_COMMON",
    "BUSY",
  ],
});

/** Six digits to the account's own address, for what is changed about the account itself. */
export const sendOwnCode = defineCall({
  ...ofUser,
  name: "security.sendOwnCode",
  path: "POST /user/code/own",
  ask: z.strictObject({ channel: z.enum(["email", "sms"]) }),
  answer: z.object({ to: z.string(), resendSeconds: z.number().int(), validMinutes: z.number().int() }),
  refusals: ["LOGIN_INVALID", "NOT_FOUND", "CODE_TOO_SOON", "CODE_LIMIT", "BUSY"],
});

/** The security settings of the account; contacts are masked. */
export const securitySettings = defineCall({
  ...common,
  needs: "session",
  name: "security.securitySettings",
  path: "GET /user/2fa/list",
  ask: z.strictObject({}),
  answer: z.object({
    email: z.string(),
    phone: z.string(),
    hasPassword: z.boolean(),
    /** When it was last set; 0 where there is none. */
    passwordAt: z.number().int(),
    isEmailFactor: z.boolean(),
    isSmsFactor: z.boolean(),
    antiPhishing: z.string(),
    hasAuthenticator: z.boolean(),
    /** When it was bound; 0 where there is none. */
    authenticatorAt: z.number().int(),
    passkeys: z.number().int(),
    hasGoogle: z.boolean(),
    hasApple: z.boolean(),
  }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

/** A key to put into an authenticator, as text and as what its QR code says. Nothing changes before it is confirmed. */
export const startAuthenticator = defineCall({
  ...ofUser,
  name: "security.startAuthenticator",
  path: "POST /user/2fa/google/start",
  ask: z.strictObject({}),
  answer: z.object({ key: z.string(), uri: z.string() }),
  refusals: ["LOGIN_INVALID", "FACTOR_BOUND", "BUSY"],
});

/** A code of the new authenticator and one to the account's own address. Ends the other sessions and locks withdrawals for a day. */
export const bindAuthenticator = defineCall({
  ...ofUser,
  factor: "freshIfBound",
  name: "security.bindAuthenticator",
  path: "POST /user/2fa/google/bind",
  ask: z.strictObject({ googleCode: googleCodeText, code: sixDigits }),
  answer: z.object({}),
  refusals: [
    "LOGIN_INVALID",
    "FACTOR_BOUND",
    "TICKET_EXPIRED",
    "CODE_WRONG",
    "GOOGLE_CODE_WRONG",
    "FACTOR_NEEDED",
    "BUSY",
  ],
});

export const removeAuthenticator = defineCall({
  ...ofUser,
  factor: "fresh",
  name: "security.removeAuthenticator",
  path: "POST /user/2fa/google/remove",
  ask: z.strictObject({ code: sixDigits }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "FACTOR_NEEDED", "NOT_FOUND", "CODE_WRONG", "BUSY"],
});
