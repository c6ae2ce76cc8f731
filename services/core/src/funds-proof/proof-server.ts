import { isDatabaseAway, type OpenedQuestion, subjects } from "@tidemark/kit-node";
import type pg from "pg";
import type { Deps } from "../deps.ts";
import { QueryServer } from "../questions/query-server.ts";
import { type Answer, answered, askOf, refused } from "../questions/refuse.ts";
import { turn } from "../replay.ts";
import { LiabilityTree } from "./liability-tree.ts";
import { findLeaf, liabilitiesIn, noncesOf } from "./packed-leaves.ts";
import type { PublishedAsset } from "./publication.ts";
import { type ListedHead, listPublications, readLeaves, readPublication } from "./publication-store.ts";
import { type CachedTree, TreeCache, type TreeName } from "./tree-cache.ts";

/** Older trees that wait to be built; beyond that an account is asked to come back. */
const buildsMax = 8;
/** Less than a gateway waits: the build continues, and who comes back finds the tree. */
const treeWaitMaxMs = 1_200;

type LeafAsk = { readonly stateSeq: number; readonly asset: string };
type Answerer = (uid: number, ask: never) => Promise<Answer>;

const hex = (bytes: Uint8Array): string => Buffer.from(bytes).toString("hex");

const headWords = ({ stateSeq, stateHash, at, hasLeaves }: ListedHead) => ({
  stateSeq,
  stateHash: hex(stateHash),
  at,
  hasLeaves,
});

const assetWords = (one: PublishedAsset) => ({
  asset: one.code,
  scale: one.scale,
  root: hex(one.root),
  sum: String(one.sum),
  leaves: one.leaves,
  customers: String(one.customers),
  system: Object.entries(one.system).map(([account, units]) => ({ account, units })),
  custody: String(one.custody),
  uncovered: String(one.uncovered),
});

/** Answers about publications, and gives each account its own leaf. */
export class ProofServer {
  readonly #deps: Deps;
  readonly #pool: pg.Pool;
  readonly #server: QueryServer;
  readonly #trees: TreeCache;
  readonly #everyMs: number;
  readonly #answerers: Readonly<Record<string, Answerer>> = {
    "fundsProof.publications": async (_, { before, pageSize }: { before?: number; pageSize: number }) =>
      answered({
        everyMs: this.#everyMs,
        list: (await listPublications(this.#pool, before, pageSize)).map(headWords),
      }),
    "fundsProof.publication": async (_, { stateSeq }: { stateSeq?: number }) => {
      const found = await readPublication(this.#pool, stateSeq);
      if (found === undefined) return refused("NOT_FOUND");
      return answered({ ...headWords(found.head), assets: found.assets.map(assetWords) });
    },
    "fundsProof.ownLeaf": (uid, ask: LeafAsk) => this.#ownLeaf(uid, ask),
  };

  constructor(deps: Deps, pool: pg.Pool, everyMs: number, seq: () => number) {
    this.#deps = deps;
    this.#pool = pool;
    this.#everyMs = everyMs;
    this.#trees = new TreeCache({ buildsMax, newest: seq });
    this.#server = new QueryServer(deps, subjects(deps.core).fundsProof, "funds-proof", {
      at: seq,
      // A publication stands at its own sequence: no reader waits for a later one.
      wanted: () => 0,
      answer: (question) => this.#answer(question),
    });
  }

  open(): void {
    this.#server.open();
  }
  close(): void {
    this.#server.close();
  }

  keep(name: TreeName, tree: CachedTree): void {
    this.#trees.keep(name, tree);
  }
  /** Drops the trees of publications whose leaves are deleted. */
  dropBefore(oldest: number): void {
    this.#trees.dropBefore(oldest);
  }

  async #answer(question: OpenedQuestion): Promise<Answer> {
    const checked = askOf(question, "fundsProof");
    if (!checked.ok) return checked.answer;
    const answerer = this.#answerers[question.call];
    if (answerer === undefined) return refused("REQUEST_INVALID", { problem: "no such call here" });
    try {
      return await answerer(question.uid, checked.ask);
    } catch (error) {
      if (isDatabaseAway(error)) return refused("BUSY");
      throw error;
    }
  }

  /** The leaf of the account that asks and of no other: the number comes from its session. */
  async #ownLeaf(uid: number, { stateSeq, asset }: LeafAsk): Promise<Answer> {
    if (uid <= 0) return refused("NOT_FOUND");
    const name = { stateSeq, code: asset };
    const found = this.#trees.find(name) ?? (await this.#older(uid, name));
    if (found === "later") return refused("BUSY");
    const own = found === undefined ? undefined : findLeaf(found.packed, uid);
    const publication = own === undefined ? undefined : await readPublication(this.#pool, stateSeq);
    const scale = publication?.assets.find(({ code }) => code === asset)?.scale;
    if (found === undefined || own === undefined || publication?.head.hasLeaves !== true || scale === undefined)
      return refused("NOT_FOUND");
    const { index, siblings } = found.tree.pathOf(own.nth);
    return answered({
      stateSeq,
      asset,
      scale,
      uid,
      balance: String(own.balance),
      nonce: hex(noncesOf(found.nonceKey, asset)(uid)),
      index,
      siblings: siblings.map(({ hash, sum }) => ({ hash: hex(hash), sum: String(sum) })),
    });
  }

  /** A tree that is not in memory. Its leaves are read again for the build: those that wait for their turn keep none. */
  #older(uid: number, name: TreeName): Promise<CachedTree | undefined | "later"> {
    const hasLeaf = async (): Promise<boolean> => {
      const stored = await readLeaves(this.#pool, name.stateSeq, name.code);
      return stored !== undefined && findLeaf(stored.packed, uid) !== undefined;
    };
    const tree = this.#trees.get(uid, name, { hasLeaf, build: () => this.#build(name) });
    return Promise.race([tree, this.#patience()]);
  }

  #patience(): Promise<"later"> {
    return new Promise((resolve) => void this.#deps.time.after(treeWaitMaxMs, () => resolve("later")));
  }

  async #build({ stateSeq, code }: TreeName): Promise<CachedTree | undefined> {
    const stored = await readLeaves(this.#pool, stateSeq, code);
    if (stored === undefined) return undefined;
    const { packed, nonceKey } = stored;
    const building = LiabilityTree.building(code, liabilitiesIn(packed, nonceKey, code));
    for (;;) {
      const { done, value } = building.next();
      if (done === true) return { tree: value, packed, nonceKey };
      await turn(this.#deps.time);
    }
  }
}
