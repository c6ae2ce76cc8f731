import { checkAnnouncements, checkCalls, checkStates, replayModel } from "./checks.ts";
import { Client } from "./clients.ts";
import { Cluster, coreName, keys } from "./cluster.ts";
import { planFaults } from "./faults.ts";

const warmUpMs = 3_000;
const troubleMs = 15_000;
/** A leader again within this time of the last fault. */
const recoveryMaxMs = 5_000;
/** Longer than the ten seconds that a leader which was cut off may wait for its answer before it leaves and is started again. */
const quietMs = 12_000;
const settleMs = 2_000;

export type ProtocolRun = {
  readonly seed: number;
  readonly durability: string;
  readonly violations: readonly string[];
  readonly faults: readonly string[];
  readonly rows: number;
  readonly commands: number;
  readonly answered: number;
  readonly elections: number;
  readonly recoveredMs: number;
  readonly simulatedMs: number;
  readonly ends: Readonly<Record<string, number>>;
};

/** One run of the real leader, candidate and follower on simulated servers; the seed repeats it exactly. */
export async function runProtocolSim(seed: number): Promise<ProtocolRun> {
  const cluster = new Cluster(seed, seed % 3 === 0 ? "single" : "standby");
  const { stage, chance } = cluster;
  const clients = [101, 102].map((uid) => new Client(uid, coreName, stage, cluster.bus, chance, keys));
  for (const client of clients) client.start();

  const planned = planFaults(cluster, warmUpMs, warmUpMs + troubleMs);
  const setBacks: { seq: number; at: number }[] = [];
  for (const fault of planned)
    cluster.trouble(fault.atMs, () => {
      fault.begin();
      if (fault.name === "restore") setBacks.push({ seq: cluster.primary.wal.length - 1, at: stage.now });
    });
  while (stage.now < cluster.lastFaultMs) await stage.play(cluster.lastFaultMs);
  const { lastFaultMs } = cluster;
  await stage.play(lastFaultMs + quietMs);
  for (const client of clients) client.stop();
  await stage.play(lastFaultMs + quietMs + settleMs);

  const { rows } = cluster.primary;
  const model = replayModel(rows);
  const wasSetBack = (seq: number, heardAt: number): boolean =>
    setBacks.some((one) => seq > one.seq && heardAt <= one.at + settleMs);
  const wasLost = (seq: number): boolean => setBacks.some((one) => seq > one.seq);
  const calls = clients.flatMap((client) => client.calls);
  const recoveredMs = Math.min(...clients.map((client) => client.servedAfter(lastFaultMs))) - lastFaultMs;
  const violations = [
    ...model.problems,
    ...checkCalls(calls, model, wasSetBack),
    ...checkAnnouncements(clients, model, wasLost),
    ...checkStates(cluster.sighted, model, wasLost),
    ...(recoveredMs > recoveryMaxMs ? [`no leader within 5 s of the last fault (${Math.round(recoveredMs)} ms)`] : []),
    ...strays(cluster, model.stateHashes),
  ];
  for (const host of cluster.hosts) host.actor.isDead = true;
  return {
    seed,
    durability: cluster.durability,
    violations,
    faults: planned.map(({ name, atMs, lastsMs }) => `${name} ${Math.round(atMs)}+${Math.round(lastsMs)}`),
    rows: rows.length,
    commands: model.commandCount,
    answered: calls.filter(({ result }) => result !== undefined).length,
    elections: rows.at(-1)!.epoch,
    recoveredMs,
    simulatedMs: stage.now,
    ends: Object.fromEntries(cluster.ends),
  };
}

/** At the end everybody stands on the one journal. */
function strays(cluster: Cluster, stateHashes: ReadonlyMap<string, string>): string[] {
  return cluster.hosts.flatMap(({ name, node }) => {
    const replica = node?.replica;
    if (replica === undefined || replica.seq === 0) return [`${name} has no state at the end`];
    const expected = stateHashes.get(replica.position.link.batchId);
    return expected === Buffer.from(replica.stateHash).toString("hex") ? [] : [`C6 ${name} ends on another branch`];
  });
}
