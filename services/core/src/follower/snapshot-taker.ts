import type { Deps } from "../deps.ts";
import type { Replica } from "../replica.ts";
import { encodeSnapshot } from "./snapshot-file.ts";
import type { SnapshotStore } from "./snapshots.ts";

export type SnapshotRules = {
  readonly snapshotEveryRows: number;
};

/** Counts rows and keeps a snapshot when there are enough of them. Never two at once. */
export class SnapshotTaker {
  readonly #deps: Deps;
  readonly #store: SnapshotStore;
  readonly #rules: SnapshotRules;
  #rows = 0;
  #logicVer: number | undefined;
  #isSaving = false;

  constructor(deps: Deps, store: SnapshotStore, rules: SnapshotRules) {
    this.#deps = deps;
    this.#store = store;
    this.#rules = rules;
  }

  /** True when a snapshot is due: behind enough rows, and behind an upgrade. */
  applied(replica: Replica, count: number): boolean {
    this.#rows += count;
    const { logicVer } = replica.position;
    const isUpgraded = this.#logicVer !== undefined && this.#logicVer !== logicVer;
    this.#logicVer ??= logicVer;
    return isUpgraded || this.#rows >= this.#rules.snapshotEveryRows;
  }

  /** Between batches; resolves when the snapshot is kept or was found wanting. */
  async save(replica: Replica | undefined): Promise<void> {
    if (replica === undefined || !replica.isIdle || this.#isSaving) return;
    this.#isSaving = true;
    this.#rows = 0;
    this.#logicVer = replica.position.logicVer;
    const { seq } = replica;
    try {
      await this.#store.keep(seq, encodeSnapshot(replica));
    } catch (error) {
      this.#deps.note("alarm", "snapshot not kept", { seq, why: (error as Error).message });
    }
    this.#isSaving = false;
  }
}
