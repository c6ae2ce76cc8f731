import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

const senders = {
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Tidemark <no-reply@tidemark.example>",
  SMS_URL: "https://sms.example/messages",
  SMS_ACCOUNT: "a",
  SMS_TOKEN: "t",
};
/** All that production must say, but which robot checks it accepts. */
const unchecked = {
  ...senders,
  TIDEMARK_MODE: "production",
  FINGERPRINT_SECRET: "s",
  REGION_UNKNOWN: "denied",
  REGION_DATABASE: "/a.mmdb",
};

test("development knows no regions and serves whom it does not know; production must say both", () => {
  expect(readSettings({})).toMatchObject({ REGION_DATABASE: "", REGION_UNKNOWN: "allowed" });
  const production = { TIDEMARK_MODE: "production", FINGERPRINT_SECRET: "s", ROBOT_CHECKS: "altcha", ...senders };
  expect(() => readSettings(production)).toThrow("REGION_UNKNOWN is not set");
  expect(() => readSettings({ ...production, REGION_UNKNOWN: "denied" })).toThrow("REGION_DATABASE is not set");
  expect(readSettings({ ...production, REGION_UNKNOWN: "denied", REGION_DATABASE: "/a.mmdb" }).REGION_UNKNOWN).toBe(
    "denied",
  );
});

test("operators are answered only where it is said", () => {
  expect(readSettings({}).OPERATOR_CALLS).toBe("off");
  expect(readSettings({ OPERATOR_CALLS: "on" }).OPERATOR_CALLS).toBe("on");
});

test("production must have the keys of the robot checks that it accepts", () => {
  expect(() => readSettings(unchecked)).toThrow("GEETEST_ID and GEETEST_KEY are not set");
  expect(() => readSettings({ ...unchecked, ROBOT_CHECKS: "recaptcha" })).toThrow("RECAPTCHA_SECRET is not set");
});

test("production must say how mails and text messages are sent, and from whom", () => {
  const production = { ...unchecked, ROBOT_CHECKS: "altcha" };
  expect(readSettings(production)).toMatchObject(senders);
  for (const name of Object.keys(senders))
    expect(() => readSettings({ ...production, [name]: "" })).toThrow(`${name} is not set`);
});

test("a provider is offered whole or not at all, over https alone in production", () => {
  const production = { ...unchecked, ROBOT_CHECKS: "altcha" };
  const google = {
    GOOGLE_CLIENT_ID: "id",
    GOOGLE_CLIENT_SECRET: "s",
    GOOGLE_REDIRECT_URL: "https://www.tidemark.example/auth/third/google",
  };
  const apple = {
    APPLE_CLIENT_ID: "id",
    APPLE_TEAM_ID: "t",
    APPLE_KEY_ID: "k",
    APPLE_PRIVATE_KEY: "p",
    APPLE_REDIRECT_URL: "https://a.tidemark.example/user/third/apple/landing",
  };
  expect(readSettings({ ...production, ...google, ...apple })).toMatchObject({ ...google, ...apple });
  for (const name of Object.keys({ ...google, ...apple }).filter((one) => !one.endsWith("CLIENT_ID")))
    expect(() => readSettings({ ...production, ...google, ...apple, [name]: "" })).toThrow(`${name} is not set`);
  for (const name of ["GOOGLE_ISSUER", "GOOGLE_REDIRECT_URL", "APPLE_ISSUER", "APPLE_REDIRECT_URL"])
    expect(() => readSettings({ ...production, ...google, ...apple, [name]: "http://x" })).toThrow(
      `${name} must be https`,
    );
  expect(readSettings({})).toMatchObject({
    GOOGLE_ISSUER: "https://accounts.google.com",
    APPLE_ISSUER: "https://appleid.apple.com",
  });
});

test("[S9.8] how long codes, tickets, pictures and locks last is configuration; unsaid it is what people are told", () => {
  const minute = 60_000;
  const usual = {
    CODE_RESEND_MS: minute,
    CODE_VALID_MS: 10 * minute,
    SIGN_IN_VALID_MS: 10 * minute,
    QR_VALID_MS: minute,
    SESSION_TICKET_VALID_MS: minute / 2,
    KEY_OFFER_VALID_MS: 15 * minute,
    REFRESH_GRACE_MS: 10_000,
    WITHDRAWAL_LOCK_MS: 24 * 60 * minute,
    WITHDRAWAL_ADDRESS_WAIT_MS: 24 * 60 * minute,
    OAUTH_VALID_MS: 15 * minute,
    PASSKEY_VALID_MS: 2 * minute,
    FACTOR_FRESH_MS: 10 * minute,
  };
  expect(readSettings({})).toMatchObject(usual);
  for (const name of Object.keys(usual)) expect(readSettings({ [name]: "60000" })).toMatchObject({ [name]: minute });
});

test("in production no key of the simulated exchange is a key of the real one", () => {
  const key = (digit: string): string => digit.repeat(64);
  const production = {
    ...unchecked,
    ROBOT_CHECKS: "altcha",
    BUS_KEYS: `platform=${key("a")},core=${key("b")}`,
    SIMULATED_CORE_NAME: "simul",
  };
  expect(() => readSettings(production)).toThrow("SIMULATED_BUS_KEYS is not set");
  const shared = { ...production, SIMULATED_BUS_KEYS: `wallet=${key("c")},core=${key("b")}` };
  expect(() => readSettings(shared)).toThrow("SIMULATED_BUS_KEYS has a key of BUS_KEYS");
  const own = { ...production, SIMULATED_BUS_KEYS: `wallet=${key("c")},core=${key("d")}` };
  expect(readSettings(own).SIMULATED_CORE_NAME).toBe("simul");
  expect(() => readSettings({ ...own, CORE_NAME: "simul" })).toThrow("SIMULATED_CORE_NAME is the real core");
});
