import { Writer } from "@tidemark/contracts/codec";
import { type CommandClass, commandClasses } from "@tidemark/contracts/journal";
import { subjects } from "@tidemark/kit-node";
import { RejectedMessages } from "../rejected-messages.ts";
import type { InsertOutcome, JournalSession } from "../journal/journal.ts";
import { beginBatchPayload, endBatchPayload, type Row } from "../journal/row.ts";
import { findPrimary, sawEpoch } from "../journal/primary.ts";
import { StateMismatches } from "../state-mismatch.ts";
import type { Deps } from "../deps.ts";
import { replay, turn } from "../replay.ts";
import { type Applicable, payloadHashOf, type Replica, versionWanted } from "../replica.ts";
import type { Announcing } from "./announce.ts";
import { type Gathered, Intake, nothingGathered } from "./intake.ts";
import { clocksDiffer, forwardStepMaxUs, nextRow, type Predecessor } from "./next-row.ts";
import type { EndReason, LeaderCallbacks, Term } from "./term.ts";
import { resolveCommit, resolveCommitMaxMs } from "./resolve-commit.ts";
import { LeaderOutput } from "./leader-output.ts";
import { Watcher } from "./watcher.ts";

/** Journal progress is the sign of life; a candidate acts after a second without it. */
const heartbeatMs = 250;
const tickMs = 50;
/** After this long without a proof the leader looks whether it still is one before it sends. */
const proofAgeMaxMs = 900;
const insertPatienceMs = 2_000;
const insertMaxMs = 10_000;
const retryMs = 100;
const tailRowsMax = 256;

/** A row on its way: sent, then committed, then applied, then published. */
type Flight = {
  readonly row: Row;
  readonly batch: Applicable;
  readonly gathered: Gathered;
  readonly sentAt: number;
};

/** The one that writes. One row is in flight at a time; the commit of the next overlaps the applying of the last. */
export class Leader {
  readonly #deps: Deps;
  readonly #replica: Replica;
  readonly #callbacks: LeaderCallbacks;
  readonly #epochRow: Row;
  readonly #intake: Intake;
  readonly #output: LeaderOutput;
  readonly #rejected: RejectedMessages;
  readonly #mismatches: StateMismatches;
  readonly #watcher = new Watcher(() => this.#session);
  readonly #out = new Writer(64 * 1024);
  readonly #emptyPayload: Uint8Array;
  readonly #emptyPayloadHash: Uint8Array;

  #session: JournalSession;
  #last: Predecessor;
  #sentAt: number;
  /** When the insert of the last acked row was sent, or the tip was last seen to be ours. */
  #provenAt: number;
  #flight: Flight | undefined;
  #committed: Flight[] = [];
  #applying: Flight | undefined;
  /** The events of the batch in `#applying`, while they are being published. */
  #announcing: Announcing | undefined;
  /** An upgrade that is sent and not applied yet: it and the rows behind it are for nodes that know it. */
  #upgradingTo = 0;
  #isReplaying = true;
  #isChecking = false;
  #isInDoubt = false;
  #isProbing = false;
  #isTurning = false;
  #ended = false;
  #callOffTick = (): void => undefined;
  #unsubscribe = (): void => undefined;

  constructor(deps: Deps, replica: Replica, term: Term, callbacks: LeaderCallbacks) {
    const { epochRow } = term;
    this.#deps = deps;
    this.#replica = replica;
    this.#callbacks = callbacks;
    this.#epochRow = epochRow;
    this.#session = term.session;
    this.#last = epochRow;
    this.#sentAt = term.sentAt;
    this.#provenAt = term.sentAt;
    sawEpoch(deps.seen, epochRow.epoch);
    this.#output = new LeaderOutput(deps, epochRow.epoch);
    this.#rejected = new RejectedMessages(deps, "commands");
    this.#intake = new Intake(
      deps.time,
      // An upgrade is the core's own command: one of its processes signs it.
      { of: (by) => (by === "core" ? deps.coreKeys : deps.seals.of(by)) },
      (sender, request, tag, code) => this.#output.refuse(sender, request, tag, code, this.#replica.seq),
      (to) => this.#mayUpgrade(to),
      // Before the tail is applied the own epoch row says it.
      () => Math.max(this.#replica.position.logicVer, epochRow.logicVer),
    );
    this.#mismatches = new StateMismatches(deps, epochRow.epoch, replica, () => this.#end("contradicted"));
    const empty = new Writer(8);
    beginBatchPayload(empty, deps.durability);
    this.#emptyPayload = endBatchPayload(empty, 0);
    this.#emptyPayloadHash = payloadHashOf(this.#emptyPayload);
  }

  get epoch(): number {
    return this.#epochRow.epoch;
  }
  /** Everything up to its own epoch row is applied: it answers. */
  get isReady(): boolean {
    return !this.#isReplaying && !this.#ended;
  }

  start(): void {
    const { bus, core } = this.#deps;
    const { commands } = subjects(core);
    const ends = commandClasses.map((by) => bus.subscribe(commands(this.epoch, by), (bytes) => this.#heard(bytes, by)));
    this.#unsubscribe = () => ends.forEach((end) => end());
    this.#mismatches.start();
    this.#tick();
    void this.#catchUp();
  }

  /** Ends without a word: nothing that is not answered by now will be. */
  stop(): void {
    this.#end("stopped");
  }

  #end(reason: EndReason): void {
    if (this.#ended) return;
    this.#ended = true;
    this.#callOffTick();
    this.#unsubscribe();
    this.#mismatches.stop();
    this.#output.stop();
    this.#session.close();
    this.#watcher.close();
    this.#deps.note(reason === "stopped" ? "info" : "alarm", "leader ended", { reason, epoch: this.epoch });
    this.#callbacks.ended(reason);
  }

  #heard(bytes: Uint8Array, by: CommandClass): void {
    if (this.#ended) return;
    if (!this.#intake.receive(bytes, by)) this.#rejected.add();
    this.#pump();
  }

  #mayUpgrade(to: number): boolean {
    const lacking = this.#callbacks.whoLacks(to);
    if (lacking.length > 0) this.#deps.note("alarm", "upgrade refused: not every node has it", { to, lacking });
    return lacking.length === 0;
  }

  // ---- sending -------------------------------------------------------------------------------------------------------------------

  /** Sends what has gathered if the journal is free; there is no batch timer. */
  #pump(): void {
    if (this.#ended || this.#flight !== undefined || this.#isChecking || this.#isInDoubt) return;
    // While one batch runs in slices and the next one waits behind it, more would only pile up: heartbeats alone go out.
    const mayCarry = !this.#isReplaying && this.#committed.length === 0;
    const steady = this.#deps.time.steady();
    const isDue = steady - this.#sentAt >= heartbeatMs;
    if (!isDue && !(mayCarry && this.#intake.count > 0)) return;
    if (steady - this.#provenAt > proofAgeMaxMs) return void this.#lookAtTip();
    if (mayCarry && this.#intake.count > 0) this.#sendGathered(isDue);
    else this.#send(nothingGathered, this.#emptyPayload, this.#emptyPayloadHash);
  }

  #sendGathered(isDue: boolean): void {
    beginBatchPayload(this.#out, this.#deps.durability);
    const gathered = this.#intake.take(this.#out);
    const count = gathered.commands.length;
    if (count === 0) {
      if (isDue) this.#send(nothingGathered, this.#emptyPayload, this.#emptyPayloadHash);
      return;
    }
    const payload = endBatchPayload(this.#out, count);
    this.#send(gathered, payload, payloadHashOf(payload));
  }

  #send(gathered: Gathered, payload: Uint8Array, payloadHash: Uint8Array): void {
    this.#upgradingTo = Math.max(this.#upgradingTo, versionWanted(gathered.commands));
    const row = this.#rowBehind(this.#last, payload, this.#last.seq);
    if (row === undefined) return this.#end("clock_stepped");
    const flight = {
      row,
      batch: this.#applicable(row, gathered, payloadHash),
      gathered,
      sentAt: this.#deps.time.steady(),
    };
    this.#flight = flight;
    this.#sentAt = flight.sentAt;
    void this.#session.insert(row, 0).then((outcome) => this.#landed(flight, outcome));
  }

  /** Undefined when the clock has stepped too far for this epoch. Time that was spent waiting for the journal is no step. */
  #rowBehind(before: Predecessor, payload: Uint8Array, durableThrough: number, waitedMs = 0): Row | undefined {
    const clockUs = this.#deps.time.nowUs();
    if (clockUs - before.tsUs - waitedMs * 1000 > forwardStepMaxUs) return undefined;
    const content = {
      epoch: this.epoch,
      logicVer: Math.max(this.#replica.position.logicVer, this.#upgradingTo),
      clockUs,
      durableThrough,
      stateSeq: this.#replica.seq,
      stateHash: this.#replica.stateHash,
      payload,
    };
    return nextRow(before, content, this.#deps.chance);
  }

  #applicable(row: Row, gathered: Gathered, payloadHash: Uint8Array): Applicable {
    const link = { seq: row.seq, batchId: row.batchId, hash: row.hash };
    return { link, epoch: row.epoch, tsUs: row.tsUs, logicVer: row.logicVer, payloadHash, commands: gathered.commands };
  }

  #landed(flight: Flight, outcome: InsertOutcome): void {
    if (this.#ended || this.#flight !== flight) return;
    switch (outcome.kind) {
      case "acked":
        if (clocksDiffer(this.#deps.time, flight.sentAt, outcome.clockUs)) return this.#end("clock_differs");
        return this.#commit([flight], flight.sentAt);
      case "fenced":
        return this.#end("fenced");
      default:
        return void this.#doubt(flight, outcome.kind === "uncertain" ? outcome.why : outcome.kind);
    }
  }

  #commit(flights: readonly Flight[], provenAt: number): void {
    this.#flight = undefined;
    this.#last = flights.at(-1)!.row;
    this.#provenAt = provenAt;
    this.#committed.push(...flights);
    if (this.#isReplaying) return this.#pump();
    this.#applying ??= this.#committed.shift();
    // The next row goes out first: PostgreSQL commits it while this thread applies.
    this.#pump();
    if (!this.#isTurning) this.#work();
  }

  // ---- applying ------------------------------------------------------------------------------------------------------------------

  /** Runs one slice; between slices the event loop turns, so that the journal's answer for the next row is heard. */
  #work(): void {
    this.#isTurning = false;
    const flight = this.#applying;
    if (flight === undefined || this.#ended) return;
    if (this.#announcing === undefined) this.#applySlice(flight);
    if (this.#announcing?.run() === true) {
      this.#announcing = undefined;
      this.#applying = this.#committed.shift();
      this.#callbacks.applied();
      this.#pump();
    }
    if (this.#applying === undefined || this.#isTurning) return;
    this.#isTurning = true;
    this.#deps.time.soon(() => this.#work());
  }

  /** Behind its last slice a batch is answered at once, and announced before the next begins. */
  #applySlice(flight: Flight): void {
    if (this.#replica.isIdle) this.#replica.begin(flight.batch);
    if (!this.#replica.run()) return;
    const { machine } = this.#replica;
    if (versionWanted(flight.gathered.commands) === this.#upgradingTo) this.#upgradingTo = 0;
    this.#output.answer(flight.gathered, flight.row.seq, machine);
    this.#announcing = this.#output.announcing(flight.row, machine.events());
  }

  // ---- watching ------------------------------------------------------------------------------------------------------------------

  #tick(): void {
    if (this.#ended) return;
    const { time } = this.#deps;
    this.#watchFlight();
    this.#pump();
    if (this.#ended) return;
    const untilDueMs = this.#sentAt + heartbeatMs - time.steady();
    const waitMs = untilDueMs > 0 && untilDueMs < tickMs ? untilDueMs : tickMs;
    this.#callOffTick = time.after(waitMs, () => this.#tick());
  }

  /** A slow disk alone is no reason to doubt, a barrier would be as slow; a server that takes no new connection is. */
  #watchFlight(): void {
    const flight = this.#flight;
    if (flight === undefined) return;
    const waitedMs = this.#deps.time.steady() - flight.sentAt;
    if (waitedMs >= insertMaxMs) return void this.#doubt(flight, "no answer");
    if (waitedMs < insertPatienceMs || this.#isProbing) return;
    this.#isProbing = true;
    this.#session.server.connect().then(
      (probe) => {
        this.#isProbing = false;
        probe.close();
      },
      () => {
        this.#isProbing = false;
        if (this.#flight === flight) void this.#doubt(flight, "no answer and no new connection");
      },
    );
  }

  /** Until the row is settled nobody is answered and nothing is sent; batches committed before it still are. */
  async #doubt(flight: Flight, why: string): Promise<void> {
    if (this.#ended) return;
    this.#flight = undefined;
    this.#isInDoubt = true;
    this.#session.close();
    this.#deps.note("alarm", "commit uncertain", { seq: flight.row.seq, why });
    // A barrier says what was proven before the row in doubt, not the row itself.
    const provenThrough = flight.row.durableThrough;
    const waitedMs = (): number => this.#deps.time.steady() - flight.sentAt;
    const barrierBehind = (row: Row): Row | undefined =>
      this.#rowBehind(row, this.#emptyPayload, provenThrough, waitedMs());
    const settled = await resolveCommit(this.#deps, flight.row, flight.sentAt, barrierBehind, () => this.#ended);
    if (settled.kind !== "durable") return this.#end(settled.kind === "expired" ? "uncertain" : settled.kind);
    if (this.#ended) return settled.session.close();
    this.#session = settled.session;
    this.#isInDoubt = false;
    this.#sentAt = settled.provenAt;
    const barriers = settled.rows.slice(1).map((row) => ({
      row,
      batch: this.#applicable(row, nothingGathered, this.#emptyPayloadHash),
      gathered: nothingGathered,
      sentAt: settled.provenAt,
    }));
    this.#deps.note("info", "commit settled", { seq: flight.row.seq, barriers: barriers.length });
    this.#commit([flight, ...barriers], settled.provenAt);
  }

  /** After a pause somebody else may lead: a row that is not ours at the tip ends us before we say anything. */
  async #lookAtTip(): Promise<void> {
    this.#isChecking = true;
    const { time } = this.#deps;
    const began = time.steady();
    while (!this.#ended) {
      const lookedAt = time.steady();
      const tip = await this.#watcher.tip();
      if (this.#ended) return;
      if (tip !== undefined) {
        if (tip.batchId !== this.#last.batchId) return this.#end("overtaken");
        this.#provenAt = lookedAt;
        this.#isChecking = false;
        return this.#pump();
      }
      if (time.steady() - began > resolveCommitMaxMs) return this.#end("unreachable");
      await this.#moveSession();
    }
  }

  /** Nothing is in flight and the server does not answer: go on where the cluster is writable now. */
  async #moveSession(): Promise<void> {
    const { servers, durability, seen, time } = this.#deps;
    const session = await findPrimary(servers, durability, seen);
    if (session === undefined) return time.sleep(retryMs);
    if (this.#ended) return session.close();
    this.#session.close();
    this.#session = session;
  }

  // ---- taking over ---------------------------------------------------------------------------------------------------------------

  /** Applies the tail up to the own epoch row, whose ack made it durable. Heartbeats go out meanwhile, commands only queue. */
  async #catchUp(): Promise<void> {
    const { maker, time } = this.#deps;
    while (!this.#ended && this.#replica.seq < this.#epochRow.seq) {
      const limit = Math.min(tailRowsMax, this.#epochRow.seq - this.#replica.seq);
      const rows = (await this.#watcher.read(this.#replica.seq + 1, limit)) ?? [];
      if (this.#ended) return;
      if (rows.length === 0) {
        await time.sleep(retryMs);
        continue;
      }
      const { fault } = await replay(this.#replica, rows, maker.logicVer, time, () => this.#callbacks.applied());
      if (fault !== undefined) return this.#end(fault);
    }
    if (this.#ended) return;
    const announcing = this.#output.announcing(this.#epochRow, this.#replica.machine.events());
    while (!announcing.run()) {
      await turn(time);
      if (this.#ended) return;
    }
    this.#isReplaying = false;
    this.#deps.note("info", "leading", { epoch: this.epoch, seq: this.#replica.seq });
    this.#callbacks.serving();
    this.#applying = this.#committed.shift();
    this.#pump();
    if (!this.#isTurning) this.#work();
  }
}
