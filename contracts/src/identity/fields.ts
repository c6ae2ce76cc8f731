import { z } from "zod";
import {
  emailLengthMax,
  emailShape,
  isLoginId,
  isPasswordWhole,
  passwordLengthMax,
  passwordLengthMin,
  phoneShape,
  referralShape,
  userNameShape,
} from "./field-rules.ts";

/** Addresses are compared in lower case. */
export const emailText = z
  .string()
  .max(emailLengthMax, "Email address must not exceed 50 characters.")
  .regex(emailShape, "Please input correct email address")
  .transform((text) => text.toLowerCase());

export const phoneText = z.string().regex(phoneShape, "Please input valid cellphone number");
export const areaCodeText = z.string().regex(/^\+[1-9]\d{0,3}$/, "a country's calling code, like +82");

/** An e-mail address if it contains @, otherwise a phone. */
export const loginIdText = z
  .string()
  .refine(isLoginId, "Please input a valid email address/cellphone number.")
  .transform((text) => text.toLowerCase());

export const passwordText = z
  .string()
  .min(passwordLengthMin, "Password format error")
  .max(passwordLengthMax, "Password format error")
  .refine(isPasswordWhole, "Password format error");

/** A password for sign-in is only compared: an old one may follow older rules. */
export const passwordGivenText = z.string().min(1).max(passwordLengthMax);

export const userNameText = z.string().regex(userNameShape, "5 to 20 digits, letters and underscores");

const sixDigits = (words: string) => z.string().regex(/^\d{6}$/, words);
export const emailCodeText: z.ZodString = sixDigits("Please enter the 6-digit email verification code");
export const smsCodeText: z.ZodString = sixDigits("Please enter 6-digit SMS verification code");
export const googleCodeText: z.ZodString = sixDigits("Please enter 6-digit Google verification code");

export const referralCodeText = z.string().regex(referralShape, "a referral code has 8 letters and digits");
export const termsAgreed = z.literal(true, "Please agree to the terms of use.");

/** What the page's robot check gave it, for the server to have confirmed. */
export const robotAnswer = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("geetest"),
    lotNumber: z.string().max(200),
    captchaOutput: z.string().max(2_000),
    passToken: z.string().max(400),
    genTime: z.string().max(20),
  }),
  z.strictObject({ kind: z.literal("recaptcha"), token: z.string().min(1).max(4_000) }),
  z.strictObject({ kind: z.literal("altcha"), payload: z.string().min(1).max(4_000) }),
]);
export type RobotAnswer = z.infer<typeof robotAnswer>;
export const robotKinds = ["geetest", "recaptcha", "altcha"] as const;
export type RobotKind = (typeof robotKinds)[number];
/** The reCAPTCHA action of our pages: an answer for another action is refused. */
export const robotAction = "door";
