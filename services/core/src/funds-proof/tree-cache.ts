import type { LiabilityTree } from "./liability-tree.ts";

/** A tree and what finds an account's place in it. */
export type CachedTree = { readonly tree: LiabilityTree; readonly packed: Buffer; readonly nonceKey: Uint8Array };
/** Which tree: of what publication and asset. */
export type TreeName = { readonly stateSeq: number; readonly code: string };
type TreeSource = {
  /** Whether the account that asks is in the tree. */
  hasLeaf(): Promise<boolean>;
  build(): Promise<CachedTree | undefined>;
};
type TreeRules = {
  /** Beyond so many that wait, a build is refused. */
  readonly buildsMax: number;
  readonly leavesMax?: number;
  /** The newest publication. */
  readonly newest: () => number;
};

/** A leaf takes about 120 bytes in its tree: all trees together stay below half a gigabyte. The newest publication may need more. */
const defaultLeavesMax = 4_000_000;

const keyOf = ({ stateSeq, code }: TreeName): string => `${stateSeq} ${code}`;

/**
 * Trees in memory: those of the newest publication always, of the others the one asked for last longest. Trees that are not there are built
 * one at a time.
 */
export class TreeCache {
  readonly #rules: TreeRules;
  readonly #trees = new Map<string, { readonly stateSeq: number; readonly cached: CachedTree }>();
  readonly #building = new Map<string, Promise<CachedTree | undefined>>();
  /** Accounts that wait for a tree which is not in memory. */
  readonly #askers = new Set<number>();
  #last: Promise<unknown> = Promise.resolve();
  /** The oldest publication that has leaves. */
  #oldest = 0;

  constructor(rules: TreeRules) {
    this.#rules = rules;
  }

  keep(name: TreeName, cached: CachedTree): void {
    // Its leaves were deleted while it was built.
    if (name.stateSeq < this.#oldest) return;
    const key = keyOf(name);
    this.#trees.delete(key);
    this.#trees.set(key, { stateSeq: name.stateSeq, cached });
    this.#makeRoom(key);
  }

  /** Publications before `oldest` have no leaves any more: nobody is answered from their trees. */
  dropBefore(oldest: number): void {
    this.#oldest = Math.max(this.#oldest, oldest);
    for (const [key, { stateSeq }] of this.#trees) if (stateSeq < this.#oldest) this.#trees.delete(key);
  }

  /** A tree that is in memory. */
  find(name: TreeName): CachedTree | undefined {
    const key = keyOf(name);
    const found = this.#trees.get(key);
    if (found === undefined) return undefined;
    this.#trees.delete(key);
    this.#trees.set(key, found);
    return found.cached;
  }

  /**
   * A tree that is not in memory, built if the account has a leaf in it; undefined where it has none. "later" where too many builds wait, or
   * the account waits for one already.
   */
  async get(uid: number, name: TreeName, source: TreeSource): Promise<CachedTree | undefined | "later"> {
    if (this.#askers.has(uid) || !this.#mayBuild(name)) return "later";
    this.#askers.add(uid);
    try {
      if (!(await source.hasLeaf())) return undefined;
      return await (this.find(name) ?? this.#build(name, source));
    } finally {
      this.#askers.delete(uid);
    }
  }

  #mayBuild(name: TreeName): boolean {
    return this.#building.has(keyOf(name)) || this.#building.size < this.#rules.buildsMax;
  }

  #build(name: TreeName, source: TreeSource): Promise<CachedTree | undefined> | "later" {
    const key = keyOf(name);
    const running = this.#building.get(key);
    if (running !== undefined) return running;
    if (!this.#mayBuild(name)) return "later";
    const built = this.#last.then(async () => {
      const tree = await source.build();
      if (tree !== undefined) this.keep(name, tree);
      return tree;
    });
    this.#building.set(key, built);
    this.#last = built.catch(() => undefined).then(() => this.#building.delete(key));
    return built;
  }

  #makeRoom(kept: string): void {
    const { leavesMax = defaultLeavesMax, newest } = this.#rules;
    let leaves = 0;
    for (const { cached } of this.#trees.values()) leaves += cached.tree.leafCount;
    for (const [key, { stateSeq, cached }] of this.#trees) {
      if (leaves <= leavesMax) return;
      if (key === kept || stateSeq === newest()) continue;
      this.#trees.delete(key);
      leaves -= cached.tree.leafCount;
    }
  }
}
