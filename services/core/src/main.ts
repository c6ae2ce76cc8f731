import { execFile } from "node:child_process";
import { randomUUID } from "node:crypto";
import { hostname } from "node:os";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { getHeapStatistics } from "node:v8";
import {
  busSettings,
  choice,
  connectBus,
  createLog,
  integer,
  lowerPriority,
  modeSetting,
  postgresSettings,
  readConfig,
  runService,
  sealsOf,
  systemTime,
  text,
  primaryUrl,
} from "@tidemark/kit-node";
import { engineMaker } from "./engine-machine.ts";
import { folderSnapshots, type SnapshotStore } from "./follower/snapshots.ts";
import { keptSeenEpoch } from "./journal/seen-epoch-file.ts";
import { migrateCore } from "./journal/migrate.ts";
import { pgJournal } from "./journal/pg-journal.ts";
import { ensureCoreRoles, roleProblem, type RoleProblem } from "./journal/roles.ts";
import { readSkips } from "./journal/skips.ts";
import { durabilities } from "./journal/row.ts";
import { CoreNode } from "./node.ts";
import type { Deps } from "./deps.ts";
import { Projector } from "./projector/projector.ts";

const config = readConfig({
  ...modeSetting,
  ...postgresSettings,
  ...busSettings,
  CORE_ROLE: choice(["node", "projector", "migrate"], "node"),
  /** The owner's way to the same hosts; only CORE_ROLE=migrate is given it. */
  MIGRATION_URLS: text({ default: "postgres://postgres@127.0.0.1:5432/tidemark" }),
  JOURNAL_DURABILITY: choice(durabilities),
  /** Lead a journal that was last written under the other durability. */
  JOURNAL_DURABILITY_CHANGE: choice(["no", "yes"], "no"),
  NODE_ID: text({ default: `${hostname()}-${process.pid}` }),
  /** Commands to pass over, signed by two of the signers; on every node or on none. See src/journal/skips.ts. */
  SKIP_FILE: text({ default: "" }),
  SKIP_SIGNERS: text({ default: "" }),
  /** Niceness of the projector: on a machine that it shares with a node, orders come before their history. */
  PROJECTOR_NICENESS: integer({ min: 0, max: 19, default: 5 }),
  SNAPSHOT_FOLDER: text({ default: ".cache/snapshots" }),
  SNAPSHOT_EVERY_ROWS: integer({ min: 10, max: 10_000_000, default: 20_000 }),
});

const heapShareMax = 0.85;
const maker: typeof engineMaker = { ...engineMaker, skips: readSkips(config.SKIP_FILE, config.SKIP_SIGNERS) };
const log = createLog(`core-${config.CORE_ROLE}`);
const run = promisify(execFile);
const verifier = fileURLToPath(new URL("./follower/verify-snapshot.ts", import.meta.url));

const snapshotStore = (): SnapshotStore =>
  folderSnapshots(config.SNAPSHOT_FOLDER, async (path) => void (await run(process.execPath, [verifier, path])));

/** Any server of the cluster can say; a node may start while the primary is away. */
async function problemOfRole(urls: readonly string[]): Promise<RoleProblem | undefined> {
  const tries = await Promise.allSettled(urls.map((url) => roleProblem(url)));
  const said = tries.find((one) => one.status === "fulfilled");
  if (said === undefined) throw (tries[0] as PromiseRejectedResult).reason as Error;
  return said.value;
}

/** In development one person may be everybody; in production whoever runs the exchange must not be able to change its record. */
async function checkRole(urls: readonly string[]): Promise<void> {
  const problem = await problemOfRole(urls);
  if (problem === "no_tables") throw new Error("the journal's tables are not there: run CORE_ROLE=migrate first");
  if (problem === undefined) return;
  const words = "this role may change rows of the journal; a running process may only read and append";
  if (config.TIDEMARK_MODE === "production") throw new Error(words);
  log.warn(words);
}

async function prepare(): Promise<Deps> {
  if (config.TIDEMARK_MODE === "production" && config.JOURNAL_DURABILITY === "single")
    throw new Error("JOURNAL_DURABILITY=single is for development: one disk is no record");
  const urls = config.POSTGRES_URLS.split(",");
  await checkRole(urls);
  return {
    core: config.CORE_NAME,
    node: config.NODE_ID,
    durability: config.JOURNAL_DURABILITY,
    changeDurability: config.JOURNAL_DURABILITY_CHANGE === "yes",
    time: systemTime,
    chance: { next: Math.random, uuid: randomUUID },
    bus: await connectBus(config.NATS_URL, config.NODE_ID),
    seals: sealsOf(config.BUS_KEYS, config.TIDEMARK_MODE),
    servers: urls.map((url) => pgJournal(url, config.JOURNAL_DURABILITY)),
    seen: keptSeenEpoch(config.SNAPSHOT_FOLDER, (why) => log.error({ why }, "the epoch cannot be kept")),
    maker,
    note: (kind, fact, fields = {}) => (kind === "alarm" ? log.error(fields, fact) : log.info(fields, fact)),
  };
}

/** A process that runs out of memory stops in the middle of anything; one that leaves in time is replaced. */
function watchHeap(): () => Promise<void> {
  const timer = setInterval(() => {
    const { used_heap_size: used, heap_size_limit: limit } = getHeapStatistics();
    if (used < limit * heapShareMax) return;
    log.fatal({ used, limit }, "out of memory soon");
    process.exit(4);
  }, 1_000);
  return async () => clearInterval(timer);
}

async function startNode(deps: Deps): Promise<() => Promise<void>> {
  // Whoever stops leading has nothing left to say: a connection closed in good order would only take time.
  const node = new CoreNode(deps, snapshotStore(), { snapshotEveryRows: config.SNAPSHOT_EVERY_ROWS }, () =>
    process.exit(3),
  );
  node.start();
  return () => node.stop();
}

async function startProjector(deps: Deps): Promise<() => Promise<void>> {
  lowerPriority(config.PROJECTOR_NICENESS);
  // The history stands beside the journal. When another server is promoted the projector ends, is started again, and finds it there.
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const projector = new Projector(deps, snapshotStore(), url, maker, () => process.exit(3));
  projector.start();
  return () => projector.stop();
}

runService(log, async () => {
  if (config.CORE_ROLE === "migrate") {
    const url = await primaryUrl(config.MIGRATION_URLS.split(","));
    // Production makes its roles itself, with passwords.
    if (config.TIDEMARK_MODE === "development") await ensureCoreRoles(url);
    await migrateCore(url);
    log.info("the tables are up to date");
    process.exit(0);
  }
  const deps = await prepare();
  const stop = await (config.CORE_ROLE === "node" ? startNode(deps) : startProjector(deps));
  return [() => deps.bus.close(), watchHeap(), stop];
});
