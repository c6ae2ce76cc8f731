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
  REQUEST_LOG_WAITING_MAX: integer({ min: 1, max: 100_000, default: 5_000 }),
  REQUEST_LOG_LINES_MAX: integer({ min: 1_000, max: 1_000_000_000, default: 1_000_000 }),
  REQUEST_LOG_DAYS: integer({ min: 1, max: 365, default: 14 }),
} as const;

type Settings = ReturnType<typeof readConfig<typeof settings>>;
export type Config = Omit<Settings, "REGION_UNKNOWN"> & { readonly REGION_UNKNOWN: "allowed" | "denied" };

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  const isProduction = read.TIDEMARK_MODE === "production";
  if (isProduction && read.PLATFORM_ROLE === "serve") {
    if (read.REGION_UNKNOWN === "") throw new Error("REGION_UNKNOWN is not set");
    if (read.FINGERPRINT_SECRET === "development") throw new Error("FINGERPRINT_SECRET is not set");
    if (read.REGION_DATABASE === "") throw new Error("REGION_DATABASE is not set");
    const kinds = read.ROBOT_CHECKS.split(",");
    if (kinds.includes("geetest") && (read.GEETEST_ID === "" || read.GEETEST_KEY === ""))
      throw new Error("GEETEST_ID and GEETEST_KEY are not set");
    if (kinds.includes("recaptcha") && read.RECAPTCHA_SECRET === "") throw new Error("RECAPTCHA_SECRET is not set");
  }
  return { ...read, REGION_UNKNOWN: read.REGION_UNKNOWN === "denied" ? "denied" : "allowed" };
}
