import type { Command } from "@tidemark/contracts/journal";
import type { Question, Reply } from "@tidemark/kit-node";
import type { Skips } from "./journal/skips.ts";

/** What the commands of a batch came to, by position. A refusal's facts are zero where it has none. */
type Results = {
  readonly code: readonly number[];
  readonly ref: readonly number[];
  readonly first: readonly bigint[];
  readonly second: readonly bigint[];
};

export type Fingerprint = { readonly high: number; readonly low: number };

/**
 * The engine's interface for sequencer and followers: batches in, results and events out. They are written against this and not against the
 * engine, so that the simulator can run them with a machine that is small enough to be obviously right.
 */
export type Machine = {
  /** Before the first batch of a journal, whose row says under which version the journal begins. */
  startUnder(logicVer: number): void;
  /**
   * Starts a batch; nothing of it may be read before `run` has returned true. Commands at `skipped` positions are not applied: they come
   * to INTERNAL and leave nothing behind.
   */
  begin(atMs: number, commands: readonly Command[], skipped?: ReadonlySet<number>): void;
  /** Goes on for one slice; true when the batch has ended. */
  run(): boolean;
  /** Of the batch that ended last, until the next `begin`. */
  readonly results: Results;
  events(): Float64Array;
  /** How many numbers of the events, from the first on, stand for good while a batch runs: what may still be taken back lies behind them. */
  settledEvents(): number;
  /** The running hash of all state. */
  accumulator(): Fingerprint;
  /** The same, recomputed from every cell: differs when memory was touched from outside. */
  fullHash(): Fingerprint;
  snapshot(): Uint8Array;
  /** Answers a question about the state now, without its seq; previews leave the state as it was. */
  answer(question: Question): Omit<Reply, "seq">;
};

export type MachineMaker = {
  /** Rows of a newer version are not ours to read. */
  readonly logicVer: number;
  /** Commands that every node passes over. */
  readonly skips?: Skips;
  fresh(): Machine;
  /** Throws on bytes that no machine of this version wrote. */
  restore(bytes: Uint8Array): Machine;
};
