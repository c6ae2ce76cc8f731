import { packAnnouncement, packMismatch } from "@tidemark/contracts/codec";
import { subjects } from "@tidemark/kit-node";
import { beforeEach, describe, expect, test } from "vitest";
import { readPayload } from "../src/journal/row.ts";
import { checkCalls, checkStates, replayModel } from "./checks.ts";
import { Asker } from "./asker.ts";
import { Client } from "./clients.ts";
import { Cluster, coreName, keys, signerOf } from "./cluster.ts";
import { SimServer } from "./sim-postgres.ts";
import { Actor } from "./stage.ts";
import type { ToyMachine } from "./toy-machine.ts";

let cluster: Cluster;
let client: Client;

function open(durability: "single" | "standby"): void {
  cluster = new Cluster(42, durability);
  client = new Client(101, coreName, cluster.stage, cluster.bus, cluster.chance, keys);
  client.start();
}
const play = (ms: number): Promise<void> => cluster.stage.play(cluster.stage.now + ms);
const leader = () => cluster.hosts.find((host) => host.node?.isServing === true)!;
const answeredSince = (since: number): number =>
  client.calls.filter(({ answeredAt }) => answeredAt !== undefined && answeredAt >= since).length;
const epoch = (): number => cluster.primary.rows.at(-1)!.epoch;

/** Whatever was said agrees with the journal as it stands now. */
function expectTruth(): void {
  const model = replayModel(cluster.primary.rows);
  expect(model.problems).toEqual([]);
  expect(checkCalls(client.calls, model, () => false)).toEqual([]);
  expect(checkStates(cluster.sighted, model, () => false)).toEqual([]);
}

describe("with a standby", () => {
  beforeEach(async () => {
    open("standby");
    await play(3_000);
  });

  test("[4.1.4] one of three nodes leads, and the other two follow it", () => {
    expect(cluster.hosts.filter((host) => host.node?.role === "leading")).toHaveLength(1);
    expect(epoch()).toBe(1);
    expect(answeredSince(0)).toBeGreaterThan(50);
    expectTruth();
  });

  test("[4.1.2] without its standby the journal acks nothing, and goes on by itself when the standby is back", async () => {
    cluster.primary.isLinkUp = false;
    await play(50);
    const since = cluster.stage.now;
    await play(1_800);
    expect(answeredSince(since)).toBe(0);
    cluster.primary.isLinkUp = true;
    cluster.primary.ship();
    const back = cluster.stage.now;
    await play(1_000);
    expect(answeredSince(back)).toBeGreaterThan(20);
    expect(epoch()).toBe(1);
    expectTruth();
  });

  test("[4.1.3] a commit answered with a warning is believed only behind a barrier row", async () => {
    cluster.primary.isLinkUp = false;
    await play(300);
    const since = cluster.stage.now;
    cluster.primary.cancelWait();
    const doubted = cluster.primary.rows.at(-1)!;
    await play(300);
    expect(answeredSince(since)).toBe(0);
    cluster.primary.isLinkUp = true;
    cluster.primary.ship();
    await play(1_500);
    const barrier = cluster.primary.rows[doubted.seq + 1]!;
    expect(readPayload(barrier.payload)).toMatchObject({ kind: "batch", commands: [] });
    expect(barrier.durableThrough).toBe(doubted.durableThrough);
    expect(answeredSince(since)).toBeGreaterThan(0);
    expect(epoch()).toBe(1);
    expectTruth();
  });

  test("[4.2] a leader that wakes from a long pause ends within a second and without a word", async () => {
    const { actor } = leader();
    actor.isPaused = true;
    await play(3_000);
    expect(epoch()).toBe(2);
    cluster.stage.resume(actor);
    const since = cluster.stage.now;
    const heard = client.announced.length;
    await play(1_000);
    expect(actor.isDead).toBe(true);
    expect(client.announced.slice(heard).every((announcement) => announcement.epoch === 2)).toBe(true);
    expect(answeredSince(since)).toBeGreaterThan(20);
    expectTruth();
  });

  test("[4.1.3] rows that the promoted standby never had are not answered, not announced and not applied", async () => {
    const old = cluster.primary;
    const next = old.standby!;
    old.isLinkUp = false;
    await play(200);
    old.crash();
    old.restart();
    await play(200);
    expect(old.rows.length).toBeGreaterThan(next.rows.length);
    old.crash();
    old.standby = undefined;
    next.promote(2);
    cluster.primary = next;
    old.follow(next);
    await play(4_000);
    expect(answeredSince(cluster.stage.now - 1_000)).toBeGreaterThan(20);
    expectTruth();
  });

  test("[4.1.3] an old primary that lives on beside the new one is believed by nobody, not even after a restart", async () => {
    const old = cluster.primary;
    const next = old.standby!;
    old.standby = undefined;
    next.promote(2);
    new SimServer("pg-c", cluster.stage, cluster.chance, "standby").follow(next);
    cluster.primary = next;
    await play(100);
    const left = old.wal.length;
    for (const host of cluster.hosts) cluster.kill(host);
    await play(5_000);
    expect(old.wal.length).toBe(left);
    expect(answeredSince(cluster.stage.now - 1_000)).toBeGreaterThan(20);
    expectTruth();
  });

  test("[4.7] a leader whose clock is set does not go on leading with it", async () => {
    const { actor } = leader();
    actor.clockAheadMs = 60_000;
    await play(1_000);
    expect(actor.isDead).toBe(true);
    await play(2_500);
    expect(epoch()).toBeGreaterThan(1);
    const times = cluster.primary.rows.map((row) => row.tsUs);
    expect(times.every((tsUs, i) => i === 0 || tsUs > times[i - 1]!)).toBe(true);
    expectTruth();
  });

  test("[4.1.4] a cold cluster starts: everybody killed at once, a leader again within five seconds", async () => {
    for (const host of cluster.hosts) cluster.kill(host);
    const since = cluster.stage.now;
    await play(5_000);
    expect(answeredSince(since)).toBeGreaterThan(20);
    expectTruth();
  });
});

describe("when states differ", () => {
  const spoil = (host: Cluster["hosts"][number]): void => (host.node!.replica!.machine as ToyMachine).spoil();
  beforeEach(async () => {
    open("single");
    await play(3_000);
  });

  test("[4.5] a follower whose state is another than the leader's leaves, and the leader goes on", async () => {
    const { actor: led } = leader();
    const odd = cluster.hosts.find((host) => host.actor !== led)!;
    const { actor } = odd;
    spoil(odd);
    await play(1_000);
    expect([actor.isDead, led.isDead]).toEqual([true, false]);
    expect(cluster.ends).toEqual(new Map([["contradicted", 1]]));
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
    const model = replayModel(cluster.primary.rows);
    expect([...model.problems, ...checkCalls(client.calls, model, () => false)]).toEqual([]);
  });

  test("[4.5] a leader that two followers contradict at one batch halts, and nobody leads on from its rows", async () => {
    const led = leader();
    const { actor } = led;
    spoil(led);
    await play(1_000);
    expect(actor.isDead).toBe(true);
    const rows = cluster.primary.rows.length;
    const since = cluster.stage.now;
    await play(8_000);
    expect(answeredSince(since)).toBe(0);
    expect(cluster.primary.rows.length).toBe(rows);
  });

  test("[4.5] two words of one follower, and words about two batches, are not two followers", async () => {
    const { actor, name } = leader();
    const [x, y] = cluster.hosts.flatMap((host) => (host.name === name ? [] : [host.name])) as [string, string];
    const say = (node: string, seq: number): void =>
      cluster.bus
        .of(cluster.hosts[0]!.actor)
        .publish(
          subjects(coreName).mismatches,
          packMismatch({ node, epoch: 1, seq, stateHash: new Uint8Array(40) }, signerOf(node)),
        );
    say(x, 5);
    say(x, 5);
    say(y, 6);
    await play(500);
    expect(actor.isDead).toBe(false);
    say(y, 5);
    await play(500);
    expect(actor.isDead).toBe(true);
  });
});

describe("what cannot be true", () => {
  beforeEach(async () => {
    open("single");
    await play(3_000);
  });
  const publish = (subject: string, message: Uint8Array): void =>
    cluster.bus.of(cluster.hosts[0]!.actor).publish(subject, message);
  const announce = (announced: number, seq: number): void => {
    const batch = { epoch: announced, seq, batchId: "b", at: 0, part: 0, parts: 1, events: new Float64Array(0) };
    publish(subjects(coreName).announcements, packAnnouncement(batch, signerOf("node-1")));
  };

  test("C2: objections about a batch that is not applied yet end no leader", async () => {
    const { actor } = leader();
    const seq = cluster.primary.rows.length + 1_000;
    for (const { name: node } of cluster.hosts)
      publish(
        subjects(coreName).mismatches,
        packMismatch({ node, epoch: 1, seq, stateHash: new Uint8Array(40) }, signerOf(node)),
      );
    await play(500);
    expect(actor.isDead).toBe(false);
  });

  test("C2: an epoch far above the journal is believed by nobody, and elections go on from the journal", async () => {
    announce(Number.MAX_SAFE_INTEGER, 1_000_000);
    await play(500);
    expect(cluster.hosts.map((host) => host.epoch)).toEqual([1, 1, 1]);
    cluster.kill(leader());
    await play(3_000);
    expect(epoch()).toBe(2);
    expect(cluster.hosts.every((host) => host.node!.role !== "ended")).toBe(true);
  });

  test("C2: numbers one above the last do not climb: the journal's row decides", async () => {
    for (let step = 2; step < 50; step += 1) {
      announce(step, 1_000_000 + step);
      await play(50);
    }
    expect(Math.max(...cluster.hosts.map((host) => host.epoch))).toBeLessThanOrEqual(epoch() + 1);
  });

  test("C2: a node that remembers the last number of all writes no row that nobody could read", async () => {
    for (const host of cluster.hosts) host.epoch = Number.MAX_SAFE_INTEGER;
    const rows = cluster.primary.rows.length;
    cluster.kill(leader());
    await play(5_000);
    expect(cluster.primary.rows.slice(rows).filter((row) => row.epoch > 1)).toEqual([]);
    expect([...cluster.ends.keys()]).not.toContain("damaged");
    for (const host of cluster.hosts) host.epoch = 1;
    await play(3_000);
    expect(epoch()).toBe(2);
  });
});

describe("an upgrade", () => {
  const upgrade = async (): Promise<number | undefined> => {
    const bus = cluster.bus.of(new Actor("operator"));
    const asker = new Asker(coreName, "operator", bus, cluster.stage.timeOf(new Actor("operator")), {
      ...keys,
      signer: signerOf("node-1"),
    });
    asker.epoch = epoch();
    const draft = { type: "upgrade", producer: 9, number: 900_001, to: 2, migration: "m", codeHash: "c" } as const;
    const [request] = asker.send([asker.encode(draft)], "core");
    await play(300);
    return asker.answers.get(request!)?.code;
  };
  const versions = (): number[] => [...new Set(cluster.primary.rows.map((row) => row.logicVer))];
  beforeEach(async () => {
    open("single");
    await play(3_000);
    for (const host of cluster.hosts) {
      host.logicVer = 2;
      cluster.kill(host);
    }
    await play(4_000);
  });

  test("[4.11] a journal that nobody has written yet begins under the version of the build", async () => {
    open("single");
    for (const host of cluster.hosts) host.logicVer = 2;
    await play(3_000);
    expect(cluster.primary.rows.slice(1).every((row) => row.logicVer === 2)).toBe(true);
    expect(cluster.hosts.map((host) => host.node!.replica!.position.logicVer)).toEqual([2, 2, 2]);
  });

  test("[4.11] rows carry the version of the state, not of the build, and change with the upgrade's own row", async () => {
    expect(versions()).toEqual([1]);
    const before = cluster.primary.rows.length;
    expect(await upgrade()).toBe(200);
    await play(500);
    expect(versions()).toEqual([1, 2]);
    expect(cluster.primary.rows.slice(0, before).every((row) => row.logicVer === 1)).toBe(true);
    // Whoever leads next goes on under it, and every node has a snapshot behind it.
    const led = epoch();
    cluster.kill(leader());
    await play(4_000);
    expect(cluster.primary.rows.at(-1)).toMatchObject({ epoch: led + 1, logicVer: 2 });
    expect(cluster.hosts.map((host) => host.node!.replica!.position.logicVer)).toEqual([2, 2, 2]);
  });

  test("[4.11] it is refused while one node alive does not know the version, and that node reads on", async () => {
    const { actor } = leader();
    const old = cluster.hosts.find((host) => host.actor !== actor)!;
    old.logicVer = 1;
    cluster.kill(old);
    await play(3_000);
    expect(await upgrade()).toBe(50_007);
    expect(versions()).toEqual([1]);
    expect(old.node!.role).toBe("following");
    old.logicVer = 2;
    cluster.kill(old);
    await play(3_000);
    expect(await upgrade()).toBe(200);
    expect(versions()).toEqual([1, 2]);
  });

  test("[4.11] a node that comes back with an old build stops at the upgrade instead of guessing", async () => {
    expect(await upgrade()).toBe(200);
    const { actor } = leader();
    const old = cluster.hosts.find((host) => host.actor !== actor)!;
    old.logicVer = 1;
    cluster.kill(old);
    await play(3_000);
    expect(cluster.ends.get("too_new")).toBeGreaterThan(0);
    expect(actor.isDead).toBe(false);
  });
});

describe("alone", () => {
  beforeEach(async () => {
    open("single");
    await play(3_000);
  });

  test("[4.1.5] a journal that was set back makes everybody drop what never happened and go on from it", async () => {
    const seq = cluster.primary.rows.length - 20;
    const lost = cluster.primary.rows[seq + 10]!;
    cluster.primary.restore(seq);
    await play(4_000);
    const model = replayModel(cluster.primary.rows);
    expect(model.stateHashes.has(lost.batchId)).toBe(false);
    for (const { node } of cluster.hosts)
      expect(model.stateHashes.get(node!.replica!.position.link.batchId)).toBe(
        Buffer.from(node!.replica!.stateHash).toString("hex"),
      );
    expect(answeredSince(cluster.stage.now - 1_000)).toBeGreaterThan(20);
  });

  test("[4.1.3] a lost answer is settled in the same epoch", async () => {
    cluster.primary.lostAnswers = 1;
    await play(30);
    cluster.primary.lostAnswers = 0;
    await play(1_000);
    expect(epoch()).toBe(1);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
    expectTruth();
  });

  test("[4.1.3] a row that is found after ten seconds without an answer is proven by a barrier and applied", async () => {
    const { actor } = leader();
    const others = cluster.hosts.filter((host) => host.actor !== actor);
    for (const other of others) other.actor.isPaused = true;
    cluster.primary.flushMs = [400, 500];
    await play(1_000);
    // The insert has arrived; its answer gets lost and the line stays open.
    cluster.primary.cutOff.add(actor.name);
    await play(600);
    cluster.primary.cutOff.delete(actor.name);
    cluster.primary.flushMs = [0.3, 1.5];
    const doubted = cluster.primary.rows.at(-1)!;
    await play(8_000);
    expect(cluster.primary.rows.at(-1)).toBe(doubted);
    await play(3_000);
    expect(actor.isDead).toBe(false);
    const barrier = cluster.primary.rows[doubted.seq + 1]!;
    expect(readPayload(barrier.payload)).toMatchObject({ kind: "batch", commands: [] });
    expect(barrier.durableThrough).toBe(doubted.durableThrough);
    for (const other of others) cluster.stage.resume(other.actor);
    await play(1_000);
    expect(epoch()).toBe(1);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
    expectTruth();
  });

  test("[4.1.4] no epoch is used twice, though the journal was set back behind two of them", async () => {
    const seq = cluster.primary.rows.length - 1;
    for (let i = 0; i < 2; i += 1) {
      cluster.kill(leader());
      await play(3_000);
    }
    expect(epoch()).toBe(3);
    cluster.primary.restore(seq);
    await play(5_000);
    expect(epoch()).toBe(4);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
  });

  test("[4.1.4] nor though everybody was killed meanwhile", async () => {
    const seq = cluster.primary.rows.length - 1;
    for (let i = 0; i < 2; i += 1) {
      cluster.kill(leader());
      await play(3_000);
    }
    for (const host of cluster.hosts) cluster.kill(host);
    cluster.primary.restore(seq);
    await play(5_000);
    expect(epoch()).toBe(4);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
  });

  test("[4.1.4] a leader that does not know of a higher epoch is followed by one that does", async () => {
    const seq = cluster.primary.rows.length - 1;
    for (let i = 0; i < 2; i += 1) {
      cluster.kill(leader());
      await play(3_000);
    }
    const knows = cluster.hosts.find((host) => host !== leader())!;
    knows.actor.isPaused = true;
    for (const host of cluster.hosts) {
      if (host === knows) continue;
      cluster.kill(host);
      // Its disk is another one.
      host.epoch = 0;
    }
    cluster.primary.restore(seq);
    await play(4_000);
    expect(epoch()).toBe(2);
    cluster.stage.resume(knows.actor);
    await play(4_000);
    expect(epoch()).toBe(4);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
  });

  test("[4.6] a leader without a follower takes its own snapshots, one with followers leaves it to them", async () => {
    const led = leader();
    await play(20_000);
    expect(await led.store.list()).toEqual([]);
    for (const host of cluster.hosts) if (host !== led) host.actor.isPaused = true;
    await play(3_000);
    const [newest] = await led.store.list();
    expect(newest).toBeGreaterThan(cluster.primary.rows.length - 400);
    expectTruth();
  });

  test("[4.8] without a bus nothing is answered and nothing is lost", async () => {
    cluster.bus.isDown = true;
    await play(3_000);
    cluster.bus.isDown = false;
    await play(2_000);
    expect(answeredSince(cluster.stage.now - 500)).toBeGreaterThan(10);
    expectTruth();
  });
});
