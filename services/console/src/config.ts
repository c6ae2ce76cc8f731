import { factorFreshMs } from "@tidemark/contracts";
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

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

/** All settings of the console. BUS_KEYS needs the key of `console_rpc`, by which it asks the platform; it has no key of any class of commands. */
const settings = {
  ...busSettings,
  ...modeSetting,
  ...postgresSettings,
  ...rateSettings,
  /** `serve`, or `migrate`: change the tables and end. */
  CONSOLE_ROLE: choice(["serve", "migrate"], "serve"),
  /** With CONSOLE_ROLE=migrate: as the owner of the schema, comma-separated. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  CONSOLE_HOST: text({ default: "127.0.0.1" }),
  CONSOLE_PORT: integer({ min: 0, max: 65_535, default: 8_095 }),
  /** The one origin of the console's pages, on a host of its own; passkeys are bound to that host. Development: this machine, at the port. */
  CONSOLE_ORIGIN: text({ default: "" }),
  /** Folder of the built console, served at /; empty for none. */
  CONSOLE_WEB_DIRECTORY: text({ default: "" }),
  /** Whether the client address from the first proxy is trusted. Production must say it: the audit log has the address. */
  CONSOLE_BEHIND_PROXY: choice(["", "yes", "no"], ""),
  /** A session in which nothing is asked for so long ends. */
  OPERATOR_IDLE_MS: integer({ min: 1_000, max: hourMs, default: 15 * minuteMs }),
  /** A session ends after so long, whatever is done in it. */
  OPERATOR_SESSION_MS: integer({ min: 1_000, max: 24 * hourMs, default: 12 * hourMs }),
  /** How long a passkey that was shown serves for acts. */
  FACTOR_FRESH_MS: integer({ min: 1_000, max: hourMs, default: factorFreshMs }),
  /** How long a browser may take to answer a challenge. */
  PASSKEY_VALID_MS: integer({ min: 1_000, max: hourMs, default: 2 * minuteMs }),
  REQUEST_TIMEOUT_MS: integer({ min: 1_000, max: 120_000, default: 15_000 }),
  DATABASE_CONNECTIONS_MAX: integer({ min: 2, max: 100, default: 8 }),
  DATABASE_TIMEOUT_MS: integer({ min: 100, max: 60_000, default: 5_000 }),
} as const;

export type Config = ReturnType<typeof readConfig<typeof settings>>;

/** The origin's shape, and in production https: browsers keep passkeys and `__Host-` cookies for nothing else. */
function checkOrigin({ CONSOLE_ORIGIN: origin, TIDEMARK_MODE: mode }: Config): void {
  if (origin === "" && mode === "development") return;
  if (URL.parse(origin)?.origin !== origin) throw new Error(`CONSOLE_ORIGIN: "${origin}" is not an origin`);
}

export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  if (read.CONSOLE_ROLE === "migrate") return read;
  refuseInProduction(read, {
    origins: ["CONSOLE_ORIGIN"],
    said: ["CONSOLE_ORIGIN", "CONSOLE_BEHIND_PROXY"],
  });
  checkOrigin(read);
  return read;
}
