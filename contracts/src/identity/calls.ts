import { z } from "zod";
import { defineCall } from "../define.ts";
import {
  areaCodeText,
  emailCodeText,
  emailText,
  googleCodeText,
  loginIdText,
  passwordGivenText,
  passwordText,
  phoneText,
  referralCodeText,
  robotAnswer,
  smsCodeText,
  termsAgreed,
} from "./fields.ts";
import { passkeyAnswer } from "./passkey-fields.ts";

/** The user object that the client stores. On the web it carries no secret, the session is a cookie; inside the app it brings the tokens. */
export const userInfo = z.object({
  userId: z.string(),
  loginId: z.string(),
  displayUserId: z.string(),
  vipTag: z.number().int(),
  currentNickName: z.string(),
  newNickName: z.string(),
  nickNameStatus: z.number().int(),
  isDefaultNickName: z.boolean(),
  nickNameModificationTimes: z.number().int(),
  maxNickNamModificationTimes: z.number().int(),
  kycStatus: z.number().int(),
  userAct: z.object({ p2p: z.boolean(), kycWhite: z.boolean(), ko_KR: z.boolean() }),
  token: z.string().optional(),
  refreshToken: z.string().optional(),
});
export type UserInfo = z.infer<typeof userInfo>;

const common = { owner: "platform", carry: "bus", shape: "envelope", answers: "own", body: "json" } as const;
/** Calls of signed-out users: rate-limited by address over all gateways. */
const signedOut = { ...common, needs: "nothing", rate: "signIn" } as const;
const opening = { ...signedOut, session: "opens", givesProofKey: true, answer: userInfo } as const;

const robot = robotAnswer.optional();
const ticket = z.string().regex(/^[\w-]{20,64}$/);
const registering = {
  password: passwordText,
  referralCode: referralCodeText.optional(),
  terms: termsAgreed,
};
const registerRefusals = [
  "REGION_DENIED",
  "CODE_WRONG",
  "PASSWORD_COMMON",
  "ACCOUNT_EXISTS",
  "REFERRAL_UNKNOWN",
  "BUSY",
] as const;

/** The code proves the address, so the answer may reveal that it is taken. */
export const registerEmail = defineCall({
  ...opening,
  name: "identity.registerEmail",
  path: "POST /user/register/email",
  ask: z.strictObject({ email: emailText, code: emailCodeText, ...registering }),
  refusals: registerRefusals,
});

export const registerPhone = defineCall({
  ...opening,
  name: "identity.registerPhone",
  path: "POST /user/register/phone",
  ask: z.strictObject({ areaCode: areaCodeText, phone: phoneText, code: smsCodeText, ...registering }),
  refusals: [...registerRefusals, "PHONE_INVALID"],
});

/**
 * Sends six digits to a contact. The answer does not reveal whether an account has it. Codes of a sign-in are requested by its ticket
 * (`sendSignInCode`).
 */
export const sendCode = defineCall({
  ...signedOut,
  name: "identity.sendCode",
  path: "POST /user/code/send",
  robot: "always",
  ask: z.strictObject({
    purpose: z.enum(["register", "reset"]),
    loginId: loginIdText,
    areaCode: areaCodeText.optional(),
    robot,
  }),
  answer: z.object({ resendSeconds: z.number().int(), validMinutes: z.number().int() }),
  refusals: ["ROBOT_CHECK_NEEDED", "ROBOT_CHECK_FAILED", "PHONE_INVALID", "CODE_TOO_SOON", "CODE_LIMIT", "BUSY"],
});

/**
 * A sign-in that needs more than the password is refused with a ticket for `verifySignIn`. `needs` lists the factors (email, sms, google,
 * passkey); where `instead` is `passkey`, a passkey replaces all of them.
 */
export const signIn = defineCall({
  ...opening,
  name: "identity.signIn",
  path: "POST /user/login",
  robot: "whenAsked",
  ask: z.strictObject({
    loginId: loginIdText,
    areaCode: areaCodeText.optional(),
    password: passwordGivenText,
    robot,
  }),
  refusals: ["LOGIN_WRONG", "ROBOT_CHECK_NEEDED", "ROBOT_CHECK_FAILED", "VERIFY_NEEDED", "ACCOUNT_FROZEN", "BUSY"],
});

/** Sends a code that the ticket still needs to the account's own contact; the caller names none. */
export const sendSignInCode = defineCall({
  ...signedOut,
  name: "identity.sendSignInCode",
  path: "POST /user/login/code",
  ask: z.strictObject({ ticket, channel: z.enum(["email", "sms"]) }),
  answer: z.object({ to: z.string(), resendSeconds: z.number().int(), validMinutes: z.number().int() }),
  refusals: ["TICKET_EXPIRED", "CODE_TOO_SOON", "CODE_LIMIT", "BUSY"],
});

export const verifySignIn = defineCall({
  ...opening,
  name: "identity.verifySignIn",
  path: "POST /user/login/verify",
  ask: z.strictObject({
    ticket,
    emailCode: emailCodeText.optional(),
    smsCode: smsCodeText.optional(),
    googleCode: googleCodeText.optional(),
    passkey: passkeyAnswer.optional(),
  }),
  refusals: [
    "TICKET_EXPIRED",
    "LOGIN_WRONG",
    "VERIFY_NEEDED",
    "CODE_WRONG",
    "GOOGLE_CODE_NEEDED",
    "GOOGLE_CODE_WRONG",
    "FACTOR_NEEDED",
    "PASSKEY_WRONG",
    "OAUTH_TAKEN",
    "BUSY",
  ],
});

/** What the self-hosted robot check gives the page to work on. */
export const robotChallenge = defineCall({
  ...common,
  name: "identity.robotChallenge",
  path: "GET /user/robot/challenge",
  needs: "nothing",
  ask: z.strictObject({}),
  answer: z.looseObject({}),
  refusals: ["NOT_FOUND"],
});

/** By the refresh cookie, or in the app by the token itself. The same old token within seconds gets the same new one. */
export const refreshToken = defineCall({
  ...common,
  name: "identity.refreshToken",
  path: "POST /user/refresh_token",
  needs: "nothing",
  session: "renews",
  givesProofKey: true,
  ask: z.strictObject({ refreshToken: z.string().max(200).optional() }),
  answer: userInfo,
  refusals: ["LOGIN_INVALID", "BUSY"],
});

export const signOut = defineCall({
  ...common,
  name: "identity.signOut",
  path: "POST /user/logout",
  needs: "nothing",
  session: "ends",
  givesProofKey: true,
  ask: z.strictObject({}),
  answer: z.object({}),
  refusals: ["BUSY"],
});

export const getUserInfo = defineCall({
  ...common,
  name: "identity.userInfo",
  path: "GET /user/userInfo",
  needs: "session",
  ask: z.strictObject({}),
  answer: userInfo,
  refusals: ["LOGIN_INVALID", "BUSY"],
});
