import { createHash, type Hash } from "node:crypto";
import { success } from "@tidemark/contracts";
import { decodeCommand } from "@tidemark/contracts/codec";
import type { Command } from "@tidemark/contracts/journal";
import type { Machine } from "./machine.ts";
import {
  genesisLink,
  hashLength,
  type Link,
  type Row,
  readPayload,
  sameBytes,
  stateHashLength,
} from "./journal/row.ts";
import { noSkips, skipHash, type Skips } from "./journal/skips.ts";

/** How many batches back a leader's statement about its state can still be compared. */
const statementsKept = 4_096;

/** Numbers of events that one slice hashes at most: two megabytes, about as many milliseconds. */
const hashedPerSlice = 262_144;

/** Where a replica stands: the row it applied last and the running hash of everything that came out so far. */
export type Position = {
  readonly link: Link;
  readonly epoch: number;
  readonly tsUs: number;
  readonly chain: Uint8Array;
  /** Under which logic the next batch is applied: what the state was last upgraded to, whatever the build could do. */
  readonly logicVer: number;
};

export const genesisPosition: Position = {
  link: genesisLink,
  epoch: 0,
  tsUs: 0,
  chain: new Uint8Array(hashLength),
  logicVer: 1,
};

/** What applying needs to know of a row; the leader has it before the row was ever read back. */
export type Applicable = {
  readonly link: Link;
  readonly epoch: number;
  readonly tsUs: number;
  readonly logicVer: number;
  readonly payloadHash: Uint8Array;
  readonly commands: readonly Command[];
};

export const payloadHashOf = (payload: Uint8Array): Buffer => createHash("sha256").update(payload).digest();

/** The commands of a row as it was read. A row in the journal was decoded before it went in: failing here is damage. */
export function applicable(row: Row): Applicable {
  const payload = readPayload(row.payload);
  const bytes = payload.kind === "batch" ? payload.commands : [];
  return {
    link: { seq: row.seq, batchId: row.batchId, hash: row.hash },
    epoch: row.epoch,
    tsUs: row.tsUs,
    logicVer: row.logicVer,
    payloadHash: payloadHashOf(row.payload),
    commands: bytes.map((command) => decodeCommand(command, 0, command.length)),
  };
}

/** The version that a batch has taken its state to, if it has. */
function upgradedTo(commands: readonly Command[], codes: readonly number[]): number | undefined {
  let to: number | undefined;
  commands.forEach((command, i) => {
    if (command.type === "upgrade" && codes[i] === success) to = command.to;
  });
  return to;
}

/** The newest version that a reader of these commands must know. */
export function versionWanted(commands: readonly Command[]): number {
  let version = 0;
  for (const command of commands) if (command.type === "upgrade") version = Math.max(version, command.to);
  return version;
}

/** A batch that runs: its events go into the hash as they settle, so that the end of a large one is no longer than any other slice. */
type Running = { readonly batch: Applicable; readonly hash: Hash; hashed: number; isApplied: boolean };

/** A machine and its place in the journal. Leader, follower and projector each hold one. */
export class Replica {
  readonly machine: Machine;
  #position: Position;
  #current: Running | undefined;
  #applied: readonly Command[] = [];
  #stateHash: Buffer;
  readonly #statements = new Map<number, Buffer>();
  readonly #skips: Skips;

  constructor(machine: Machine, position: Position, skips: Skips = noSkips) {
    this.machine = machine;
    this.#skips = skips;
    this.#position = position;
    this.#stateHash = this.#hashState();
  }

  get position(): Position {
    return this.#position;
  }
  get seq(): number {
    return this.#position.link.seq;
  }
  /** Between batches: only then may anything be asked, hashed or snapshotted. */
  get isIdle(): boolean {
    return this.#current === undefined;
  }
  /** E_n and the accumulator after the batch applied last. */
  get stateHash(): Uint8Array {
    return this.#stateHash;
  }

  /** The commands of the batch applied last. */
  get commands(): readonly Command[] {
    return this.#applied;
  }

  begin(batch: Applicable): void {
    if (this.#current !== undefined) throw new Error("a batch is still running");
    if (batch.link.seq !== this.seq + 1) throw new Error(`row ${batch.link.seq} does not follow ${this.seq}`);
    const hash = createHash("sha256").update(this.#position.chain).update(batch.payloadHash);
    if (this.seq === genesisLink.seq) this.#startUnder(batch.logicVer);
    this.#current = { batch, hash, hashed: 0, isApplied: false };
    this.machine.begin(Math.floor(batch.tsUs / 1000), batch.commands, this.#skips.of(batch.link.seq));
  }

  /** A journal begins under the version that its first row says; only upgrades change it. */
  #startUnder(logicVer: number): void {
    this.machine.startUnder(logicVer);
    this.#position = { ...this.#position, logicVer };
  }

  /** One slice; true when the batch has ended and the replica stands behind it. */
  run(): boolean {
    const running = this.#current;
    if (running === undefined) return true;
    running.isApplied ||= this.machine.run();
    if (!this.#hashSettled(running) || !running.isApplied) return false;
    this.#conclude(running);
    return true;
  }

  /** False: there is more to hash than one slice may. */
  #hashSettled(running: Running): boolean {
    const settled = this.machine.settledEvents();
    const to = Math.min(settled, running.hashed + hashedPerSlice);
    if (to > running.hashed) {
      const numbers = this.machine.events().subarray(running.hashed, to);
      running.hash.update(new Uint8Array(numbers.buffer, numbers.byteOffset, numbers.byteLength));
      running.hashed = to;
    }
    return to === settled;
  }

  #conclude({ batch, hash }: Running): void {
    const skipped = this.#skips.of(batch.link.seq);
    if (skipped !== undefined) hash.update(skipHash(batch.link.seq, skipped));
    const chain = hash.digest();
    const logicVer = upgradedTo(batch.commands, this.machine.results.code) ?? this.#position.logicVer;
    this.#position = { link: batch.link, epoch: batch.epoch, tsUs: batch.tsUs, chain, logicVer };
    this.#current = undefined;
    this.#applied = batch.commands;
    this.#stateHash = this.#hashState();
    this.#statements.set(this.seq, this.#stateHash);
    this.#statements.delete(this.seq - statementsKept);
  }

  #hashState(): Buffer {
    const out = Buffer.allocUnsafe(stateHashLength);
    out.set(this.#position.chain, 0);
    const { high, low } = this.machine.accumulator();
    out.writeInt32LE(high | 0, hashLength);
    out.writeInt32LE(low | 0, hashLength + 4);
    return out;
  }

  /** The state hash behind an earlier batch; undefined when it is too long ago. */
  statementAt(seq: number): Uint8Array | undefined {
    return seq === this.seq ? this.#stateHash : this.#statements.get(seq);
  }

  /** Does what a leader wrote about its state differ from ours? What is too long ago cannot be compared. */
  contradicts(row: Row): boolean {
    const ours = this.statementAt(row.stateSeq);
    return ours !== undefined && !sameBytes(ours, row.stateHash);
  }
}
