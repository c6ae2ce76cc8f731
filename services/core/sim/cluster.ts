import { hashBytes, type Seal, sealLength, signatureLength, type Signer } from "@tidemark/contracts/codec";
import { commandClasses } from "@tidemark/contracts/journal";
import { snapshotsKept, type SnapshotStore, verifySnapshot } from "../src/follower/snapshots.ts";
import type { Durability } from "../src/journal/row.ts";
import { noSeenEpoch, type SeenEpoch } from "../src/journal/primary.ts";
import { CoreNode } from "../src/node.ts";
import type { BusKeys } from "./asker.ts";
import { SimBus } from "./sim-bus.ts";
import { SimServer } from "./sim-postgres.ts";
import { Actor, chanceOf, Stage } from "./stage.ts";
import { toyMaker } from "./toy-machine.ts";

export const coreName = "sim";
const snapshotEveryRows = 300;

/** Seals without cryptography: nobody forges here, and a run has hundreds of thousands of them. */
const sealWith =
  (seed: number): Seal =>
  (bytes) => {
    const { high, low } = hashBytes(bytes, 0, bytes.length, seed);
    const out = Buffer.alloc(sealLength);
    out.writeInt32LE(high, 0);
    out.writeInt32LE(low, 4);
    return out;
  };
const sealByClass = new Map<string, Seal>(
  commandClasses.flatMap((name, i) => (name === "core" ? [] : [[name, sealWith(i)]])),
);
const nodeNames = ["node-1", "node-2", "node-3"];
const signedBy = (node: string, bytes: Uint8Array): Buffer => {
  const out = Buffer.alloc(signatureLength, node.padEnd(8).slice(0, 8), "latin1");
  out.set(sealWith(nodeNames.indexOf(node) + 100)(bytes), 8);
  // Each message is signed alone.
  out.fill(0, signatureLength - 2);
  return out;
};
export const signerOf = (node: string): Signer => ({
  node,
  sign: (bodies) => bodies.map((bytes) => signedBy(node, bytes)),
});
/** What a gateway of the simulation holds, and the nodes without their own keys. */
export const keys: BusKeys = {
  seals: { of: (by) => sealByClass.get(by) },
  coreKeys: {
    nodes: nodeNames,
    signerOf: (bytes, signature) => nodeNames.find((node) => signedBy(node, bytes).equals(signature)),
  },
};

/** A machine that a node runs on, again and again: its disk outlives the process. */
type Host = {
  readonly name: string;
  readonly store: SnapshotStore;
  actor: Actor;
  node: CoreNode | undefined;
  clockAheadMs: number;
  /** The highest epoch that it has seen, on disk. */
  epoch: number;
  /** The newest logic version that the build installed there knows. */
  logicVer: number;
};

function memorySnapshots(): SnapshotStore {
  const kept = new Map<number, Uint8Array>();
  const list = (): number[] => [...kept.keys()].sort((a, b) => b - a);
  return {
    list: async () => list(),
    load: async (seq) => kept.get(seq)!,
    async keep(seq, bytes) {
      verifySnapshot(bytes, toyMaker);
      kept.set(seq, bytes);
      for (const old of list().slice(snapshotsKept)) kept.delete(old);
    },
    setAside: async (seq) => void kept.delete(seq),
  };
}

const seenEpochOf = (host: Host): SeenEpoch => ({
  ...noSeenEpoch(),
  get epoch() {
    return host.epoch;
  },
  set epoch(epoch) {
    host.epoch = epoch;
  },
});

/** What one node once held: the state hash behind a row. */
export type Sighted = {
  readonly node: string;
  readonly seq: number;
  readonly batchId: string;
  readonly stateHash: string;
};

/** Three nodes, two PostgreSQL servers (one under `single`), one bus, and a supervisor that starts again what has ended. */
export class Cluster {
  readonly stage = new Stage();
  readonly chance: ReturnType<typeof chanceOf>;
  readonly bus: SimBus;
  readonly durability: Durability;
  readonly hosts: Host[] = [];
  readonly servers: SimServer[];
  primary: SimServer;
  readonly sighted: Sighted[] = [];
  readonly ends = new Map<string, number>();
  lastFaultMs = 0;
  readonly #seen = new Map<string, number>();

  constructor(seed: number, durability: Durability) {
    this.chance = chanceOf(seed);
    this.durability = durability;
    this.bus = new SimBus(this.stage, this.chance);
    this.primary = new SimServer("pg-a", this.stage, this.chance, durability);
    this.servers = [this.primary];
    if (durability === "standby") {
      const standby = new SimServer("pg-b", this.stage, this.chance, durability);
      this.servers.push(standby);
      standby.follow(this.primary);
    }
    for (const name of nodeNames) {
      const host: Host = {
        name,
        store: memorySnapshots(),
        actor: new Actor(name),
        node: undefined,
        clockAheadMs: 0,
        epoch: 0,
        logicVer: 1,
      };
      this.hosts.push(host);
      this.stage.after(this.chance.between(0, 400), () => this.start(host));
    }
    this.stage.watch = (actor) => this.#sight(actor);
  }

  /** Something that a fault does or makes good; what comes after the last of these is peace. */
  trouble(ms: number, run: () => void): void {
    this.lastFaultMs = Math.max(this.lastFaultMs, this.stage.now + ms);
    this.stage.after(ms, run);
  }

  start(host: Host): void {
    host.actor = new Actor(host.name);
    host.actor.clockAheadMs = host.clockAheadMs;
    const { actor } = host;
    const deps = {
      core: coreName,
      node: host.name,
      durability: this.durability,
      changeDurability: false,
      time: this.stage.timeOf(actor),
      chance: this.chance,
      bus: this.bus.of(actor),
      ...keys,
      signer: signerOf(host.name),
      servers: this.servers.map((server) => server.for(actor)),
      seen: seenEpochOf(host),
      maker: { ...toyMaker, logicVer: host.logicVer },
      note: () => undefined,
    };
    host.node = new CoreNode(deps, host.store, { snapshotEveryRows }, (reason) => {
      this.ends.set(reason, (this.ends.get(reason) ?? 0) + 1);
      this.kill(host);
    });
    host.node.start();
  }

  /** kill -9, and the supervisor's next try. */
  kill(host: Host): void {
    if (host.actor.isDead) return;
    host.actor.isDead = true;
    host.node = undefined;
    this.bus.drop(host.actor);
    this.stage.after(this.chance.between(200, 700), () => this.start(host));
  }

  #sight(actor: Actor): void {
    const replica = this.hosts.find((host) => host.actor === actor)?.node?.replica;
    if (replica === undefined || replica.seq === 0 || !replica.isIdle || this.#seen.get(actor.name) === replica.seq)
      return;
    this.#seen.set(actor.name, replica.seq);
    const stateHash = Buffer.from(replica.stateHash).toString("hex");
    this.sighted.push({ node: actor.name, seq: replica.seq, batchId: replica.position.link.batchId, stateHash });
  }
}
