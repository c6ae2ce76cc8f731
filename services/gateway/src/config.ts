import { factorFreshMs } from "@tidemark/contracts";
import {
  busSettings,
  choice,
  integer,
  modeSetting,
  rateSettings,
  readConfig,
  refuseInProduction,
  text,
} from "@tidemark/kit-node";

/** The name becomes a part of a pattern and of a header: nothing in it may have a meaning there. */
const cookieName = /^[a-z][a-z0-9-]{0,20}$/;

/** All settings of the gateway. Production must set its origins; load tests raise the rates. */
const settings = {
  ...busSettings,
  ...modeSetting,
  GATEWAY_HOST: text({ default: "127.0.0.1" }),
  GATEWAY_PORT: integer({ min: 0, max: 65_535, default: 8080 }),
  /** Comma-separated origins of our own pages. Development also allows every port of this machine. */
  GATEWAY_ORIGINS: text({ default: "" }),
  /** Comma-separated Host headers that are answered, with the port where it is not the usual one. Empty in development: every host. */
  GATEWAY_HOSTS: text({ default: "" }),
  /** Comma-separated origins, or `https://*.domain`, that pages may call besides their own. */
  PAGE_API_ORIGINS: text({ default: "" }),
  /** Robot checks of sign-in pages; the same as at the platform. */
  ROBOT_CHECKS: text({ default: "geetest" }),
  /** Comma-separated origins of the checks' scripts and calls, where these are not the providers' own. */
  ROBOT_ORIGINS: text({ default: "" }),
  /** Comma-separated origins of a fingerprint provider's script and of its calls; all pages may use them. */
  FINGERPRINT_ORIGINS: text({ default: "" }),
  /** Origin of the pages that form callbacks redirect to; empty where the gateway serves them. */
  PAGE_ORIGIN: text({ default: "" }),
  /** Folder of the built web app, served at /; empty for none. */
  WEB_DIRECTORY: text({ default: "" }),
  /** URLs of owners whose calls are carried by HTTP: `platform=http://host:port`, comma-separated. */
  OWNER_URLS: text({ default: "" }),
  /** Whether the client address from the first proxy is trusted. Production must say it: a wrong guess counts all users as one address, or lets each choose its own. */
  GATEWAY_BEHIND_PROXY: choice(["", "yes", "no"], ""),
  REQUEST_TIMEOUT_MS: integer({ min: 1_000, max: 120_000, default: 15_000 }),
  QUESTION_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 2_000 }),
  /** Owners other than the core may take longer: a password check waits up to two seconds in its queue. */
  RPC_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 5_000 }),
  QUESTIONS_IN_FLIGHT_MAX: integer({ min: 1, max: 100_000, default: 2_000 }),
  COMMANDS_IN_FLIGHT_MAX: integer({ min: 1, max: 1_000_000, default: 20_000 }),
  SOCKETS_MAX: integer({ min: 1, max: 100_000, default: 10_000 }),
  /** WebSockets without a user from one address (IPv6: one /64 network). */
  SOCKETS_PER_ADDRESS_MAX: integer({ min: 1, max: 100_000, default: 20 }),
  /** WebSockets of one account, whether by session or API key. */
  SOCKETS_PER_ACCOUNT_MAX: integer({ min: 1, max: 100_000, default: 10 }),
  /** Connections of any kind from one address; not used behind a proxy. */
  CONNECTIONS_PER_ADDRESS_MAX: integer({ min: 1, max: 100_000, default: 500 }),
  ...rateSettings,
  /** Counters that all gateways share. */
  REDIS_URL: text({ default: "redis://127.0.0.1:6379" }),
  /** Before the names of those counters. The same at the gateways of both exchanges: they check the passwords of the same accounts. */
  COUNTERS_NAME: text({ default: "tm" }),
  /** Per address, over all gateways. */
  SIGN_INS_PER_MINUTE: integer({ min: 1, max: 1_000_000, default: 300 }),
  /** Secret of the proof keys; the same at every gateway of an exchange. */
  PROOF_SECRET: text({ default: "" }),
  /** The beginning of the cookies' names. Browsers share the cookies of one host between its ports: two exchanges there need two names. */
  COOKIE_NAME: text({ default: "tm", matches: cookieName }),
  /** Public keys for access tokens, comma-separated, 64 hex digits each. */
  SESSION_PUBLIC_KEYS: text({ default: "" }),
  /** Key that seals the secrets of API keys; the same as at the platform. */
  API_KEY_SECRET: text({ default: "" }),
  /** How long a second factor stays fresh in a session; the same as at the platform. */
  FACTOR_FRESH_MS: integer({ min: 1_000, max: 60 * 60_000, default: factorFreshMs }),
  /** Polling interval for missed invalidations. */
  SESSION_ENDS_EVERY_MS: integer({ min: 100, max: 60_000, default: 3_000 }),
} as const;

export type Config = ReturnType<typeof readConfig<typeof settings>>;

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  refuseInProduction(read, {
    secrets: ["PROOF_SECRET", "API_KEY_SECRET"],
    origins: ["GATEWAY_ORIGINS", "PAGE_API_ORIGINS", "PAGE_ORIGIN", "ROBOT_ORIGINS", "FINGERPRINT_ORIGINS"],
    peers: ["OWNER_URLS"],
    said: ["GATEWAY_BEHIND_PROXY"],
  });
  return read;
}
