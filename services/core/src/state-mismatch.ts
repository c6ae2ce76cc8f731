import { DecodeError, packMismatch, unpackMismatch } from "@tidemark/contracts/codec";
import { subjects } from "@tidemark/kit-node";
import { RejectedMessages } from "./rejected-messages.ts";
import { sameBytes, type Row } from "./journal/row.ts";
import type { Deps } from "./deps.ts";
import type { Replica } from "./replica.ts";

/** One follower that differs is wrong; of two that differ at the same batch it must be assumed that the leader is. */
const reportersMax = 2;
/** The bus may lose a message, and whoever objects is about to leave: it is said a few times. */
const saidTimes = 3;
const saidEveryMs = 100;
/** Batches about which mismatches are remembered; an epoch with more than these has other problems. */
const batchesKept = 256;

/** Says that the leader's statement in `row` about its state is not ours; resolves when it has been said. */
export async function reportMismatch(deps: Deps, row: Row, ours: Uint8Array): Promise<void> {
  const { bus, core, node, signer, time } = deps;
  const message = packMismatch({ node, epoch: row.epoch, seq: row.stateSeq, stateHash: ours }, signer);
  for (let i = 0; i < saidTimes; i += 1) {
    bus.publish(subjects(core).mismatches, message);
    await time.sleep(saidEveryMs);
  }
}

/** What a leader hears of followers that come to another state than it does. */
export class StateMismatches {
  readonly #deps: Deps;
  readonly #epoch: number;
  readonly #replica: Pick<Replica, "seq" | "statementAt">;
  readonly #outvoted: () => void;
  readonly #reporters = new Map<number, Set<string>>();
  readonly #rejected: RejectedMessages;
  #unsubscribe = (): void => undefined;

  constructor(
    deps: Deps,
    epoch: number,
    replica: Pick<Replica, "seq" | "statementAt">,
    /** At least two followers agree that the leader is wrong: it must not go on. */
    outvoted: () => void,
  ) {
    this.#deps = deps;
    this.#epoch = epoch;
    this.#replica = replica;
    this.#outvoted = outvoted;
    this.#rejected = new RejectedMessages(deps, "mismatches");
  }

  start(): void {
    const { bus, core } = this.#deps;
    this.#unsubscribe = bus.subscribe(subjects(core).mismatches, (bytes) => this.#hear(bytes));
  }

  stop(): void {
    this.#unsubscribe();
  }

  #hear(bytes: Uint8Array): void {
    try {
      const { node, epoch, seq, stateHash } = unpackMismatch(bytes, this.#deps.coreKeys);
      // A follower applies what the leader has applied: about a later batch nobody can have another state.
      if (epoch !== this.#epoch || node === this.#deps.node || seq > this.#replica.seq) return;
      const ours = this.#replica.statementAt(seq);
      // One that we cannot compare any more is believed: it was signed by a node that could.
      if (ours === undefined || !sameBytes(ours, stateHash)) this.#count(seq, node);
    } catch (error) {
      if (!(error instanceof DecodeError)) throw error;
      this.#rejected.add();
    }
  }

  #count(seq: number, node: string): void {
    const reporters = this.#reporters.get(seq) ?? new Set();
    if (reporters.has(node)) return;
    reporters.add(node);
    this.#reporters.set(seq, reporters);
    if (this.#reporters.size > batchesKept) this.#reporters.delete(this.#reporters.keys().next().value!);
    this.#deps.note("alarm", "a follower contradicts this leader's state", { seq, node, reporters: reporters.size });
    if (reporters.size >= reportersMax) this.#outvoted();
  }
}
