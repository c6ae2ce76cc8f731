import { factorFreshMs, networks } from "@tidemark/contracts";
import {
  busSettings,
  choice,
  integer,
  modeSetting,
  postgresSettings,
  rateSettings,
  readConfig,
  refuseInProduction,
  text,
} from "@tidemark/kit-node";
import { checkKyc, kycSettings } from "./kyc-settings.ts";
import { withdrawalNetworksOf } from "./networks.ts";
import { checkPush, pushSettings } from "./push-settings.ts";

/** All settings of the platform. */
const settings = {
  ...modeSetting,
  ...postgresSettings,
  ...busSettings,
  ...rateSettings,
  ...kycSettings,
  ...pushSettings,
  PLATFORM_ROLE: choice(["serve", "migrate"], "serve"),
  /** The schema owner's URLs of the same hosts; used by PLATFORM_ROLE=migrate only. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  /** Where /health answers, and where gateways bring files. */
  PLATFORM_HOST: text({ default: "127.0.0.1" }),
  PLATFORM_PORT: integer({ min: 0, max: 65_535, default: 8090 }),
  /** Where reports of providers arrive, where there are any: the one port of the platform that an edge opens to others. */
  PROVIDER_REPORTS_HOST: text({ default: "127.0.0.1" }),
  PROVIDER_REPORTS_PORT: integer({ min: 0, max: 65_535, default: 8092 }),
  /** A job that settles user by user holds one of them besides. */
  DATABASE_CONNECTIONS_MAX: integer({ min: 2, max: 100, default: 10 }),
  /** Below the gateways' timeout, so that they get the answer. */
  DATABASE_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 1_500 }),
  QUESTIONS_IN_FLIGHT_MAX: integer({ min: 1, max: 10_000, default: 500 }),
  /** A file in MaxMind's format. Without one every region is unknown. */
  REGION_DATABASE: text({ default: "" }),
  /** What happens to addresses without a region; required in production. */
  REGION_UNKNOWN: choice(["", "allowed", "denied"], ""),
  /** Key that seals fingerprint tokens; the same in every process, and never changed. */
  FINGERPRINT_SECRET: text({ default: "development" }),
  /** Key that signs access tokens: 64 hex digits. Gateways have its public key. */
  SESSION_SIGNING_KEY: text({ default: "" }),
  /** Key that hashes and seals codes, tokens and authenticator keys: 64 hex digits, never changed. */
  IDENTITY_SECRET: text({ default: "" }),
  /** Key that seals the secrets of API keys: 64 hex digits, never changed, the same at the gateways. */
  API_KEY_SECRET: text({ default: "" }),
  /** Lifetimes. Users see these numbers, so they are whole seconds, and a code's lifetime whole minutes. */
  CODE_RESEND_MS: integer({ min: 1_000, max: 60 * 60_000, default: 60_000 }),
  CODE_VALID_MS: integer({ min: 60_000, max: 60 * 60_000, default: 10 * 60_000 }),
  SIGN_IN_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 10 * 60_000 }),
  QR_VALID_MS: integer({ min: 1_000, max: 10 * 60_000, default: 60_000 }),
  SESSION_TICKET_VALID_MS: integer({ min: 1_000, max: 5 * 60_000, default: 30_000 }),
  KEY_OFFER_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 15 * 60_000 }),
  REFRESH_GRACE_MS: integer({ min: 0, max: 60_000, default: 10_000 }),
  WITHDRAWAL_LOCK_MS: integer({ min: 0, max: 30 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /** Accounts whose personal data one operator may see within an hour before an alarm is written. */
  OPERATOR_VIEWS_PER_HOUR: integer({ min: 1, max: 10_000, default: 40 }),
  /** How long a new withdrawal address waits, and how long the allow list stays in force after it was switched off. */
  WITHDRAWAL_ADDRESS_WAIT_MS: integer({ min: 0, max: 7 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /**
   * The networks that withdrawals are paid by, comma-separated: those on which a wallet of this installation has a node and a signer; or none.
   * Production takes networks of EVM chains only: on others no wallet pays yet.
   */
  WITHDRAWAL_NETWORKS: text({ default: "LOCAL_EVM,BITCOIN_REGTEST" }),
  /** How long the code of a withdrawal's mail is taken. */
  WITHDRAWAL_CONFIRM_MS: integer({ min: 60_000, max: 24 * 60 * 60_000, default: 10 * 60_000 }),
  /** A withdrawal of this worth or more waits for operators, in whole USDT. */
  WITHDRAWAL_REVIEW_FROM_USDT: integer({ min: 0, max: 100_000_000, default: 10_000 }),
  /** What all users together withdraw in an hour without operators, in whole USDT; the next one waits for them. */
  WITHDRAWAL_HOUR_MAX_USDT: integer({ min: 0, max: 1_000_000_000, default: 250_000 }),
  WITHDRAWAL_REVIEW_EVERY_MS: integer({ min: 100, max: 60_000, default: 2_000 }),
  /** Key that signs intents of withdrawals for the platform: 64 hex digits. The signer has its public key. */
  WITHDRAWAL_INTENT_KEY: text({ default: "" }),
  WITHDRAWAL_INTENT_VALID_MS: integer({ min: 1_000, max: 30 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /** Operators who may approve withdrawals, `name=publicKey` each, comma-separated; and how many of them it takes. */
  WITHDRAWAL_APPROVERS: text({ default: "" }),
  WITHDRAWAL_APPROVALS_MIN: integer({ min: 1, max: 7, default: 2 }),
  /** How long a password check may wait in its queue before the answer is BUSY. */
  PASSWORD_WAIT_MAX_MS: integer({ min: 100, max: 4_000, default: 2_000 }),
  /** Niceness of the process that hashes passwords. */
  PASSWORD_NICENESS: integer({ min: 0, max: 19, default: 10 }),
  /** What a sign-in from a new device or country requires. */
  SIGN_IN_NEW_DEVICE: choice(["code", "notice"], "code"),
  /** Accepted robot checks, comma-separated: geetest, recaptcha, altcha. */
  ROBOT_CHECKS: text({ default: "geetest" }),
  GEETEST_URL: text({ default: "https://gcaptcha4.geetest.com/validate" }),
  GEETEST_ID: text({ default: "" }),
  GEETEST_KEY: text({ default: "" }),
  RECAPTCHA_URL: text({ default: "https://www.google.com/recaptcha/api/siteverify" }),
  RECAPTCHA_SECRET: text({ default: "" }),
  /** OAuth clients at Google and Apple; a provider without a client id is not offered. */
  GOOGLE_ISSUER: text({ default: "https://accounts.google.com" }),
  GOOGLE_CLIENT_ID: text({ default: "" }),
  GOOGLE_CLIENT_SECRET: text({ default: "" }),
  GOOGLE_REDIRECT_URL: text({ default: "" }),
  APPLE_ISSUER: text({ default: "https://appleid.apple.com" }),
  APPLE_CLIENT_ID: text({ default: "" }),
  APPLE_TEAM_ID: text({ default: "" }),
  APPLE_KEY_ID: text({ default: "" }),
  /** PKCS #8 as Apple gives it; `\n` stands for line ends. */
  APPLE_PRIVATE_KEY: text({ default: "" }),
  APPLE_REDIRECT_URL: text({ default: "" }),
  OAUTH_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 3_000 }),
  /** From the redirect to the provider until the account is linked or registered. */
  OAUTH_VALID_MS: integer({ min: 1_000, max: 60 * 60_000, default: 15 * 60_000 }),
  /** Hosts with passkeys: `host=rpId origin` each, comma-separated. Development adds localhost. */
  PASSKEY_ORIGINS: text({ default: "" }),
  PASSKEY_VALID_MS: integer({ min: 1_000, max: 10 * 60_000, default: 2 * 60_000 }),
  /** The same as at the gateways. */
  FACTOR_FRESH_MS: integer({ min: 1_000, max: 60 * 60_000, default: factorFreshMs }),
  /**
   * Whether operator calls are answered, the same in every process of an installation. BUS_KEYS then needs the key of class operator, and
   * SIMULATED_BUS_KEYS another: who has it can give that core every operator's command.
   */
  OPERATOR_CALLS: choice(["off", "on"], "off"),
  /** How long a proposal waits for its approvals. */
  PROPOSAL_VALID_MS: integer({ min: 1_000, max: 30 * 24 * 60 * 60_000, default: 24 * 60 * 60_000 }),
  /** How long a market has to be cancel-only before it is opened again. */
  REOPEN_AFTER_MS: integer({ min: 0, max: 60 * 60_000, default: 60_000 }),
  /** The core of the simulated exchange, whose gateways are answered too; empty where there is none. */
  SIMULATED_CORE_NAME: text({ default: "" }),
  /** Keys of the simulated exchange, written like BUS_KEYS: platform_rpc, platform, wallet for its refills, and operator where OPERATOR_CALLS is on. None is of the real one. */
  SIMULATED_BUS_KEYS: text({ default: "" }),
  /** Public keys of the simulated core, written like CORE_PUBLIC_KEYS. None is of the real one. */
  SIMULATED_CORE_PUBLIC_KEYS: text({ default: "" }),
  /** What a refill brings a user of the simulated exchange up to, and how often. */
  SIMULATED_FUNDS: text({ default: "USDT=100000,BTC=1,ETH=20" }),
  SIMULATED_REFILL_EVERY_MS: integer({ min: 0, max: 30 * 24 * 60 * 60_000, default: 60 * 60_000 }),
  /** The brand in mails. */
  BRAND_NAME: text({ default: "Tidemark" }),
  /** smtp://user:password@host:port. Without it no mail is sent and notices wait. */
  SMTP_URL: text({ default: "" }),
  MAIL_FROM: text({ default: "Tidemark <no-reply@tidemark.test>" }),
  /** URL of the text message provider. Without it none is sent. */
  SMS_URL: text({ default: "" }),
  SMS_ACCOUNT: text({ default: "" }),
  SMS_TOKEN: text({ default: "" }),
  SMS_FROM: text({ default: "Tidemark" }),
  NOTICE_LOOK_EVERY_MS: integer({ min: 10, max: 60_000, default: 250 }),
  /** After this another process takes over the notice of a dead sender. */
  NOTICE_LEASE_MS: integer({ min: 200, max: 600_000, default: 60_000 }),
  /** The wait before the second try; each further wait is four times as long, at most an hour. */
  NOTICE_FIRST_WAIT_MS: integer({ min: 10, max: 600_000, default: 5_000 }),
  NOTICE_TRIES_MAX: integer({ min: 1, max: 100, default: 12 }),
  /** Provider of currency rates, in the shape of https://open.er-api.com/v6/latest/USD. Without it the seeded rates stay. */
  RATES_URL: text({ default: "" }),
  RATES_EVERY_MS: integer({ min: 100, max: 24 * 60 * 60_000, default: 10 * 60_000 }),
  REQUEST_LOG_WAITING_MAX: integer({ min: 1, max: 100_000, default: 5_000 }),
  REQUEST_LOG_LINES_MAX: integer({ min: 1_000, max: 1_000_000_000, default: 1_000_000 }),
  REQUEST_LOG_DAYS: integer({ min: 1, max: 365, default: 14 }),
} as const;

type Settings = ReturnType<typeof readConfig<typeof settings>>;
export type Config = Omit<Settings, "REGION_UNKNOWN"> & { readonly REGION_UNKNOWN: "allowed" | "denied" };

/** Incomplete settings stop the start; otherwise only users who sign in would notice. */
function checkOAuths(read: Settings): void {
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

const keysIn = (pairs: string): string[] => pairs.split(",").map((pair) => pair.split("=")[1] ?? "");

/** A key of the simulated exchange creates play money: no such key may be worth anything at the real one. */
function checkSimulated(read: Settings): void {
  if (read.SIMULATED_CORE_NAME === "") return;
  if (read.SIMULATED_CORE_NAME === read.CORE_NAME) throw new Error("SIMULATED_CORE_NAME is the real core");
  if (read.TIDEMARK_MODE === "development") return;
  for (const name of ["BUS_KEYS", "CORE_PUBLIC_KEYS"] as const) {
    const own = `SIMULATED_${name}` as const;
    if (read[own] === "") throw new Error(`${own} is not set`);
    const real = new Set(keysIn(read[name]));
    if (keysIn(read[own]).some((key) => real.has(key))) throw new Error(`${own} has a key of ${name}`);
  }
}

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  checkSimulated(read);
  if (read.PLATFORM_ROLE === "serve") {
    checkKyc(read);
    checkPush(read);
  }
  withdrawalNetworksOf(read);
  const isProduction = read.TIDEMARK_MODE === "production";
  if (isProduction && read.PLATFORM_ROLE === "serve") {
    if (read.REGION_UNKNOWN === "") throw new Error("REGION_UNKNOWN is not set");
    if (read.REGION_DATABASE === "") throw new Error("REGION_DATABASE is not set");
    for (const name of ["SMTP_URL", "SMS_URL", "SMS_ACCOUNT", "SMS_TOKEN"] as const)
      if (read[name] === "") throw new Error(`${name} is not set`);
    if (read.MAIL_FROM.includes("@tidemark.test")) throw new Error("MAIL_FROM is not set");
    const kinds = read.ROBOT_CHECKS.split(",");
    if (kinds.includes("geetest") && (read.GEETEST_ID === "" || read.GEETEST_KEY === ""))
      throw new Error("GEETEST_ID and GEETEST_KEY are not set");
    if (kinds.includes("recaptcha") && read.RECAPTCHA_SECRET === "") throw new Error("RECAPTCHA_SECRET is not set");
    checkOAuths(read);
    if (withdrawalNetworksOf(read).some((id) => networks[id].isLocal))
      throw new Error("WITHDRAWAL_NETWORKS names a local chain");
    // On other kinds an approved withdrawal would stay as it is, with its coins held.
    const unpaid = withdrawalNetworksOf(read).filter((id) => networks[id].kind !== "evm" && id !== "BITCOIN");
    if (unpaid.length > 0) throw new Error(`WITHDRAWAL_NETWORKS: no wallet pays on ${unpaid.join(", ")} yet`);
    refuseInProduction(read, {
      secrets: [
        "FINGERPRINT_SECRET",
        "SESSION_SIGNING_KEY",
        "IDENTITY_SECRET",
        "API_KEY_SECRET",
        "WITHDRAWAL_INTENT_KEY",
        "KYC_MASTER_KEY",
      ],
    });
  }
  return { ...read, REGION_UNKNOWN: read.REGION_UNKNOWN === "denied" ? "denied" : "allowed" };
}
