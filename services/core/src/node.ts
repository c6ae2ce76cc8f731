import { Follower } from "./follower/follower.ts";
import { NowServer } from "./follower/now-server.ts";
import { type SnapshotRules, SnapshotTaker } from "./follower/snapshot-taker.ts";
import type { SnapshotStore } from "./follower/snapshots.ts";
import type { Deps } from "./deps.ts";
import type { RowFault } from "./replay.ts";
import type { Replica } from "./replica.ts";
import { PeerHeartbeats } from "./peer-heartbeats.ts";
import { Leader } from "./sequencer/leader.ts";
import type { EndReason, Term } from "./sequencer/term.ts";

const aliveEveryMs = 250;

/** One process of a core: it follows until it is elected, and leads until it ends. */
export class CoreNode {
  readonly #deps: Deps;
  readonly #follower: Follower;
  readonly #server: NowServer;
  readonly #heartbeats: PeerHeartbeats;
  readonly #taker: SnapshotTaker;
  readonly #ended: (reason: EndReason | RowFault) => void;
  #leader: Leader | undefined;
  #leaderReplica: Replica | undefined;
  #isOver = false;
  #callOffTick = (): void => undefined;

  constructor(deps: Deps, store: SnapshotStore, rules: SnapshotRules, ended: (reason: EndReason | RowFault) => void) {
    this.#deps = deps;
    this.#ended = ended;
    this.#heartbeats = new PeerHeartbeats(deps);
    this.#taker = new SnapshotTaker(deps, store, rules);
    this.#server = new NowServer(
      deps,
      () => this.replica,
      () => this.#announcedSeq,
      () => this.#touched(),
      () => ({
        leader: this.#leader === undefined ? (this.#follower.announcedBy ?? "") : deps.node,
        epoch: this.epoch,
        announcedSeq: this.#announcedSeq,
        nodes: this.#heartbeats.nodes,
      }),
    );
    const applied = (): void => this.#server.advance();
    this.#follower = new Follower(deps, store, this.#taker, {
      applied,
      elected: (replica, term) => this.#lead(replica, term),
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
  get #announcedSeq(): number {
    return this.#leader === undefined ? this.#follower.announcedSeq : (this.replica?.seq ?? 0);
  }
  get replica(): Replica | undefined {
    return this.#leaderReplica ?? this.#follower.replica;
  }

  start(): void {
    this.#heartbeats.start();
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

  #lead(replica: Replica, term: Term): void {
    this.#leaderReplica = replica;
    this.#server.close();
    this.#leader = new Leader(this.#deps, replica, term, {
      serving: () => this.#arrangeServer(),
      whoLacks: (logicVer) => this.#heartbeats.whoLacks(logicVer),
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
    this.#server.advance();
    if (this.#taker.applied(replica, 1) && !this.#heartbeats.isNowAnswered) void this.#taker.save(replica);
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
    this.#heartbeats.stop();
    this.#server.close();
  }

  /** A preview changed what it only looked at. A follower builds its state anew; a leader must not go on with it at all. */
  #touched(): void {
    if (this.#leader === undefined) return this.#follower.distrust("a preview left a trace");
    this.#leader.stop();
    this.#end("contradicted");
  }

  #tick(): void {
    if (this.#isOver) return;
    this.#heartbeats.tell(this.#leader === undefined && this.#follower.isCurrent);
    this.#arrangeServer();
    this.#callOffTick = this.#deps.time.after(aliveEveryMs, () => this.#tick());
  }

  /** Who answers questions: followers that are up to date; the leader only when there is none. */
  #arrangeServer(): void {
    const isWanted =
      this.#leader === undefined ? this.#follower.isCurrent : this.#leader.isReady && !this.#heartbeats.isNowAnswered;
    if (isWanted) this.#server.open();
    else this.#server.close();
  }
}
