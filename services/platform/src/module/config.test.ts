import { expect, test } from "vitest";
import { readSettings } from "./config.ts";

const senders = {
  SMTP_URL: "smtps://mail.example",
  MAIL_FROM: "Tidemark <no-reply@tidemark.example>",
  SMS_URL: "https://sms.example/messages",
  SMS_ACCOUNT: "a",
  SMS_TOKEN: "t",
};
/** Keys and secrets of a process, each of its own. */
const keys = {
  WITHDRAWAL_NETWORKS: "none",
  WITHDRAWAL_INTENT_KEY: "5".repeat(64),
  KYC_MASTER_KEY: "6".repeat(64),
  KYC_STORE: "off",
  NATS_URL: "tls://nats.tidemark.example:4222",
  NATS_SEED: "SUAHI",
  FINGERPRINT_SECRET: "1".repeat(64),
  SESSION_SIGNING_KEY: "2".repeat(64),
  IDENTITY_SECRET: "3".repeat(64),
  API_KEY_SECRET: "4".repeat(64),
};
/** All that production must say, but which robot checks it accepts. */
const unchecked = {
  ...senders,
  ...keys,
  TIDEMARK_MODE: "production",
  REGION_UNKNOWN: "denied",
  REGION_DATABASE: "/a.mmdb",
};

test("development knows no regions and serves whom it does not know; production must say both", () => {
  expect(readSettings({})).toMatchObject({ REGION_DATABASE: "", REGION_UNKNOWN: "allowed" });
  const production = { TIDEMARK_MODE: "production", ROBOT_CHECKS: "altcha", ...senders, ...keys };
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

test("production says where pictures of documents are kept, by a key of its own, and never in the clear", () => {
  const production = { ...unchecked, ROBOT_CHECKS: "altcha" };
  const s3 = { KYC_STORE: "s3", KYC_S3_BUCKET: "b", KYC_S3_ACCESS_KEY: "a", KYC_S3_SECRET_KEY: "s" };
  expect(readSettings({ ...production, ...s3 })).toMatchObject(s3);
  expect(() => readSettings({ ...production, KYC_STORE: "" })).toThrow("KYC_STORE is not set");
  expect(() => readSettings({ ...production, KYC_STORE: "directory" })).toThrow("KYC_DIRECTORY is not set");
  for (const name of ["KYC_S3_BUCKET", "KYC_S3_ACCESS_KEY", "KYC_S3_SECRET_KEY"])
    expect(() => readSettings({ ...production, ...s3, [name]: "" })).toThrow(`${name} is not set`);
  expect(() => readSettings({ ...production, ...s3, KYC_S3_URL: "http://store" })).toThrow("must be https");
  for (const key of ["", "abc", "3".repeat(64)])
    expect(() => readSettings({ ...production, KYC_MASTER_KEY: key })).toThrow("KYC_MASTER_KEY");
  const provider = { KYC_PROVIDER_URL: "https://provider.example", KYC_WEBHOOK_SECRET: "short" };
  expect(() => readSettings({ ...production, ...provider })).toThrow("KYC_WEBHOOK_SECRET");
});

test("in production no key of the simulated exchange is a key of the real one", () => {
  const key = (digit: string): string => digit.repeat(64);
  const production = {
    ...unchecked,
    ROBOT_CHECKS: "altcha",
    BUS_KEYS: `platform=${key("a")},platform_rpc=${key("b")}`,
    CORE_PUBLIC_KEYS: `core-a=${key("e")}`,
    SIMULATED_CORE_NAME: "simul",
  };
  expect(() => readSettings(production)).toThrow("SIMULATED_BUS_KEYS is not set");
  const shared = { ...production, SIMULATED_BUS_KEYS: `wallet=${key("c")},platform_rpc=${key("b")}` };
  expect(() => readSettings(shared)).toThrow("SIMULATED_BUS_KEYS has a key of BUS_KEYS");
  const half = { ...production, SIMULATED_BUS_KEYS: `wallet=${key("c")},platform_rpc=${key("d")}` };
  expect(() => readSettings(half)).toThrow("SIMULATED_CORE_PUBLIC_KEYS is not set");
  expect(() => readSettings({ ...half, SIMULATED_CORE_PUBLIC_KEYS: `core-a=${key("e")}` })).toThrow(
    "SIMULATED_CORE_PUBLIC_KEYS has a key of CORE_PUBLIC_KEYS",
  );
  const own = { ...half, SIMULATED_CORE_PUBLIC_KEYS: `core-a=${key("f")}` };
  expect(readSettings(own).SIMULATED_CORE_NAME).toBe("simul");
  expect(() => readSettings({ ...own, CORE_NAME: "simul" })).toThrow("SIMULATED_CORE_NAME is the real core");
});

test("M9: the platform starts in production only with long secrets of its own", () => {
  const production = { ...unchecked, ROBOT_CHECKS: "altcha" };
  for (const name of ["FINGERPRINT_SECRET", "SESSION_SIGNING_KEY", "IDENTITY_SECRET", "API_KEY_SECRET"])
    for (const [value, problem] of [
      ["", name === "FINGERPRINT_SECRET" ? "has 11 bytes" : "is not set"],
      ["0123456789abcdef", "has 8 bytes, at least 32 are needed"],
      ["short", "has 5 bytes, at least 32 are needed"],
    ])
      expect(() => readSettings({ ...production, [name]: value })).toThrow(`${name} ${problem}`);
  expect(() => readSettings({ ...production, API_KEY_SECRET: keys.IDENTITY_SECRET })).toThrow(
    "IDENTITY_SECRET and API_KEY_SECRET are equal",
  );
  // The migration has no keys.
  expect(readSettings({ TIDEMARK_MODE: "production", PLATFORM_ROLE: "migrate" }).PLATFORM_ROLE).toBe("migrate");
});

test("withdrawals are paid by networks that there are, and in production by EVM chains only until a wallet pays on others", () => {
  const production = { ...unchecked, ROBOT_CHECKS: "altcha" };
  expect(() => readSettings({ WITHDRAWAL_NETWORKS: "ETHERNET" })).toThrow("there is no network ETHERNET");
  expect(() => readSettings({ ...production, WITHDRAWAL_NETWORKS: "LOCAL_EVM" })).toThrow("names a local chain");
  expect(() => readSettings({ ...production, WITHDRAWAL_NETWORKS: "LITECOIN,BITCOIN" })).toThrow(
    "no wallet pays on LITECOIN yet",
  );
  const paid = readSettings({ ...production, WITHDRAWAL_NETWORKS: "ETHEREUM,BSC" }).WITHDRAWAL_NETWORKS;
  expect(paid).toBe("ETHEREUM,BSC");
  expect(readSettings({ ...production, WITHDRAWAL_NETWORKS: "none" }).WITHDRAWAL_NETWORKS).toBe("none");
});
