import { factorFreshMs } from "@tidemark/contracts";
import { busSettings, choice, integer, modeSetting, postgresSettings, readConfig, text } from "@tidemark/kit-node";

/** Every setting of the platform. */
const settings = {
  ...modeSetting,
  ...postgresSettings,
  ...busSettings,
  PLATFORM_ROLE: choice(["serve", "migrate"], "serve"),
  /** The owner's way to the same hosts; only PLATFORM_ROLE=migrate is given it. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  /** Where /health answers. */
  PLATFORM_HOST: text({ default: "127.0.0.1" }),
  PLATFORM_PORT: integer({ min: 0, max: 65_535, default: 8090 }),
  DATABASE_CONNECTIONS_MAX: integer({ min: 1, max: 100, default: 10 }),
  /** Less than the gateways wait, so that they hear what became of it. */
  DATABASE_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 1_500 }),
  QUESTIONS_IN_FLIGHT_MAX: integer({ min: 1, max: 10_000, default: 500 }),
  /** A file in MaxMind's format. Without one nobody has a region. */
  REGION_DATABASE: text({ default: "" }),
  /** What is done with addresses that have no region; production must say it. */
  REGION_UNKNOWN: choice(["", "allowed", "denied"], ""),
  /** What fingerprint tokens are sealed with; the same in every process of the platform, and the same for ever. */
  FINGERPRINT_SECRET: text({ default: "development" }),
  /** What access tokens are signed with: 64 hex digits. Gateways have the public half. */
  SESSION_SIGNING_KEY: text({ default: "" }),
  /** What codes, tokens and keys of people are hashed and sealed with: 64 hex digits, the same for ever. */
  IDENTITY_SECRET: text({ default: "" }),
  /** What the secrets of API keys are sealed with: 64 hex digits, the same for ever, and the same at the gateways. */
  API_KEY_SECRET: text({ default: "" }),
  /** How long things last. People are told these numbers, so they are whole seconds, and a code's life whole minutes. */
  CODE_RESEND_MS: integer({ min: 1_000, max: 60 * 60_000, default: 60_000 }),
  CODE_VALID_MS: integer({ min: 60_000, max: 60 * 60_000, default: 10 * 60_000 }),
  SIGN_IN_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 10 * 60_000 }),
  QR_VALID_MS: integer({ min: 1_000, max: 10 * 60_000, default: 60_000 }),
  SESSION_TICKET_VALID_MS: integer({ min: 1_000, max: 5 * 60_000, default: 30_000 }),
  KEY_OFFER_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 15 * 60_000 }),
  REFRESH_GRACE_MS: integer({ min: 0, max: 60_000, default: 10_000 }),
  WITHDRAWAL_LOCK_MS: integer({ min: 0, max: 30 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /** So long an address waits before anything is withdrawn to it, and an allow list before it is no longer the only way. */
  WITHDRAWAL_ADDRESS_WAIT_MS: integer({ min: 0, max: 7 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /** So long a password waits to be looked at before its owner is told that we are busy. */
  PASSWORD_WAIT_MAX_MS: integer({ min: 100, max: 4_000, default: 2_000 }),
  /** How far the process that hashes passwords gives way to all others. */
  PASSWORD_NICENESS: integer({ min: 0, max: 19, default: 10 }),
  /** What a sign-in from a device or country that the account was never used from needs. */
  SIGN_IN_NEW_DEVICE: choice(["code", "notice"], "code"),
  /** Robot checks that are accepted, comma-separated: geetest, recaptcha, altcha. */
  ROBOT_CHECKS: text({ default: "geetest" }),
  GEETEST_URL: text({ default: "https://gcaptcha4.geetest.com/validate" }),
  GEETEST_ID: text({ default: "" }),
  GEETEST_KEY: text({ default: "" }),
  RECAPTCHA_URL: text({ default: "https://www.google.com/recaptcha/api/siteverify" }),
  RECAPTCHA_SECRET: text({ default: "" }),
  /** Where people who sign in by Google or Apple are sent, as whom, and back to; without a client id it is not offered. */
  GOOGLE_ISSUER: text({ default: "https://accounts.google.com" }),
  GOOGLE_CLIENT_ID: text({ default: "" }),
  GOOGLE_CLIENT_SECRET: text({ default: "" }),
  GOOGLE_REDIRECT_URL: text({ default: "" }),
  APPLE_ISSUER: text({ default: "https://appleid.apple.com" }),
  APPLE_CLIENT_ID: text({ default: "" }),
  APPLE_TEAM_ID: text({ default: "" }),
  APPLE_KEY_ID: text({ default: "" }),
  /** PKCS #8 as Apple gives it; where a setting has one line only, \n stands for its ends. */
  APPLE_PRIVATE_KEY: text({ default: "" }),
  APPLE_REDIRECT_URL: text({ default: "" }),
  THIRD_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 3_000 }),
  /** From the way to the provider to the account that is linked or made. */
  THIRD_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 15 * 60_000 }),
  /** Which hosts have passkeys: `host=rpId origin` each, comma-separated. Development has this machine's name besides. */
  PASSKEY_PLACES: text({ default: "" }),
  PASSKEY_VALID_MS: integer({ min: 1_000, max: 10 * 60_000, default: 2 * 60_000 }),
  /** The gateways have the same. */
  FACTOR_FRESH_MS: integer({ min: 1_000, max: 60 * 60_000, default: factorFreshMs }),
  /** What mails call us. */
  BRAND_NAME: text({ default: "Tidemark" }),
  /** smtp://user:password@host:port. Without one no mail is sent: notices wait. */
  SMTP_URL: text({ default: "" }),
  MAIL_FROM: text({ default: "Tidemark <no-reply@tidemark.test>" }),
  /** Where text messages are posted. Without one none is sent. */
  SMS_URL: text({ default: "" }),
  SMS_ACCOUNT: text({ default: "" }),
  SMS_TOKEN: text({ default: "" }),
  SMS_FROM: text({ default: "Tidemark" }),
  NOTICE_LOOK_EVERY_MS: integer({ min: 10, max: 60_000, default: 250 }),
  /** A sender that has died on the way is followed by another after this. */
  NOTICE_LEASE_MS: integer({ min: 200, max: 600_000, default: 60_000 }),
  /** The first wait before another try; each next one is four times as long, an hour at most. */
  NOTICE_FIRST_WAIT_MS: integer({ min: 10, max: 600_000, default: 5_000 }),
  NOTICE_TRIES_MAX: integer({ min: 1, max: 100, default: 12 }),
  REQUEST_LOG_WAITING_MAX: integer({ min: 1, max: 100_000, default: 5_000 }),
  REQUEST_LOG_LINES_MAX: integer({ min: 1_000, max: 1_000_000_000, default: 1_000_000 }),
  REQUEST_LOG_DAYS: integer({ min: 1, max: 365, default: 14 }),
} as const;

type Settings = ReturnType<typeof readConfig<typeof settings>>;
export type Config = Omit<Settings, "REGION_UNKNOWN"> & { readonly REGION_UNKNOWN: "allowed" | "denied" };

/** What is half said would only be found out by those who want to sign in. */
function checkThirds(read: Settings): void {
  const parts = {
    GOOGLE: ["CLIENT_SECRET", "REDIRECT_URL"],
    APPLE: ["TEAM_ID", "KEY_ID", "PRIVATE_KEY", "REDIRECT_URL"],
  } as const;
  const all = read as unknown as Record<string, string>;
  for (const [name, needed] of Object.entries(parts)) {
    if (all[`${name}_CLIENT_ID`] === "") continue;
    for (const part of needed) if (all[`${name}_${part}`] === "") throw new Error(`${name}_${part} is not set`);
    for (const part of ["ISSUER", "REDIRECT_URL"])
      if (!all[`${name}_${part}`]!.startsWith("https://")) throw new Error(`${name}_${part} must be https`);
  }
}

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  const isProduction = read.TIDEMARK_MODE === "production";
  if (isProduction && read.PLATFORM_ROLE === "serve") {
    if (read.REGION_UNKNOWN === "") throw new Error("REGION_UNKNOWN is not set");
    if (read.FINGERPRINT_SECRET === "development") throw new Error("FINGERPRINT_SECRET is not set");
    if (read.REGION_DATABASE === "") throw new Error("REGION_DATABASE is not set");
    for (const name of ["SMTP_URL", "SMS_URL", "SMS_ACCOUNT", "SMS_TOKEN"] as const)
      if (read[name] === "") throw new Error(`${name} is not set`);
    if (read.MAIL_FROM.includes("@tidemark.test")) throw new Error("MAIL_FROM is not set");
    const kinds = read.ROBOT_CHECKS.split(",");
    if (kinds.includes("geetest") && (read.GEETEST_ID === "" || read.GEETEST_KEY === ""))
      throw new Error("GEETEST_ID and GEETEST_KEY are not set");
    if (kinds.includes("recaptcha") && read.RECAPTCHA_SECRET === "") throw new Error("RECAPTCHA_SECRET is not set");
    checkThirds(read);
  }
  return { ...read, REGION_UNKNOWN: read.REGION_UNKNOWN === "denied" ? "denied" : "allowed" };
}
