import type { Parts } from "../parts.ts";
import type { Replica } from "../replica.ts";
import { encodeSnapshot } from "./snapshot-file.ts";
import type { SnapshotStore } from "./snapshots.ts";

export type SnapshotRules = {
  readonly snapshotEveryRows: number;
};

/** Counts rows and keeps a snapshot when there are enough of them. Never two at once. */
export class SnapshotTaker {
  readonly #parts: Parts;
  readonly #store: SnapshotStore;
  readonly #rules: SnapshotRules;
  #rows = 0;
  #isSaving = false;

  constructor(parts: Parts, store: SnapshotStore, rules: SnapshotRules) {
    this.#parts = parts;
    this.#store = store;
    this.#rules = rules;
  }

  applied(count: number): void {
    this.#rows += count;
  }
  get isDue(): boolean {
    return this.#rows >= this.#rules.snapshotEveryRows;
  }

  /** Between batches; resolves when the snapshot is kept or was found wanting. */
  async save(replica: Replica | undefined): Promise<void> {
    if (replica === undefined || !replica.isIdle || this.#isSaving) return;
    this.#isSaving = true;
    this.#rows = 0;
    const { seq } = replica;
    try {
      await this.#store.keep(seq, encodeSnapshot(replica, this.#parts.maker.logicVer));
    } catch (error) {
      this.#parts.note("alarm", "snapshot not kept", { seq, why: (error as Error).message });
    }
    this.#isSaving = false;
  }
}
