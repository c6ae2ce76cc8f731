import { sameBytes, type Row } from "../journal/row.ts";
import { sawEpoch } from "../journal/primary.ts";
import { reportMismatch } from "../state-mismatch.ts";
import type { Deps } from "../deps.ts";
import { replay, type RowFault, turn } from "../replay.ts";
import type { Replica } from "../replica.ts";
import { silenceMinMs, silenceSpreadMs, stand } from "../sequencer/candidate.ts";
import type { Term } from "../sequencer/term.ts";
import { AnnouncementListener, type Promised } from "./announcement-listener.ts";
import type { SnapshotTaker } from "./snapshot-taker.ts";
import { rebuild, type SnapshotStore } from "./snapshots.ts";
import { Tail } from "./tail.ts";

const rowsMax = 256;
const standAgainMs = 100;
const currentMaxMs = 1_000;
const fullHashEveryMs = 10_000;

export type FollowerCallbacks = {
  /** The replica stands behind one more batch. */
  applied(): void;
  elected(replica: Replica, term: Term): void;
  /** This follower cannot go on: its state or the journal is not what it should be. */
  ended(reason: RowFault): void;
};

/** How many of these rows are known to be durable. */
export function confirmedCount(
  rows: readonly Row[],
  durability: Deps["durability"],
  promised: Pick<Promised, "seq" | "batchId"> | undefined,
): number {
  if (durability === "single") return rows.length;
  let through = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!;
    // Only rows of one unbroken chain may speak for each other.
    const before = rows[i - 1];
    if (before !== undefined && (row.prevId !== before.batchId || !sameBytes(row.prevHash, before.hash))) break;
    through = Math.max(through, row.durableThrough);
    if (promised?.seq === row.seq && promised.batchId === row.batchId) through = Math.max(through, row.seq);
  }
  return rows.filter((row) => row.seq <= through).length;
}

/** Reads the journal, checks it, applies it, and stands ready to lead. */
export class Follower {
  readonly #deps: Deps;
  readonly #callbacks: FollowerCallbacks;
  readonly #taker: SnapshotTaker;
  readonly #store: SnapshotStore;
  readonly #tail: Tail;
  readonly #announcementListener: AnnouncementListener;
  #replica: Replica | undefined;
  #tipSeen = 0;
  #tipUs = 0;
  #tipEpoch = 0;
  /** When the journal was last read to its end, and not only a part of a long way there. */
  #endReadAt = Number.NEGATIVE_INFINITY;
  #newsAt: number;
  #standAt = 0;
  #ended = false;
  #fullHashAt: number;

  constructor(deps: Deps, store: SnapshotStore, taker: SnapshotTaker, callbacks: FollowerCallbacks) {
    this.#deps = deps;
    this.#store = store;
    this.#taker = taker;
    this.#callbacks = callbacks;
    this.#tail = new Tail(deps);
    this.#announcementListener = new AnnouncementListener(deps, () => this.#tipEpoch);
    this.#newsAt = deps.time.steady();
    this.#fullHashAt = this.#newsAt;
    this.#sawNews();
  }

  /** Undefined until the first state is there, and again while a lost branch is being replaced. */
  get replica(): Replica | undefined {
    return this.#replica;
  }
  get announcedSeq(): number {
    return this.#announcementListener.promised?.seq ?? 0;
  }
  /** Whose announcements are received; undefined before the first. */
  get announcedBy(): string | undefined {
    return this.#announcementListener.promised?.by;
  }
  /** Reads the journal's end and is at most a second of batch time behind it: fit to answer questions. */
  get isCurrent(): boolean {
    if (this.#replica === undefined || this.#deps.time.steady() - this.#endReadAt > currentMaxMs) return false;
    return this.#tipUs - this.#replica.position.tsUs <= currentMaxMs * 1_000;
  }

  start(): void {
    this.#announcementListener.start();
    void this.#follow();
  }

  stop(): void {
    this.#ended = true;
    this.#tail.leave();
    this.#announcementListener.stop();
  }

  async #follow(): Promise<void> {
    while (!this.#ended) {
      const replica = (this.#replica ??= await this.#build());
      if (replica === undefined) {
        await this.#announcementListener.rest(this.#tipSeen);
        continue;
      }
      this.#announcementListener.forgetWake();
      const read = await this.#tail.read(replica.position.link, rowsMax);
      if (this.#ended) return;
      if (read.kind === "lost_branch") {
        this.#forget("the journal does not have the row this node stands on");
        continue;
      }
      const rows = read.kind === "rows" ? read.rows : [];
      if (read.kind === "rows" && !read.isFull) this.#endReadAt = this.#deps.time.steady();
      await this.#take(replica, rows);
      if (this.#ended || this.#replica === undefined) continue;
      if (await this.#stoodAndWon(replica)) return;
      // More is there, or was announced while we read.
      if (read.kind === "rows" && (read.isFull || this.#announcementListener.wasWoken)) await turn(this.#deps.time);
      else await this.#announcementListener.rest(this.#tipSeen);
    }
  }

  async #build(): Promise<Replica | undefined> {
    const session = await this.#tail.session();
    if (session === undefined) return undefined;
    try {
      const replica = await rebuild(this.#store, session, this.#deps.maker, this.#deps.note);
      this.#deps.note("info", "state built", { seq: replica.seq });
      return replica;
    } catch {
      this.#tail.leave(session);
      return undefined;
    }
  }

  /** Drops a state that never happened; snapshots of that branch are set aside when the next state is built. */
  #forget(why: string): void {
    this.#deps.note("alarm", "state dropped", { why, seq: this.#replica?.seq });
    this.#replica = undefined;
    this.#tipSeen = 0;
    this.#tipEpoch = 0;
    this.#announcementListener.forget();
    this.#sawNews();
  }

  /** Memory that was touched from outside is rebuilt like a lost branch. */
  distrust(why: string): void {
    if (this.#replica !== undefined) this.#forget(why);
  }

  #sawNews(): void {
    this.#newsAt = this.#deps.time.steady();
    this.#standAt = this.#newsAt + silenceMinMs + this.#deps.chance.next() * silenceSpreadMs;
  }

  async #take(replica: Replica, rows: readonly Row[]): Promise<void> {
    const tip = rows.at(-1);
    this.#tipUs = tip?.tsUs ?? replica.position.tsUs;
    this.#tipEpoch = tip?.epoch ?? replica.position.epoch;
    const { durability, maker, seen, time } = this.#deps;
    if ((tip?.seq ?? replica.seq) > this.#tipSeen) {
      this.#tipSeen = tip?.seq ?? replica.seq;
      // Whoever writes under an epoch that was used up on a lost branch is heard by nobody: that is no sign of life.
      if ((tip?.epoch ?? replica.position.epoch) >= seen.epoch) this.#sawNews();
    }
    const durable = rows.slice(0, confirmedCount(rows, durability, this.#announcementListener.promised));
    const { fault, count } = await replay(replica, durable, maker.logicVer, time, () => this.#callbacks.applied());
    if (this.#ended) return;
    if (fault === "forked") this.#forget("a row does not continue the chain");
    else if (fault !== undefined) this.#giveUp(replica, fault, durable[count]!);
    if (this.#replica !== replica) return;
    sawEpoch(seen, replica.position.epoch);
    const isSnapshotDue = this.#taker.applied(replica, count);
    this.#checkMemory(replica);
    if (isSnapshotDue) void this.#taker.save(this.#replica);
  }

  /** Nothing of this state is answered or kept any more. Whose state it is that is wrong, the leader can only learn from us. */
  #giveUp(replica: Replica, fault: RowFault, row: Row): void {
    this.#deps.note("alarm", "follower ended", { fault, seq: replica.seq });
    this.stop();
    this.#replica = undefined;
    const ours = fault === "contradicted" ? replica.statementAt(row.stateSeq) : undefined;
    if (ours === undefined) return this.#callbacks.ended(fault);
    void reportMismatch(this.#deps, row, ours).then(() => this.#callbacks.ended(fault));
  }

  #checkMemory(replica: Replica): void {
    const { time } = this.#deps;
    if (time.steady() - this.#fullHashAt < fullHashEveryMs) return;
    const running = replica.machine.accumulator();
    const full = replica.machine.fullHash();
    this.#fullHashAt = time.steady();
    if ((running.high | 0) !== (full.high | 0) || (running.low | 0) !== (full.low | 0))
      this.#forget("memory was touched from outside");
  }

  async #stoodAndWon(replica: Replica): Promise<boolean> {
    const { time, chance, note } = this.#deps;
    if (time.steady() < this.#standAt) return false;
    const candidacy = await stand(this.#deps, replica, this.#tipSeen, time.steady() - this.#newsAt);
    if (candidacy.kind === "elected") {
      if (this.#ended) {
        candidacy.term.session.close();
        return true;
      }
      this.stop();
      this.#callbacks.elected(replica, candidacy.term);
      return true;
    }
    if (candidacy.kind === "progress") {
      this.#tail.adopt(candidacy.session);
      if (this.#ended) this.#tail.leave();
      this.#sawNews();
      return false;
    }
    note("info", "not elected", { why: candidacy.why });
    this.#standAt = time.steady() + standAgainMs + chance.next() * silenceSpreadMs;
    return false;
  }
}
