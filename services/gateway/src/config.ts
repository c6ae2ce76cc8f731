import { factorFreshMs } from "@tidemark/contracts";
import { busSettings, choice, integer, modeSetting, readConfig, text } from "@tidemark/kit-node";

const perSecond = (normal: number) => integer({ min: 1, max: 1_000_000, default: normal });

/** Every setting of the gateway; load tests raise the rates, production must name its origins. */
const settings = {
  ...busSettings,
  ...modeSetting,
  GATEWAY_HOST: text({ default: "127.0.0.1" }),
  GATEWAY_PORT: integer({ min: 0, max: 65_535, default: 8080 }),
  /** Comma-separated origins of our own pages. Development allows every port of this machine besides. */
  GATEWAY_ORIGINS: text({ default: "" }),
  /** Comma-separated origins, or `https://*.domain`, that pages served here make their calls to besides their own. */
  PAGE_API_ORIGINS: text({ default: "" }),
  /** Robot checks that pages may run on the way in; the platform has the same. */
  ROBOT_CHECKS: text({ default: "geetest" }),
  /** Comma-separated origins that the checks' scripts come from and turn to, where these are not their makers' own. */
  ROBOT_ORIGINS: text({ default: "" }),
  /** Where the pages are that landings lead to, as an origin; empty where the gateway has them itself. */
  PAGE_ORIGIN: text({ default: "" }),
  /** The built web app, served at / where it is given. */
  WEB_DIRECTORY: text({ default: "" }),
  /** Where owners answer calls that are carried by http: `platform=http://host:port`, comma-separated. */
  OWNER_URLS: text({ default: "" }),
  /** Whether the first proxy's word about the client's address is believed. */
  GATEWAY_BEHIND_PROXY: choice(["yes", "no"], "no"),
  REQUEST_TIMEOUT_MS: integer({ min: 1_000, max: 120_000, default: 15_000 }),
  QUESTION_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 2_000 }),
  /** Owners beside the core may take longer: a password waits up to two seconds for its turn. */
  DESK_TIMEOUT_MS: integer({ min: 100, max: 30_000, default: 5_000 }),
  QUESTIONS_IN_FLIGHT_MAX: integer({ min: 1, max: 100_000, default: 2_000 }),
  COMMANDS_IN_FLIGHT_MAX: integer({ min: 1, max: 1_000_000, default: 20_000 }),
  SOCKETS_MAX: integer({ min: 1, max: 100_000, default: 10_000 }),
  RATE_TRADE_PER_SECOND: perSecond(50),
  RATE_CANCEL_PER_SECOND: perSecond(100),
  RATE_READ_PER_SECOND: perSecond(50),
  RATE_LOG_PER_SECOND: perSecond(5),
  RATE_SIGN_IN_PER_SECOND: perSecond(5),
  /** Where the gateways count together what happens slowly. */
  REDIS_URL: text({ default: "redis://127.0.0.1:6379" }),
  /** From one address, over all gateways. */
  SIGN_INS_PER_MINUTE: integer({ min: 1, max: 1_000_000, default: 300 }),
  /** What the keys of request proofs are made from; the same at every gateway of an exchange. */
  PROOF_SECRET: text({ default: "" }),
  /** Public keys of what signs access tokens, comma-separated, 64 hex digits each. */
  SESSION_PUBLIC_KEYS: text({ default: "" }),
  /** What the secrets of API keys are sealed with; the platform has the same. */
  API_KEY_SECRET: text({ default: "" }),
  /** So long a second factor that was shown in a session stands for its owner; the platform has the same. */
  FACTOR_FRESH_MS: integer({ min: 1_000, max: 60 * 60_000, default: factorFreshMs }),
  /** How often ended sessions are asked for, in case the bus lost the word of one. */
  SESSION_ENDS_EVERY_MS: integer({ min: 100, max: 60_000, default: 3_000 }),
} as const;

export const readSettings = (from?: Record<string, string | undefined>) => readConfig(settings, from);
export type Config = ReturnType<typeof readSettings>;
