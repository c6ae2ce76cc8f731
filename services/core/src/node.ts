import { Follower } from "./follower/follower.ts";
import { NowDesk } from "./follower/now-desk.ts";
import { type SnapshotRules, SnapshotTaker } from "./follower/snapshot-taker.ts";
import type { SnapshotStore } from "./follower/snapshots.ts";
import type { Parts } from "./parts.ts";
import type { RowFault } from "./replay.ts";
import type { Replica } from "./replica.ts";
import { RollCall } from "./roll-call.ts";
import { Leader } from "./sequencer/leader.ts";
import type { EndReason, Office } from "./sequencer/office.ts";

const aliveEveryMs = 250;

/** One process of a core: it follows until it is elected, and leads until it ends. */
export class CoreNode {
  readonly #parts: Parts;
  readonly #follower: Follower;
  readonly #desk: NowDesk;
  readonly #roll: RollCall;
  readonly #taker: SnapshotTaker;
  readonly #ended: (reason: EndReason | RowFault) => void;
  #leader: Leader | undefined;
  #leaderReplica: Replica | undefined;
  #isOver = false;
  #callOffTick = (): void => undefined;

  constructor(parts: Parts, store: SnapshotStore, rules: SnapshotRules, ended: (reason: EndReason | RowFault) => void) {
    this.#parts = parts;
    this.#ended = ended;
    this.#roll = new RollCall(parts);
    this.#taker = new SnapshotTaker(parts, store, rules);
    this.#desk = new NowDesk(
      parts,
      () => this.replica,
      () => (this.#leader === undefined ? this.#follower.announcedSeq : (this.replica?.seq ?? 0)),
      () => this.#touched(),
    );
    const applied = (): void => this.#desk.advance();
    this.#follower = new Follower(parts, store, this.#taker, {
      applied,
      elected: (replica, office) => this.#lead(replica, office),
      ended: (fault) => this.#end(fault),
    });
  }

  get role(): "following" | "leading" | "ended" {
    if (this.#isOver) return "ended";
    return this.#leader === undefined ? "following" : "leading";
  }
  /** Leading and past its own epoch row. */
  get isServing(): boolean {
    return this.#leader?.isReady ?? false;
  }
  get epoch(): number {
    return this.#leader?.epoch ?? this.replica?.position.epoch ?? 0;
  }
  get replica(): Replica | undefined {
    return this.#leaderReplica ?? this.#follower.replica;
  }

  start(): void {
    this.#roll.start();
    this.#follower.start();
    this.#tick();
  }

  /** A clean end leaves a snapshot behind, so that the next start has a short way. */
  async stop(): Promise<void> {
    if (this.#isOver) return;
    this.#close();
    this.#leader?.stop();
    this.#follower.stop();
    await this.#taker.save(this.replica);
  }

  #lead(replica: Replica, office: Office): void {
    this.#leaderReplica = replica;
    this.#desk.close();
    this.#leader = new Leader(this.#parts, replica, office, {
      serving: () => this.#arrangeDesk(),
      whoLacks: (logicVer) => this.#roll.whoLacks(logicVer),
      applied: () => this.#ledOneMore(replica),
      ended: (reason) => this.#end(reason),
    });
    this.#leader.start();
  }

  /**
   * Followers take the snapshots: a leader would make everybody wait meanwhile. One without any takes its own, between batches, or a
   * crash would find nothing but the whole journal to replay.
   */
  #ledOneMore(replica: Replica): void {
    this.#desk.advance();
    if (this.#taker.applied(replica, 1) && !this.#roll.isNowAnswered) void this.#taker.save(replica);
  }

  #end(reason: EndReason | RowFault): void {
    if (this.#isOver) return;
    this.#close();
    this.#follower.stop();
    this.#ended(reason);
  }

  #close(): void {
    this.#isOver = true;
    this.#callOffTick();
    this.#roll.stop();
    this.#desk.close();
  }

  /** A preview changed what it only looked at. A follower builds its state anew; a leader must not go on with it at all. */
  #touched(): void {
    if (this.#leader === undefined) return this.#follower.distrust("a preview left a trace");
    this.#leader.stop();
    this.#end("contradicted");
  }

  #tick(): void {
    if (this.#isOver) return;
    this.#roll.tell(this.#leader === undefined && this.#follower.isCurrent);
    this.#arrangeDesk();
    this.#callOffTick = this.#parts.time.after(aliveEveryMs, () => this.#tick());
  }

  /** Who answers questions: followers that are up to date; the leader only when there is none. */
  #arrangeDesk(): void {
    const isWanted =
      this.#leader === undefined ? this.#follower.isCurrent : this.#leader.isReady && !this.#roll.isNowAnswered;
    if (isWanted) this.#desk.open();
    else this.#desk.close();
  }
}
