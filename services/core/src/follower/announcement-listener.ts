import { announcerOf, DecodeError, unpackAnnouncement } from "@tidemark/contracts/codec";
import { subjects } from "@tidemark/kit-node";
import { sawEpoch } from "../journal/primary.ts";
import type { Deps } from "../deps.ts";

/** What a leader has promised: it announces a row only after its clean commit. */
export type Promised = {
  readonly epoch: number;
  readonly seq: number;
  readonly batchId: string;
  readonly heardAt: number;
  /** The process that announces in this epoch. */
  readonly by: string;
};

const pollMs = 50;
/** A row that was announced but cannot be read yet is on its way: look more often, for a while. */
const promisedPollMs = 5;
const promisedMaxMs = 200;

/** Receives announcements: they wake the readers of the journal, and they say which rows are durable. */
export class AnnouncementListener {
  readonly #deps: Deps;
  readonly #tipEpoch: () => number;
  #promised: Promised | undefined;
  #wake = (): void => undefined;
  #wasWoken = false;
  #unsubscribe = (): void => undefined;

  constructor(
    deps: Deps,
    /** The epoch of the newest journal row that this process has read. */
    tipEpoch: () => number,
  ) {
    this.#deps = deps;
    this.#tipEpoch = tipEpoch;
  }

  /** The highest announcement so far: the row it speaks of may become readable later. */
  get promised(): Promised | undefined {
    return this.#promised;
  }
  /** Something was announced since `forgetWake`. */
  get wasWoken(): boolean {
    return this.#wasWoken;
  }

  start(): void {
    const { bus, core, coreKeys } = this.#deps;
    this.#unsubscribe = bus.subscribe(subjects(core).announcements, (bytes) => {
      try {
        this.#heard(unpackAnnouncement(bytes, coreKeys), () => announcerOf(bytes, coreKeys));
      } catch (error) {
        if (!(error instanceof DecodeError)) throw error;
      }
    });
  }

  stop(): void {
    this.#unsubscribe();
    this.#wake();
  }

  forget(): void {
    this.#promised = undefined;
  }

  forgetWake(): void {
    this.#wasWoken = false;
  }

  #heard({ epoch, seq, batchId }: Omit<Promised, "heardAt" | "by">, announcer: () => string): void {
    // An election raises the epoch of the journal by one. A number beyond that is proven by its row or not at all: what is kept here
    // decides the number of the next election, and one that is too high would use up all numbers.
    if (epoch > this.#tipEpoch() + 1) return this.#look();
    sawEpoch(this.#deps.seen, epoch);
    const before = this.#promised;
    if (before !== undefined && (epoch < before.epoch || (epoch === before.epoch && seq <= before.seq))) return;
    // An epoch has one leader: whose signature it is is looked at once.
    const by = before?.epoch === epoch ? before.by : announcer();
    this.#promised = { epoch, seq, batchId, heardAt: this.#deps.time.steady(), by };
    this.#look();
  }

  #look(): void {
    this.#wasWoken = true;
    this.#wake();
  }

  /** Until the next announcement, but no longer than the next poll is due. */
  rest(tipSeen: number): Promise<void> {
    const promised = this.#promised;
    const { time } = this.#deps;
    const isOnItsWay =
      promised !== undefined && promised.seq > tipSeen && time.steady() - promised.heardAt < promisedMaxMs;
    return new Promise((resolve) => {
      const done = (): void => {
        callOff();
        this.#wake = () => undefined;
        resolve();
      };
      const callOff = time.after(isOnItsWay ? promisedPollMs : pollMs, done);
      this.#wake = done;
    });
  }
}
