import { openDatabase } from "@tidemark/kit-node";
import pg from "pg";
import type { Deps } from "../deps.ts";
import type { EngineMachine } from "../engine-machine.ts";
import { AnnouncementListener } from "../follower/announcement-listener.ts";
import { confirmedCount } from "../follower/follower.ts";
import { SnapshotTaker } from "../follower/snapshot-taker.ts";
import { rebuild, type SnapshotStore } from "../follower/snapshots.ts";
import { Tail } from "../follower/tail.ts";
import type { Row } from "../journal/row.ts";
import type { MachineMaker } from "../machine.ts";
import { PeerHeartbeats } from "../peer-heartbeats.ts";
import { replay, type RowFault, turn } from "../replay.ts";
import type { Replica } from "../replica.ts";
import { ProofServer } from "./proof-server.ts";
import { buildingTrees } from "./publication.ts";
import { fullPublicationsMax, listPublications, writePublication } from "./publication-store.ts";
import { PublishRetries } from "./publish-retries.ts";

const rowsMax = 256;
const retryMs = 500;
const aliveEveryMs = 250;
const nonceKeyBytes = 32;
/** Readers of publications; the writer has a connection of its own. */
const connectionsMax = 3;
/** One publisher at a time. */
const advisoryLock = 7_013_002;

type FundsProofEnd = RowFault | "lost_branch" | "unreachable";
type FundsProofRules = {
  readonly everyMs: number;
  randomBytes(count: number): Uint8Array;
};

const periodOf = (tsUs: number, everyMs: number): number => Math.floor(tsUs / 1000 / everyMs);

/** How many of these rows still belong to the period in which the replica stands. */
export function rowsBeforeBoundary(rows: readonly Pick<Row, "tsUs">[], fromUs: number, everyMs: number): number {
  // Before the first row there is no state to publish.
  const period = periodOf(fromUs === 0 ? (rows[0]?.tsUs ?? 0) : fromUs, everyMs);
  const at = rows.findIndex(({ tsUs }) => periodOf(tsUs, everyMs) > period);
  return at < 0 ? rows.length : at;
}

/** Runs a generator to its end; the event loop turns at every yield. */
async function inSlices<T>(steps: Generator<undefined, T>, pause: () => Promise<void>): Promise<T> {
  for (;;) {
    const { done, value } = steps.next();
    if (done === true) return value;
    await pause();
  }
}

/**
 * Replays the journal with a machine of its own and publishes what is owed: at every full hour of the journal's time, from the state behind
 * the last row before it. It stands for no election, and nobody waits for it.
 */
export class FundsProof {
  readonly #deps: Deps;
  readonly #store: SnapshotStore;
  readonly #url: string;
  readonly #rules: FundsProofRules;
  readonly #ended: (why: FundsProofEnd) => void;
  readonly #tail: Tail;
  readonly #announcementListener: AnnouncementListener;
  readonly #heartbeats: PeerHeartbeats;
  readonly #database: ReturnType<typeof openDatabase>;
  readonly #server: ProofServer;
  readonly #snapshots: SnapshotTaker;
  readonly #retries: PublishRetries;
  #client: pg.Client | undefined;
  #replica: Replica | undefined;
  /** The state that was published last. */
  #publishedSeq = 0;
  #isOver = false;
  #idle: Promise<void> = Promise.resolve();

  constructor(
    deps: Deps,
    store: SnapshotStore,
    url: string,
    maker: MachineMaker & { fresh(): EngineMachine; restore(bytes: Uint8Array): EngineMachine },
    rules: FundsProofRules,
    ended: (why: FundsProofEnd) => void,
  ) {
    this.#deps = { ...deps, maker };
    this.#store = store;
    this.#url = url;
    this.#rules = rules;
    this.#ended = ended;
    this.#tail = new Tail(this.#deps);
    this.#announcementListener = new AnnouncementListener(this.#deps, () => this.#replica?.position.epoch ?? 0);
    this.#heartbeats = new PeerHeartbeats(this.#deps);
    this.#database = openDatabase(url, connectionsMax, { connectMs: 500, statementMs: 20_000 });
    this.#snapshots = new SnapshotTaker(this.#deps, store, { snapshotEveryRows: Number.MAX_SAFE_INTEGER });
    this.#retries = new PublishRetries(rules.everyMs);
    this.#server = new ProofServer(this.#deps, this.#database.pool, rules.everyMs, () => this.#publishedSeq);
  }

  start(): void {
    this.#announcementListener.start();
    this.#server.open();
    this.#sendAlive();
    this.#idle = this.#run();
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#announcementListener.stop();
    this.#server.close();
    await this.#idle;
    this.#tail.leave();
    await this.#client?.end().catch(() => undefined);
    await this.#database.close();
  }

  /** It reads the journal: no upgrade may leave it behind. */
  #sendAlive(): void {
    if (this.#isOver) return;
    this.#heartbeats.tell(false);
    this.#deps.time.after(aliveEveryMs, () => this.#sendAlive());
  }

  #end(why: FundsProofEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deps.note("alarm", "funds proof: ended", { why, seq: this.#replica?.seq ?? 0 });
    this.#announcementListener.stop();
    this.#ended(why);
  }

  async #run(): Promise<void> {
    while (!this.#isOver) {
      try {
        if (this.#replica === undefined && !(await this.#begin())) await this.#deps.time.sleep(retryMs);
        else await this.#round(this.#replica!);
      } catch (error) {
        this.#deps.note("alarm", "funds proof: not published", { why: (error as Error).message });
        this.#replica = undefined;
        this.#client?.end().catch(() => undefined);
        this.#client = undefined;
        const waitMs = this.#retries.failed();
        if (waitMs === undefined) return this.#end("unreachable");
        await this.#wait(waitMs);
      }
    }
  }

  /** In steps, so that a stop need not wait for its end. */
  async #wait(ms: number): Promise<void> {
    for (let waited = 0; waited < ms && !this.#isOver; waited += retryMs) await this.#deps.time.sleep(retryMs);
  }

  /** Connects, takes the lock, and brings a machine to the newest snapshot. False: not yet. */
  async #begin(): Promise<boolean> {
    if (this.#client === undefined) {
      const client = new pg.Client({ connectionString: this.#url, application_name: "tidemark funds proof" });
      client.on("error", () => undefined);
      await client.connect();
      this.#client = client;
    }
    const { rows } = await this.#client.query<{ got: boolean }>("select pg_try_advisory_lock($1) as got", [
      advisoryLock,
    ]);
    if (rows[0]?.got !== true) return false;
    const session = await this.#tail.session();
    if (session === undefined) return false;
    const [newest] = await listPublications(this.#database.pool, undefined, 1);
    this.#publishedSeq = newest?.stateSeq ?? 0;
    this.#replica = await rebuild(this.#store, session, this.#deps.maker, this.#deps.note);
    this.#deps.note("info", "funds proof: following", { seq: this.#replica.seq, published: this.#publishedSeq });
    return true;
  }

  async #round(replica: Replica): Promise<void> {
    const { durability, maker, time } = this.#deps;
    this.#announcementListener.forgetWake();
    const read = await this.#tail.read(replica.position.link, rowsMax);
    if (this.#isOver) return;
    if (read.kind === "lost_branch") return this.#end("lost_branch");
    const rows = read.kind === "rows" ? read.rows : [];
    let durable = rows.slice(0, confirmedCount(rows, durability, this.#announcementListener.promised));
    while (durable.length > 0 && !this.#isOver) {
      const count = rowsBeforeBoundary(durable, replica.position.tsUs, this.#rules.everyMs);
      const { fault } = await replay(replica, durable.slice(0, count), maker.logicVer, time, () => undefined);
      if (fault !== undefined) return this.#end(fault);
      durable = durable.slice(count);
      if (durable.length === 0) break;
      await this.#publishUnlessDone(replica, durable[0]!);
      // The first row of the period: the replica stands in it from here on.
      const first = await replay(replica, durable.slice(0, 1), maker.logicVer, time, () => undefined);
      if (first.fault !== undefined) return this.#end(first.fault);
      durable = durable.slice(1);
    }
    if ((read.kind === "rows" && read.isFull) || this.#announcementListener.wasWoken) return turn(time);
    if (read.kind === "rows") this.#retries.readToEnd(time.steady());
    await this.#announcementListener.rest(replica.seq);
  }

  /** Periods whose leaves would be deleted at once are left out: a first start on an old journal begins with the last day. */
  async #publishUnlessDone(replica: Replica, next: Row): Promise<void> {
    const { everyMs } = this.#rules;
    const at = periodOf(next.tsUs, everyMs) * everyMs;
    const isOld = at < this.#deps.time.now() - fullPublicationsMax * everyMs;
    if (isOld || replica.seq <= this.#publishedSeq) return;
    const startedAt = this.#deps.time.steady();
    const nonceKey = this.#rules.randomBytes(nonceKeyBytes);
    const building = buildingTrees(replica.machine as EngineMachine, nonceKey);
    const assets = await inSlices(building, () => turn(this.#deps.time));
    const head = { stateSeq: replica.seq, stateHash: Buffer.from(replica.stateHash), at };
    const oldest = await writePublication(this.#client!, { ...head, nonceKey, assets });
    this.#publishedSeq = replica.seq;
    this.#retries.published();
    this.#server.dropBefore(oldest);
    const stateSeq = replica.seq;
    for (const { code, tree, packed } of assets) this.#server.keep({ stateSeq, code }, { tree, packed, nonceKey });
    const leaves = assets.reduce((sum, { leaves: count }) => sum + count, 0);
    const tookMs = Math.round(this.#deps.time.steady() - startedAt);
    this.#deps.note("info", "funds proof: published", { seq: replica.seq, at, leaves, tookMs });
    // A restart begins here.
    await this.#snapshots.save(replica);
  }
}
