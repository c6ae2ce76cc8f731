import { z } from "zod";
import { defineCall } from "../define.ts";
import { areaCodeText, googleCodeText, loginIdText } from "../identity/fields.ts";

const ofUser = {
  owner: "platform",
  carry: "bus",
  shape: "envelope",
  answers: "own",
  body: "json",
  needs: "session",
  rate: "signIn",
} as const;

const sixDigits = z.string().regex(/^\d{6}$/, "Please enter the 6-digit email verification code");
const own = { code: sixDigits, googleCode: googleCodeText.optional() };
const ownRefusals = [
  "LOGIN_INVALID",
  "CODE_WRONG",
  "GOOGLE_CODE_NEEDED",
  "GOOGLE_CODE_WRONG",
  "FACTOR_NEEDED",
  "BUSY",
] as const;
const newAddress = { loginId: loginIdText, areaCode: areaCodeText.optional() };

/** Six digits to a new contact of the account. */
export const sendNewContactCode = defineCall({
  ...ofUser,
  name: "security.sendNewContactCode",
  path: "POST /user/code/new",
  ask: z.strictObject(newAddress),
  answer: z.object({ resendSeconds: z.number().int(), validMinutes: z.number().int() }),
  refusals: ["LOGIN_INVALID", "PHONE_INVALID", "CODE_TOO_SOON", "CODE_LIMIT", "BUSY"],
});

/**
 * A new e-mail address or phone, by a code to it and one to the account's present contact. The old contact is notified; withdrawals are
 * locked.
 */
export const bindContact = defineCall({
  ...ofUser,
  factor: "freshOrShown",
  name: "security.bindContact",
  path: "POST /user/address/bind",
  ask: z.strictObject({ ...newAddress, newCode: sixDigits, ...own }),
  answer: z.object({}),
  refusals: [...ownRefusals, "PHONE_INVALID", "ACCOUNT_EXISTS"],
});

/** Whether every sign-in needs a code to the account's e-mail address or phone; `code` is one to that address. */
export const setCodeFactor = defineCall({
  ...ofUser,
  factor: "freshOrShown",
  name: "security.setCodeFactor",
  path: "POST /user/2fa/code",
  ask: z.strictObject({ channel: z.enum(["email", "sms"]), isOn: z.boolean(), ...own }),
  answer: z.object({}),
  refusals: [...ownRefusals, "NOT_FOUND"],
});

/** Words that stand in every mail of ours and in no forged one. */
export const setAntiPhishing = defineCall({
  ...ofUser,
  factor: "freshOrShown",
  name: "security.setAntiPhishing",
  path: "POST /user/antiphishing",
  ask: z.strictObject({
    text: z.string().regex(/^[\p{L}\p{N} _-]{4,20}$/u, "4 to 20 letters, digits and spaces"),
    ...own,
  }),
  answer: z.object({}),
  refusals: ownRefusals,
});

/** Freezes the account at once: every session ends, and sign-in and withdrawals stay locked until support has verified the owner. */
export const freezeAccount = defineCall({
  ...ofUser,
  name: "security.freezeAccount",
  path: "POST /user/freeze",
  session: "ends",
  givesProofKey: true,
  ask: z.strictObject({ confirm: z.literal(true) }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "BUSY"],
});
