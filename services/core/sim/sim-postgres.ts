import type { InsertOutcome, JournalServer, JournalSession, ServerInfo } from "../src/journal/journal.ts";
import { type Durability, genesisLink, type Row } from "../src/journal/row.ts";
import { type Actor, type chanceOf, dawnMs, type Stage } from "./stage.ts";

const connectTimeoutMs = 1_000;
const readTimeoutMs = 2_000;

export const genesisRow: Row = {
  ...genesisLink,
  prevId: genesisLink.batchId,
  epoch: 0,
  logicVer: 1,
  tsUs: 0,
  durableThrough: 0,
  prevHash: new Uint8Array(32),
  stateSeq: 0,
  stateHash: new Uint8Array(40),
  payload: new Uint8Array(2),
};

/** A row that is in but not yet seen: its backend flushes or waits for the standby, whether or not its client still lives. */
type Unfinished = { readonly row: Row; answer: (outcome: InsertOutcome) => void; isFlushed: boolean };

/**
 * One PostgreSQL, as far as the protocol can feel it: rows that wait for the standby are invisible and hold their number, a restart
 * makes them visible, a cancelled wait answers with a warning, and a backend goes on without its client.
 */
export class SimServer {
  readonly name: string;
  readonly stage: Stage;
  readonly chance: ReturnType<typeof chanceOf>;
  readonly durability: Durability;
  /** What everybody can read. */
  rows: Row[] = [genesisRow];
  /** What is on disk: the same, and what waits for the standby. */
  wal: Row[] = [genesisRow];
  isUp = true;
  isRecovering = false;
  timeline = 1;
  standby: SimServer | undefined;
  isLinkUp = true;
  /** How long a local commit takes, from and to. */
  flushMs: [number, number] = [0.3, 1.5];
  /** Share of clean answers that are lost with their connection. */
  lostAnswers = 0;
  readonly cutOff = new Set<string>();
  readonly sessions = new Set<SimSession>();
  #unfinished: Unfinished | undefined;
  #queue: (() => void)[] = [];
  #life = 0;

  constructor(name: string, stage: Stage, chance: ReturnType<typeof chanceOf>, durability: Durability) {
    this.name = name;
    this.stage = stage;
    this.chance = chance;
    this.durability = durability;
  }

  get clockUs(): number {
    return Math.floor((dawnMs + this.stage.now) * 1000);
  }

  info(actor: Actor): ServerInfo {
    return {
      writable: !this.isRecovering,
      systemId: "sim",
      timeline: this.isRecovering ? 0 : this.timeline,
      clockAheadUs: -actor.clockAheadMs * 1000,
      standbyNames: this.durability === "standby" ? "peer" : "",
      commitsSafely: true,
    };
  }

  /** Runs later in this life of the server: a crash takes it along. */
  later(ms: number, run: () => void): () => void {
    const life = this.#life;
    return this.stage.after(ms, () => {
      if (this.isUp && this.#life === life) run();
    });
  }

  insert(row: Row, lockTimeoutMs: number, answer: (outcome: InsertOutcome) => void): void {
    if (this.isRecovering) return answer({ kind: "uncertain", why: "read-only" });
    const before = this.rows[row.seq - 1];
    if (before === undefined || before.batchId !== row.prevId) return answer({ kind: "fenced" });
    if (this.rows[row.seq] !== undefined) return answer({ kind: "fenced" });
    if (this.#unfinished !== undefined) return this.#waitForLock(row, lockTimeoutMs, answer);
    const unfinished: Unfinished = { row, answer, isFlushed: false };
    this.#unfinished = unfinished;
    this.later(this.chance.between(...this.flushMs), () => {
      unfinished.isFlushed = true;
      this.wal.push(row);
      if (this.durability === "single") this.#finish(unfinished);
      else this.ship();
    });
  }

  #waitForLock(row: Row, lockTimeoutMs: number, answer: (outcome: InsertOutcome) => void): void {
    let isDone = false;
    const again = (): void => {
      if (isDone) return;
      isDone = true;
      callOff();
      this.insert(row, lockTimeoutMs, answer);
    };
    const callOff =
      lockTimeoutMs === 0
        ? () => undefined
        : this.later(lockTimeoutMs, () => {
            if (isDone) return;
            isDone = true;
            answer({ kind: "locked" });
          });
    this.#queue.push(again);
  }

  #finish(unfinished: Unfinished): void {
    if (this.#unfinished !== unfinished) return;
    this.#unfinished = undefined;
    this.rows.push(unfinished.row);
    unfinished.answer({ kind: "acked", clockUs: this.clockUs });
    const queue = this.#queue;
    this.#queue = [];
    for (const again of queue) again();
  }

  /** Sends the log to the standby; what it has confirmed becomes visible here and is answered. */
  ship(): void {
    const { standby } = this;
    if (standby === undefined || this.isRecovering) return;
    this.later(this.chance.between(0.2, 2), () => {
      if (!this.isLinkUp || !standby.isUp || this.standby !== standby) return void this.later(50, () => this.ship());
      standby.wal = this.wal.slice();
      standby.rows = this.wal.slice();
      this.later(this.chance.between(0.1, 1), () => {
        if (!this.isLinkUp || !standby.isUp || this.standby !== standby) return void this.later(50, () => this.ship());
        const unfinished = this.#unfinished;
        if (unfinished?.isFlushed === true && standby.wal.includes(unfinished.row)) this.#finish(unfinished);
      });
    });
  }

  /** pg_cancel_backend: the wait ends, the row is visible, and the client hears a warning. */
  cancelWait(): void {
    const unfinished = this.#unfinished;
    if (unfinished?.isFlushed !== true) return;
    const { answer } = unfinished;
    unfinished.answer = () => answer({ kind: "uncertain", why: "might not have been replicated" });
    this.#finish(unfinished);
  }

  crash(): void {
    this.#life += 1;
    this.isUp = false;
    this.#unfinished = undefined;
    this.#queue = [];
    for (const session of this.sessions) session.breakOff();
  }

  /** Everything on disk is visible after a restart, replicated or not. */
  restart(): void {
    this.isUp = true;
    this.rows = this.wal.slice();
    if (this.standby !== undefined) this.ship();
  }

  promote(timeline: number): void {
    this.isRecovering = false;
    this.timeline = timeline;
    this.wal = this.rows.slice();
  }

  /** Comes back as the standby of `primary`, its own history rewound. */
  follow(primary: SimServer): void {
    this.crash();
    this.isUp = true;
    this.isRecovering = true;
    this.standby = undefined;
    this.wal = primary.wal.slice();
    this.rows = primary.wal.slice();
    primary.standby = this;
    primary.isLinkUp = true;
    primary.ship();
  }

  /** A disk that lost its end, or an operator who restored an older state. */
  restore(seq: number): void {
    this.crash();
    this.wal = this.wal.slice(0, seq + 1);
    this.restart();
  }

  /** The server as one process reaches it. */
  for(actor: Actor): JournalServer {
    const server: JournalServer = {
      name: this.name,
      connect: () =>
        new Promise<JournalSession>((resolve, reject) => {
          const { stage, chance } = this;
          if (this.cutOff.has(actor.name))
            return void stage.after(connectTimeoutMs, () => reject(new Error("timeout")), actor);
          stage.after(
            chance.between(0.5, 3),
            () => {
              if (!this.isUp) return reject(new Error("refused"));
              resolve(new SimSession(this, server, actor));
            },
            actor,
          );
        }),
    };
    return server;
  }
}

class SimSession implements JournalSession {
  readonly server: JournalServer;
  readonly info: ServerInfo;
  readonly #host: SimServer;
  readonly #actor: Actor;
  #isOpen = true;
  readonly #pending = new Set<(why: string) => void>();

  constructor(host: SimServer, server: JournalServer, actor: Actor) {
    this.#host = host;
    this.server = server;
    this.#actor = actor;
    this.info = host.info(actor);
    host.sessions.add(this);
  }

  tip(): Promise<Row> {
    return this.#ask((host) => host.rows.at(-1)!);
  }

  read(seq: number, limit: number): Promise<Row[]> {
    return this.#ask((host) => host.rows.slice(seq, seq + limit));
  }

  #ask<T>(look: (host: SimServer) => T): Promise<T> {
    const { stage } = this.#host;
    return new Promise((resolve, reject) => {
      if (!this.#isOpen) return void stage.after(0.1, () => reject(new Error("closed")), this.#actor);
      const fail = (why: string): void => settle(() => reject(new Error(why)));
      const settle = (end: () => void): void => {
        callOff();
        this.#pending.delete(fail);
        end();
      };
      const callOff = stage.after(readTimeoutMs, () => fail("timeout"), this.#actor);
      this.#pending.add(fail);
      this.#send(() => {
        const answer = look(this.#host);
        this.#reply(() => settle(() => resolve(answer)));
      });
    });
  }

  insert(row: Row, lockTimeoutMs: number): Promise<InsertOutcome> {
    return new Promise((resolve) => {
      let isDone = false;
      const end = (outcome: InsertOutcome): void => {
        if (isDone) return;
        isDone = true;
        this.#pending.delete(fail);
        resolve(outcome);
      };
      const fail = (why: string): void => end({ kind: "uncertain", why });
      if (!this.#isOpen) return void this.#host.stage.after(0.1, () => fail("closed"), this.#actor);
      this.#pending.add(fail);
      // The bytes on the wire are those of now: the caller uses its buffer again.
      const sent = { ...row, payload: row.payload.slice() };
      this.#send(() =>
        this.#host.insert(sent, lockTimeoutMs, (outcome) => {
          if (this.#host.chance.is(this.#host.lostAnswers)) return this.breakOff();
          this.#reply(() => end(outcome));
        }),
      );
    });
  }

  /** To the server: it gets there unless the line is cut now; whether the client still lives then does not matter. */
  #send(run: () => void): void {
    const host = this.#host;
    if (host.cutOff.has(this.#actor.name)) return;
    host.later(host.chance.between(0.05, 0.5), run);
  }

  #reply(run: () => void): void {
    const host = this.#host;
    if (!this.#isOpen || host.cutOff.has(this.#actor.name)) return;
    host.stage.after(host.chance.between(0.05, 0.5), () => this.#isOpen && run(), this.#actor);
  }

  /** The connection is reset: the client hears of it, the backend does not stop. */
  breakOff(): void {
    if (!this.#isOpen) return;
    this.#host.sessions.delete(this);
    this.#host.stage.after(
      this.#host.chance.between(0.1, 1),
      () => {
        this.#isOpen = false;
        for (const fail of this.#pending) fail("connection reset");
      },
      this.#actor,
    );
  }

  close(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#host.sessions.delete(this);
    for (const fail of this.#pending) this.#host.stage.after(0, () => fail("closed"), this.#actor);
  }
}
