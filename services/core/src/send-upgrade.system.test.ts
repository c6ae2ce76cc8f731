import { randomUUID } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { refusals, success } from "@tidemark/contracts";
import { type Bus, connectBus, coreSignerOf, systemTime } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { developmentKeysOf } from "../sim/asker.ts";
import { toyMaker } from "../sim/toy-machine.ts";
import { folderSnapshots } from "./follower/snapshots.ts";
import { migrateCore } from "./journal/migrate.ts";
import { pgJournal } from "./journal/pg-journal.ts";
import { noSeenEpoch } from "./journal/primary.ts";
import { CoreNode } from "./node.ts";
import { sendUpgrade } from "./send-upgrade.ts";
import { until } from "./testing/system-core.ts";

const natsUrl = "nats://127.0.0.1:4222";
const core = `test-${randomUUID().slice(0, 8)}`;
const keys = developmentKeysOf(core, ["core-a", "core-b"]);
const folder = mkdtempSync(join(tmpdir(), "tidemark-core-"));
const running: { node: CoreNode; bus: Bus }[] = [];
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let bus: Bus;
let reader: pg.Client;

async function startNode(name: string, logicVer: number): Promise<CoreNode> {
  const own = await connectBus(natsUrl, name);
  const deps = {
    core,
    node: name,
    durability: "single" as const,
    changeDurability: false,
    time: systemTime,
    chance: { next: Math.random, uuid: randomUUID },
    bus: own,
    ...keys,
    signer: coreSignerOf("", core, name, "development"),
    servers: [pgJournal(database.url, "single")],
    seen: noSeenEpoch(),
    maker: { ...toyMaker, logicVer },
    note: () => undefined,
  };
  const store = folderSnapshots(join(folder, name), async () => undefined);
  const node = new CoreNode(deps, store, { snapshotEveryRows: 1_000_000 }, () => undefined);
  running.push({ node, bus: own });
  node.start();
  return node;
}

/** As `CORE_ROLE=upgrade` on the host of a node. */
const upgrade = (by: string, signsFor = core): Promise<number | undefined> =>
  sendUpgrade(
    { bus, core, coreKeys: keys.coreKeys, signer: coreSignerOf("", signsFor, by, "development"), time: systemTime },
    { to: 2, migration: "m", codeHash: "c" },
  );

async function versionOfJournal(): Promise<number> {
  const { rows } = await reader.query<{ version: number }>("select max(logic_ver) as version from journal.journal");
  return rows[0]!.version;
}

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migrateCore(database.url);
  bus = await connectBus(natsUrl, "upgrade");
  reader = new pg.Client({ connectionString: database.url });
  await reader.connect();
});
afterAll(async () => {
  for (const { node, bus: own } of running) {
    await node.stop();
    await own.close();
  }
  await bus.close();
  await reader.end();
  await database.drop();
});

test("C2: an upgrade waits for every configured node, also for one that is down", async () => {
  // The journal began under the version before.
  const before = await startNode("core-a", 1);
  await until(() => before.isServing);
  await before.stop();
  const first = await startNode("core-a", 2);
  await until(() => first.isServing);
  expect(await upgrade("core-a")).toBe(refusals.CONFIG_INVALID.code);
  const second = await startNode("core-b", 2);
  await until(() => (second.replica?.seq ?? 0) > 0);
  // The leader has to receive its first heartbeat.
  await systemTime.sleep(600);
  expect(await upgrade("core-a", "another core")).toBeUndefined();
  expect(await upgrade("core-c")).toBeUndefined();
  expect(await versionOfJournal()).toBe(1);
  expect(await upgrade("core-b")).toBe(success);
  await until(async () => (await versionOfJournal()) === 2);
});
