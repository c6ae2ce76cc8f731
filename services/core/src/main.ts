import { randomBytes, randomUUID } from "node:crypto";
import { getHeapStatistics } from "node:v8";
import { success } from "@tidemark/contracts";
import {
  type BusAccess,
  busAccessOf,
  type BusService,
  checkSigner,
  connectBus,
  coreKeysOf,
  coreSignerOf,
  createLog,
  lowerPriority,
  runService,
  sealsOf,
  systemTime,
  primaryUrl,
} from "@tidemark/kit-node";
import { readSettings } from "./config.ts";
import { engineMaker } from "./engine-machine.ts";
import { verifyInOwnProcess } from "./follower/snapshot-verifier.ts";
import { folderSnapshots, type SnapshotStore } from "./follower/snapshots.ts";
import { FundsProof } from "./funds-proof/funds-proof.ts";
import { keptSeenEpoch } from "./journal/seen-epoch-file.ts";
import { migrateCore } from "./journal/migrate.ts";
import { pgJournal } from "./journal/pg-journal.ts";
import { ensureCoreRoles, roleProblem, type RoleProblem } from "./journal/roles.ts";
import { readSkips } from "./journal/skips.ts";
import { CoreNode } from "./node.ts";
import type { Deps } from "./deps.ts";
import { Projector } from "./projector/projector.ts";
import { sendUpgrade } from "./send-upgrade.ts";

const config = readSettings();

const heapShareMax = 0.85;
const maker: typeof engineMaker = { ...engineMaker, skips: readSkips(config.SKIP_FILE, config.SKIP_SIGNERS) };
const log = createLog(`core-${config.CORE_ROLE}`);
/** In production the key decides: it must stand under this name among the public keys. */
const nodeId =
  config.NODE_ID !== ""
    ? config.NODE_ID
    : config.CORE_ROLE === "projector" || config.CORE_ROLE === "funds-proof"
      ? config.CORE_ROLE
      : "core-a";

const snapshotStore = (): SnapshotStore => folderSnapshots(config.SNAPSHOT_FOLDER, verifyInOwnProcess);

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

function keysOfThisProcess(): Pick<Deps, "seals" | "signer" | "coreKeys"> {
  const { BUS_KEYS, CORE_NAME: core, CORE_PUBLIC_KEYS: publicKeys, CORE_SIGNING_KEY, TIDEMARK_MODE: mode } = config;
  const signer = coreSignerOf(CORE_SIGNING_KEY, core, nodeId, mode);
  const coreKeys = coreKeysOf({ core, publicKeys, mode });
  checkSigner(signer, coreKeys);
  return { seals: sealsOf(BUS_KEYS, mode), signer, coreKeys };
}

const accessAs = (service: BusService): BusAccess =>
  busAccessOf(config, service, (problem) => log.error({ problem }, "bus: refused by the server"));

const busServiceOf = (role: typeof config.CORE_ROLE): BusService =>
  role === "projector" || role === "funds-proof" ? role : "core";

async function prepare(): Promise<Deps> {
  const keys = keysOfThisProcess();
  const urls = config.POSTGRES_URLS.split(",");
  await checkRole(urls);
  return {
    core: config.CORE_NAME,
    node: nodeId,
    durability: config.JOURNAL_DURABILITY,
    changeDurability: config.JOURNAL_DURABILITY_CHANGE === "yes",
    time: systemTime,
    chance: { next: Math.random, uuid: randomUUID },
    bus: await connectBus(config.NATS_URL, nodeId, accessAs(busServiceOf(config.CORE_ROLE))),
    ...keys,
    servers: urls.map((url) => pgJournal(url, config.JOURNAL_DURABILITY)),
    seen: keptSeenEpoch(config.SNAPSHOT_FOLDER, (why) => log.error({ why }, "epoch or timeline cannot be kept")),
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

async function startFundsProof(deps: Deps): Promise<() => Promise<void>> {
  lowerPriority(config.PROJECTOR_NICENESS);
  const url = await primaryUrl(config.POSTGRES_URLS.split(","));
  const rules = { everyMs: config.FUNDS_PROOF_EVERY_SECONDS * 1_000, randomBytes };
  const fundsProof = new FundsProof(deps, snapshotStore(), url, maker, rules, () => process.exit(3));
  fundsProof.start();
  return () => fundsProof.stop();
}

const starts = { node: startNode, projector: startProjector, "funds-proof": startFundsProof } as const;

runService(log, async () => {
  if (config.CORE_ROLE === "migrate") {
    const url = await primaryUrl(config.MIGRATION_URLS.split(","));
    // Production makes its roles itself, with passwords.
    if (config.TIDEMARK_MODE === "development") await ensureCoreRoles(url);
    await migrateCore(url);
    log.info("the tables are up to date");
    process.exit(0);
  }
  if (config.CORE_ROLE === "upgrade") {
    const bus = await connectBus(config.NATS_URL, `${nodeId}-upgrade`, accessAs("upgrade"));
    const { UPGRADE_TO: to, UPGRADE_MIGRATION: migration, UPGRADE_CODE_HASH: codeHash } = config;
    if (to === 0 || migration === "" || codeHash === "")
      throw new Error("UPGRADE_TO, UPGRADE_MIGRATION and UPGRADE_CODE_HASH must say what is sent");
    const deps = { bus, core: config.CORE_NAME, time: systemTime, ...keysOfThisProcess() };
    const code = await sendUpgrade(deps, { to, migration, codeHash });
    log.info({ to, code: code ?? "none" }, code === success ? "upgrade: done" : "upgrade: not done");
    process.exit(code === success ? 0 : 1);
  }
  const deps = await prepare();
  const stop = await starts[config.CORE_ROLE](deps);
  return [() => deps.bus.close(), watchHeap(), stop];
});
