import { z } from "zod";
import { defineCall } from "../define.ts";
import { userInfo } from "./calls.ts";
import { passwordGivenText } from "./fields.ts";

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
const ofUser = { ...common, needs: "session" } as const;
const secret = z.string().regex(/^[\w-]{20,64}$/);

const qrStates = ["shown", "scanned", "confirmed", "used", "cancelled", "expired"] as const;

/** `code` is in the QR code; `ticket` stays with the page, so that a photograph of the QR code is useless. */
export const createQr = defineCall({
  ...common,
  needs: "nothing",
  rate: "signIn",
  name: "identity.createQr",
  path: "POST /user/qr/create",
  ask: z.strictObject({}),
  answer: z.object({ code: secret, ticket: secret, validSeconds: z.number().int() }),
  refusals: ["BUSY"],
});

/** Asked again and again by the page; the answer after the confirmation opens the session, once. */
export const qrState = defineCall({
  ...common,
  needs: "nothing",
  session: "opens",
  givesProofKey: true,
  name: "identity.qrState",
  path: "POST /user/qr/state",
  ask: z.strictObject({ ticket: secret }),
  answer: z.object({ state: z.enum(qrStates), user: userInfo.optional() }),
  refusals: ["BUSY"],
});

/** Called by the signed-in app: returns the origin of the sign-in. It confirms nothing. */
export const scanQr = defineCall({
  ...ofUser,
  name: "identity.scanQr",
  path: "POST /user/qr/scan",
  ask: z.strictObject({ code: secret }),
  answer: z.object({ ip: z.string(), country: z.string(), agent: z.string() }),
  refusals: ["LOGIN_INVALID", "QR_EXPIRED", "BUSY"],
});

/**
 * By the session that has scanned it and by no other. To confirm it takes what signing in takes: a second factor that is fresh; without one
 * the password, with a code to the account's own contact where every sign-in needs one; without a password the code alone.
 */
export const answerQr = defineCall({
  ...ofUser,
  rate: "signIn",
  factor: "freshIfBound",
  name: "identity.answerQr",
  path: "POST /user/qr/confirm",
  ask: z.strictObject({
    code: secret,
    isConfirmed: z.boolean(),
    password: passwordGivenText.optional(),
    /** The one of `sendOwnCode`. */
    ownCode: z
      .string()
      .regex(/^\d{6}$/)
      .optional(),
  }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "QR_EXPIRED", "FACTOR_NEEDED", "PASSWORD_WRONG", "CODE_WRONG", "BUSY"],
});

/** The session that has scanned it declines. Needs no factor: nothing is opened. */
export const declineQr = defineCall({
  ...ofUser,
  name: "identity.declineQr",
  path: "POST /user/qr/decline",
  ask: z.strictObject({ code: secret }),
  answer: z.object({}),
  refusals: ["LOGIN_INVALID", "QR_EXPIRED", "BUSY"],
});

/**
 * A ticket with which another API host sets its own cookie for the same session: one use, half a minute, this device and that host only. It
 * is given for the refresh cookie, which it renews: an access token alone cannot prolong itself.
 */
export const sessionTicket = defineCall({
  ...ofUser,
  session: "renews",
  name: "identity.sessionTicket",
  path: "POST /user/session/ticket",
  ask: z.strictObject({ host: z.string().regex(/^[a-z0-9.-]{1,100}(:\d{1,5})?$/) }),
  answer: z.object({ ticket: secret }),
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const openByTicket = defineCall({
  ...common,
  needs: "nothing",
  rate: "signIn",
  session: "opens",
  givesProofKey: true,
  name: "identity.openByTicket",
  path: "POST /user/session/open",
  ask: z.strictObject({ ticket: secret }),
  answer: userInfo,
  refusals: ["TICKET_EXPIRED", "BUSY"],
});
