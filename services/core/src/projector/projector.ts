import type { Command } from "@tidemark/contracts/journal";
import pg from "pg";
import type { EngineMachine } from "../engine-machine.ts";
import { confirmedCount } from "../follower/follower.ts";
import { AnnouncementListener } from "../follower/announcement-listener.ts";
import { rebuild, type SnapshotStore } from "../follower/snapshots.ts";
import { Tail } from "../follower/tail.ts";
import { type Row, sameBytes } from "../journal/row.ts";
import type { MachineMaker } from "../machine.ts";
import type { Deps } from "../deps.ts";
import { replay, type RowFault, turn } from "../replay.ts";
import type { Replica } from "../replica.ts";
import { PeerHeartbeats } from "../peer-heartbeats.ts";
import { HistoryBatch } from "./history/batch.ts";
import { HistoryServer } from "./history/server.ts";
import { HistoryTopics } from "./history/topics.ts";
import { OpenInterestClock } from "./markets/open-interest.ts";
import { OpenPositions } from "./history/open-positions.ts";
import { type Cursor, readCursor, writeHistory } from "./history/writer.ts";

const rowsMax = 256;
/** A transaction is written when this much has gathered, or when there is nothing more to read. */
const historyRowsMax = 5_000;
/** Batches without traces move the cursor only this often. */
const idleWriteMs = 1_000;
/**
 * After a write it rests as long as the write took, at most this long, and not while a reader waits: a busy machine then writes more rows
 * at once, not more often.
 */
const restMaxMs = 50;
const retryMs = 500;
/** After so many failures in a row the writable server may be another one: whoever starts the projector again looks for it. */
const failuresMax = 10;
const aliveEveryMs = 250;
/** One projector at a time; the cursor is the fence, this lock only saves the other one's work. */
const advisoryLock = 7_013_001;

export type ProjectorEnd = RowFault | "lost_branch" | "fenced" | "unreachable";

/**
 * Replays the journal with a machine of its own, checks every hash on the way, and writes the history. It is the slowest stage, so it
 * never stands for election and nobody waits for it.
 */
export class Projector {
  readonly #deps: Deps;
  readonly #store: SnapshotStore;
  readonly #url: string;
  readonly #ended: (why: ProjectorEnd) => void;
  #failures = 0;
  readonly #tail: Tail;
  readonly #announcementListener: AnnouncementListener;
  readonly #server: HistoryServer;
  readonly #heartbeats: PeerHeartbeats;
  #client: pg.Client | undefined;
  #replica: Replica | undefined;
  #machine: EngineMachine | undefined;
  #cursor: Cursor = { seq: 0, hash: new Uint8Array(0) };
  #openPositions = new OpenPositions();
  #openInterestClock = new OpenInterestClock();
  #batch: HistoryBatch | undefined;
  #topics: HistoryTopics | undefined;
  /** In the middle of a batch's events: what it has left so far says nothing about the rest. */
  #isTaking = false;
  #writtenAt = 0;
  #isOver = false;
  #endRest: () => void = () => undefined;
  #idle: Promise<void> = Promise.resolve();

  constructor(
    deps: Deps,
    store: SnapshotStore,
    url: string,
    maker: MachineMaker & { fresh(): EngineMachine; restore(bytes: Uint8Array): EngineMachine },
    ended: (why: ProjectorEnd) => void,
  ) {
    this.#deps = { ...deps, maker };
    this.#store = store;
    this.#url = url;
    this.#ended = ended;
    this.#tail = new Tail(this.#deps);
    this.#announcementListener = new AnnouncementListener(this.#deps, () => this.#replica?.position.epoch ?? 0);
    this.#heartbeats = new PeerHeartbeats(this.#deps);
    this.#server = new HistoryServer(
      this.#deps,
      url,
      () => this.#machine,
      () => this.#topics!,
      () => this.#batch!.perps.leverages,
      () => this.seq,
      () => this.#endRest(),
    );
  }

  /** How far the history reaches: batches that left no trace need no writing to be in it. */
  get seq(): number {
    if (this.#replica === undefined) return 0;
    return this.#batch?.isEmpty === true && !this.#isTaking ? this.#replica.seq : this.#cursor.seq;
  }

  start(): void {
    this.#announcementListener.start();
    this.#tellAlive();
    this.#idle = this.#project();
  }

  /** It answers nothing about now, but it reads the journal: no upgrade may leave it behind. */
  #tellAlive(): void {
    if (this.#isOver) return;
    this.#heartbeats.tell(false);
    this.#deps.time.after(aliveEveryMs, () => this.#tellAlive());
  }

  async stop(): Promise<void> {
    this.#isOver = true;
    this.#announcementListener.stop();
    await this.#idle;
    this.#tail.leave();
    await this.#server.close();
    await this.#client?.end().catch(() => undefined);
  }

  #end(why: ProjectorEnd): void {
    if (this.#isOver) return;
    this.#isOver = true;
    this.#deps.note("alarm", "projector ended", { why, seq: this.#cursor.seq });
    this.#announcementListener.stop();
    this.#ended(why);
  }

  async #project(): Promise<void> {
    while (!this.#isOver) {
      try {
        if (this.#replica === undefined && !(await this.#begin())) await this.#deps.time.sleep(retryMs);
        else {
          await this.#round(this.#replica!);
          this.#failures = 0;
        }
      } catch (error) {
        // The database went away, perhaps in the middle of a commit: the cursor says where the history really ends.
        this.#deps.note("alarm", "history not written", { why: (error as Error).message });
        this.#replica = undefined;
        this.#isTaking = false;
        this.#client?.end().catch(() => undefined);
        this.#client = undefined;
        if ((this.#failures += 1) === failuresMax) return this.#end("unreachable");
        await this.#deps.time.sleep(retryMs);
      }
    }
  }

  /** Connects, takes the lock, and brings a machine to where the history ends. False: not yet. */
  async #begin(): Promise<boolean> {
    if (this.#client === undefined) {
      const client = new pg.Client({ connectionString: this.#url, application_name: "tidemark projector" });
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
    this.#cursor = await readCursor(this.#client);
    const { maker, note } = this.#deps;
    const replica = await rebuild(this.#store, session, maker, note, this.#cursor.seq);
    if (!(await this.#catchUp(replica))) return false;
    this.#replica = replica;
    this.#machine = replica.machine as EngineMachine;
    this.#openPositions = await OpenPositions.load(this.#client);
    this.#openInterestClock = await OpenInterestClock.load(this.#client);
    this.#batch = this.#newBatch();
    const { bus, core, signer, time } = this.#deps;
    const topicsDeps = { bus, core, signer, time };
    this.#topics = await HistoryTopics.load(topicsDeps, this.#client, this.#machine.state.now, this.#cursor.seq);
    this.#server.open();
    note("info", "projecting", { seq: this.#cursor.seq });
    return true;
  }

  /** Replays to the cursor without writing; what the cursor stands on must still be in the journal. */
  async #catchUp(replica: Replica): Promise<boolean> {
    while (replica.seq < this.#cursor.seq && !this.#isOver) {
      const read = await this.#tail.read(replica.position.link, Math.min(rowsMax, this.#cursor.seq - replica.seq));
      if (read.kind === "unreachable") return false;
      if (read.kind === "lost_branch" || read.rows.length === 0) {
        this.#end("lost_branch");
        return false;
      }
      const { fault } = await replay(replica, read.rows, this.#deps.maker.logicVer, this.#deps.time, () => undefined);
      if (fault !== undefined) {
        this.#end(fault);
        return false;
      }
    }
    if (sameBytes(replica.position.link.hash, this.#cursor.hash)) return true;
    this.#end("lost_branch");
    return false;
  }

  async #round(replica: Replica): Promise<void> {
    this.#announcementListener.forgetWake();
    const read = await this.#tail.read(replica.position.link, rowsMax);
    if (this.#isOver) return;
    if (read.kind === "lost_branch") return this.#end("lost_branch");
    const rows = read.kind === "rows" ? read.rows : [];
    const durable = rows.slice(0, confirmedCount(rows, this.#deps.durability, this.#announcementListener.promised));
    const applied = (row: Row): Promise<void> => this.#take(replica, row);
    const starting = (commands: readonly Command[]): void => this.#batch!.beginning(commands);
    const { fault } = await replay(replica, durable, this.#deps.maker.logicVer, this.#deps.time, applied, starting);
    if (fault !== undefined) return this.#end(fault);
    if (read.kind === "rows" && read.isFull) return turn(this.#deps.time);
    const startedAt = this.#deps.time.steady();
    await this.#write(replica);
    if (this.#isOver) return;
    this.#topics!.publish(this.#machine!.instruments, this.#cursor.seq, this.#machine!.state.now);
    await this.#rest(Math.min(this.#deps.time.steady() - startedAt, restMaxMs));
    if (this.#announcementListener.wasWoken) await turn(this.#deps.time);
    else await this.#announcementListener.rest(replica.seq);
  }

  /** Ends early where a reader waits. */
  #rest(ms: number): Promise<void> {
    if (this.#server.isAwaited) return Promise.resolve();
    return new Promise((resolve) => {
      const callOff = this.#deps.time.after(ms, resolve);
      this.#endRest = () => {
        callOff();
        resolve();
      };
    });
  }

  #newBatch(): HistoryBatch {
    return new HistoryBatch(this.#machine!, this.#openPositions, this.#openInterestClock);
  }

  async #take(replica: Replica, row: Row): Promise<void> {
    const batch = this.#batch!;
    this.#isTaking = true;
    for (const _ of batch.adding(row.seq, Math.floor(row.tsUs / 1000), replica.commands)) await turn(this.#deps.time);
    this.#isTaking = false;
    if (batch.rowCount >= historyRowsMax) await this.#write(replica);
  }

  async #write(replica: Replica): Promise<void> {
    const batch = this.#batch!;
    const { link } = replica.position;
    const { time } = this.#deps;
    const isIdle = batch.isEmpty && time.steady() - this.#writtenAt < idleWriteMs;
    if (link.seq === this.#cursor.seq || isIdle) return this.#server.advance();
    batch.finish();
    if (!(await writeHistory(this.#client!, batch, this.#cursor, link))) return this.#end("fenced");
    this.#cursor = { seq: link.seq, hash: link.hash };
    this.#topics!.take(batch.candles.minutes, this.#machine!.state.now);
    for (const { text, facts } of batch.alarms) this.#deps.note("alarm", text, facts);
    this.#batch = this.#newBatch();
    this.#writtenAt = time.steady();
    this.#server.advance();
  }
}
