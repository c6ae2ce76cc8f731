import {
  consoleCalls,
  defaultLang,
  defaultSite,
  instrumentsOf,
  type OperatorCommandCall,
  productIds,
} from "@tidemark/contracts";
import { type Asked, auditLog, brokenAt, createLog, type Database, openDatabase } from "@tidemark/kit-node";
import { throwAwayDatabase } from "@tidemark/kit-testing";
import { sql } from "kysely";
import { afterAll, beforeAll, expect, test } from "vitest";
import { migratePlatform } from "../migrate.ts";
import { approve, reject } from "./decide.ts";
import type { OperatorDeps } from "./deps.ts";
import { propose } from "./propose.ts";

// Random sequences on the real tables: whatever operators do at the same time, no command is sent that one person alone has wanted.
const people = [1, 2, 3, 4] as const;
const steps = 600;
const atOnce = 4;
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let owner: ReturnType<typeof openDatabase>;
let deps: OperatorDeps;

beforeAll(async () => {
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  owner = openDatabase(database.url, 6);
  const log = createLog("test");
  log.level = "silent";
  const assets = [{ id: 1, asset: "USDT", scale: 8, displayDecimals: 2 }];
  let now = 1_000;
  deps = {
    db: owner.db,
    clock: { now: () => (now += 1) },
    log,
    instruments: async () => instrumentsOf({ assets, markets: [] }),
    markets: async () => [],
    reopenAfterMs: 0,
    proposalValidMs: 1_000_000,
    wakeOutbox: () => undefined,
  };
});
afterAll(async () => {
  await owner?.close();
  await database?.drop();
});

function randomOf(start: number): (below: number) => number {
  let seed = start;
  return (below) => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return (seed >> 8) % below;
  };
}

/** A role that comes or goes while others act. */
async function changeRole(db: Database, uid: number, isGranted: boolean): Promise<void> {
  if (isGranted)
    await sql`insert into operator.roles (uid, role, granted_at) values (${uid}, 'treasury', 1) on conflict do nothing`.execute(
      db,
    );
  else await sql`delete from operator.roles where uid = ${uid}`.execute(db);
}

test("[U.39] random proposals and approvals at the same time, by four people on two devices each: never the same person twice", async () => {
  const random = randomOf(20_261_118);
  for (const uid of people) await changeRole(owner.db, uid, true);
  const ids: string[] = [];
  const askedBy = (uid: number): Asked => ({
    uid,
    core: "test",
    from: {
      ip: "203.0.113.7",
      lang: defaultLang,
      site: defaultSite,
      deviceId: random(2) === 0 ? `own-${uid}` : `shared-${uid >> 1}`,
      roles: ["treasury"],
    },
  });
  const outcomes = new Map<string, number>();
  async function act(step: number): Promise<void> {
    const asked = askedBy(people[random(4)]!);
    const choice = random(10);
    if (choice === 0) return changeRole(owner.db, people[random(4)]!, random(3) > 0);
    const id = ids[random(Math.max(1, ids.length))];
    const ask = { fund: "INSURANCE", product: productIds.futures_usdt, asset: "USDT", amount: String(step + 1) };
    const outcome =
      choice < 4 || id === undefined
        ? await propose(
            deps,
            consoleCalls.seedFund as unknown as OperatorCommandCall,
            { ...ask, exchange: "REAL", reason: "as was decided" },
            asked,
          )
        : choice === 9
          ? await reject(deps, { exchange: "REAL", id }, "another amount", asked)
          : await approve(deps, { exchange: "REAL", id }, asked);
    if (outcome.ok && outcome.value.state === "WAITING" && !ids.includes(outcome.value.id)) ids.push(outcome.value.id);
    const said = outcome.ok ? outcome.value.state : outcome.refusal;
    outcomes.set(said, (outcomes.get(said) ?? 0) + 1);
  }
  for (let step = 0; step < steps; step += atOnce)
    await Promise.all(Array.from({ length: atOnce }, (_, i) => act(step + i)));

  type Sent = { id: string; by: number; device: string; others: number[]; devices: string[] };
  const { rows } = await sql<Sent>`
    select p.id, p.by_uid::float8 as by, p.device_id as device, array_agg(a.uid::float8) as others, array_agg(a.device_id) as devices
    from operator.proposals p join operator.approvals a on a.proposal = p.id
    where p.number is not null group by p.id`.execute(owner.db);
  expect(rows.length).toBeGreaterThan(30);
  for (const { id, by, device, others, devices } of rows)
    expect([id, others.includes(by), devices.includes(device)]).toEqual([id, false, false]);
  // One command for each proposal that was approved, and none besides.
  const sent = await sql<{ count: number }>`select count(*)::integer as count from operator.outbox`.execute(owner.db);
  expect(sent.rows[0]!.count).toBe(rows.length);

  // Each step has its line, and the line before names another person.
  const lines = await auditLog.all(owner.db);
  expect(brokenAt(lines)).toBeUndefined();
  const stepsOf = Map.groupBy(lines, ({ subject }) => subject);
  for (const { id, by } of rows) {
    const own = stepsOf.get(id)!;
    expect(own.map(({ action }) => action)).toEqual(["proposed", "approved", "sent"]);
    expect([id, own[0]!.uid, own[1]!.uid === by]).toEqual([id, by, false]);
  }
  const made = await sql<{ count: number }>`select count(*)::integer as count from operator.proposals`.execute(
    owner.db,
  );
  expect(lines.filter(({ action }) => action === "proposed")).toHaveLength(made.rows[0]!.count);
  for (const said of ["SENT", "WAITING", "REJECTED", "OWN_APPROVAL", "PROPOSAL_FINAL", "NOT_OPERATOR"])
    expect([said, (outcomes.get(said) ?? 0) > 0]).toEqual([said, true]);
}, 60_000);
