import { type Instruments, instrumentsOf, refusals } from "@tidemark/contracts";
import type { Command } from "@tidemark/contracts/journal";
import {
  accumulator,
  apply,
  beginBatch,
  createState,
  eventsOf,
  fullHash,
  logicVersion,
  restore,
  resume,
  snapshot,
  startUnder,
  type State,
} from "@tidemark/engine";
import type { Question } from "@tidemark/kit-node";
import type { Fingerprint, Machine, MachineMaker } from "./machine.ts";
import { instrumentListOf } from "./questions/instruments.ts";
import { answerNow } from "./questions/now.ts";
import type { Answer } from "./questions/refuse.ts";

/**
 * Between commands a slice ends when it has done this much work: words written, words put back, lookups. Some two milliseconds;
 * not counted in events, for a command that is taken back leaves none.
 */
export const workPerSlice = 8_000;

const renames = new Set<Command["type"]>([
  "configure_asset",
  "configure_market",
  "configure_fees",
  "configure_contract",
  "configure_pair",
]);

const noneSkipped: ReadonlySet<number> = new Set();

/** The engine behind the interface `Machine`. */
export class EngineMachine implements Machine {
  readonly results = { code: [] as number[], ref: [] as number[], first: [] as bigint[], second: [] as bigint[] };
  readonly state: State;
  #commands: readonly Command[] = [];
  #skipped = noneSkipped;
  #atMs = 0;
  #next = 0;
  #step: "begin" | "timers" | "between" | "inside" = "between";
  #instruments: Instruments | undefined;

  constructor(state: State) {
    this.state = state;
  }

  startUnder(logicVer: number): void {
    startUnder(this.state, logicVer);
  }

  begin(atMs: number, commands: readonly Command[], skipped: ReadonlySet<number> = noneSkipped): void {
    const { code, ref, first, second } = this.results;
    code.length = 0;
    ref.length = 0;
    first.length = 0;
    second.length = 0;
    this.#commands = commands;
    this.#skipped = skipped;
    this.#atMs = atMs;
    this.#next = 0;
    this.#step = "begin";
  }

  run(): boolean {
    const { state } = this;
    const workMax = state.memory.work + workPerSlice;
    if (this.#step === "begin" || this.#step === "timers") {
      const ended = this.#step === "begin" ? beginBatch(state, this.#atMs) : resume(state);
      this.#step = ended ? "between" : "timers";
      if (!ended || (state.memory.work > workMax && this.#commands.length > 0)) return false;
    }
    while (this.#next < this.#commands.length) {
      if (this.#skipped.has(this.#next)) {
        this.#passOver();
        continue;
      }
      const ended: boolean =
        this.#step === "inside" ? resume(state) : apply(state, this.#commands[this.#next]!, this.#next);
      this.#step = ended ? "between" : "inside";
      if (!ended) return false;
      this.#keepResult();
      if (state.memory.work > workMax && this.#next < this.#commands.length) return false;
    }
    return true;
  }

  #passOver(): void {
    this.results.code.push(refusals.INTERNAL.code);
    this.results.ref.push(0);
    this.results.first.push(0n);
    this.results.second.push(0n);
    this.#next += 1;
  }

  #keepResult(): void {
    const { result } = this.state;
    this.results.code.push(result.code);
    this.results.ref.push(result.ref);
    this.results.first.push(result.first);
    this.results.second.push(result.second);
    if (renames.has(this.#commands[this.#next]!.type)) this.#instruments = undefined;
    this.#next += 1;
  }

  /** Words for the journal's numbers; made anew when a configuration has changed. */
  get instruments(): Instruments {
    return (this.#instruments ??= instrumentsOf(instrumentListOf(this.state)));
  }

  events(): Float64Array {
    return eventsOf(this.state);
  }
  settledEvents(): number {
    // What a command or one of its children has told can be taken back until it has ended.
    return this.#step === "between" ? this.state.events.length : this.state.eventsFinal;
  }
  accumulator(): Fingerprint {
    return accumulator(this.state);
  }
  fullHash(): Fingerprint {
    return fullHash(this.state);
  }
  snapshot(): Uint8Array {
    return snapshot(this.state);
  }
  answer(question: Question): Answer {
    return answerNow(this.state, this.instruments, question);
  }
}

export const engineMaker: MachineMaker & { fresh(): EngineMachine; restore(bytes: Uint8Array): EngineMachine } = {
  logicVer: logicVersion,
  fresh: () => new EngineMachine(createState(1)),
  restore: (bytes) => new EngineMachine(restore(bytes)),
};
