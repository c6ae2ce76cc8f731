import {
  busSettings,
  choice,
  integer,
  modeSetting,
  postgresSettings,
  readConfig,
  refuseInProduction,
  text,
} from "@tidemark/kit-node";
import { durabilities } from "./journal/row.ts";

/** All settings of a core's process. */
const settings = {
  ...modeSetting,
  ...postgresSettings,
  ...busSettings,
  CORE_ROLE: choice(["node", "projector", "funds-proof", "migrate", "upgrade"], "node"),
  /** The owner's way to the same hosts; only CORE_ROLE=migrate is given it. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  JOURNAL_DURABILITY: choice(durabilities),
  /** Lead a journal that was last written under the other durability. */
  JOURNAL_DURABILITY_CHANGE: choice(["no", "yes"], "no"),
  /** The name of this process in CORE_PUBLIC_KEYS. Development: core-a, projector or funds-proof. */
  NODE_ID: text({ default: "" }),
  /** The private key of this process: 64 hex digits. It signs everything that the process sends. */
  CORE_SIGNING_KEY: text({ default: "" }),
  /** Commands to pass over, signed by two of the signers; on every node or on none. See src/journal/skips.ts. */
  SKIP_FILE: text({ default: "" }),
  SKIP_SIGNERS: text({ default: "" }),
  /** Niceness of the projector and of funds-proof: on a machine that they share with a node, orders come first. */
  PROJECTOR_NICENESS: integer({ min: 0, max: 19, default: 5 }),
  /** How often CORE_ROLE=funds-proof publishes what is owed, by the journal's time: every full hour. */
  FUNDS_PROOF_EVERY_SECONDS: integer({ min: 1, max: 86_400, default: 3_600 }),
  /** What CORE_ROLE=upgrade sends: the logic version, the name of its migration and the hash of its code. */
  UPGRADE_TO: integer({ min: 0, max: 65_535, default: 0 }),
  UPGRADE_MIGRATION: text({ default: "" }),
  UPGRADE_CODE_HASH: text({ default: "" }),
  SNAPSHOT_FOLDER: text({ default: ".cache/snapshots" }),
  SNAPSHOT_EVERY_ROWS: integer({ min: 10, max: 10_000_000, default: 20_000 }),
} as const;

type Config = ReturnType<typeof readConfig<typeof settings>>;

/** Only what connects to the bus has keys: CORE_ROLE=migrate is given none. */
export function readSettings(from?: Record<string, string | undefined>): Config {
  const read = readConfig(settings, from);
  if (read.CORE_ROLE === "migrate" || read.TIDEMARK_MODE !== "production") return read;
  refuseInProduction(read, { said: ["NODE_ID"], secrets: ["CORE_SIGNING_KEY"] });
  if (read.JOURNAL_DURABILITY === "single")
    throw new Error("JOURNAL_DURABILITY=single is for development: one disk is no record");
  return read;
}
