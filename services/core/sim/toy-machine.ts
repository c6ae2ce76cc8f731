import { success } from "@tidemark/contracts";
import { Reader, Writer } from "@tidemark/contracts/codec";
import { type Command, journalEvents } from "@tidemark/contracts/journal";
import type { Fingerprint, Machine, MachineMaker } from "../src/machine.ts";

const refusedForMoney = 21_040;
const refusedAsUnknown = 40_000;
const refusedAsFailed = 50_001;
const depositsCell = "0:0";
/** More than any client still asks about; the oldest goes first, in the order of the journal. */
const keysKept = 1_500;
/** An order of this size or more takes as many slices as its size; a smaller one up to four. */
const longFrom = 100;

const slicesOf = (qty: number): number => (qty < longFrom ? 1 + (qty % 4) : qty);

type Outcome = { code: number; ref: number };
type Cells = Map<string, bigint>;

/** One cell's share of the accumulator: sums of these do not depend on the order of the cells. */
function shareOf(key: string, value: bigint): Fingerprint {
  let high = 17;
  let low = 31;
  for (const character of `${key}=${value}`) {
    high = Math.imul(high ^ character.charCodeAt(0), 0x01000193);
    low = Math.imul(low + character.charCodeAt(0), 0x5bd1e995) ^ (low >>> 13);
  }
  return { high, low };
}

/**
 * A ledger so small that it is obviously right: deposits, transfers between a user's products, keys that answer twice alike, and an
 * order that does nothing but take as many slices as its size. The simulator's model is this same machine, replayed.
 */
class ToyMachine implements Machine {
  readonly results = { code: [] as number[], ref: [] as number[], first: [] as bigint[], second: [] as bigint[] };
  readonly #cells: Cells;
  readonly #answered: Map<string, Outcome>;
  #last: number;
  #high = 0;
  #low = 0;
  #commands: readonly Command[] = [];
  #skipped: ReadonlySet<number> = new Set();
  #at = 0;
  #slicesLeft = 0;
  #events: number[] = [];

  constructor(cells: Cells, answered: Map<string, Outcome>, last: number) {
    this.#cells = cells;
    this.#answered = answered;
    this.#last = last;
    for (const key of cells.keys()) if (/^\d+:\d+$/.test(key)) this.#moneyKeys.add(key);
    const { high, low } = this.fullHash();
    this.#high = high;
    this.#low = low;
  }

  startUnder(): void {
    // Its law has one version.
  }

  begin(atMs: number, commands: readonly Command[], skipped: ReadonlySet<number> = new Set()): void {
    this.#commands = commands;
    this.#skipped = skipped;
    this.#at = 0;
    this.#events = [];
    for (const column of Object.values(this.results)) column.length = 0;
    this.#set("time", BigInt(atMs));
  }

  run(): boolean {
    while (this.#at < this.#commands.length) {
      const command = this.#commands[this.#at]!;
      if (command.type === "place_order" && this.#slicesLeft === 0) this.#slicesLeft = slicesOf(command.qty);
      if (this.#slicesLeft > 1) {
        this.#slicesLeft -= 1;
        return false;
      }
      this.#slicesLeft = 0;
      if (this.#skipped.has(this.#at)) this.#tell({ code: refusedAsFailed, ref: 0 });
      else this.#answer(command);
      this.#at += 1;
    }
    return true;
  }

  #answer(command: Command): void {
    const key = "key" in command ? `${command.uid}:${command.keyHigh}:${command.keyLow}` : `p${command.number}`;
    const outcome = this.#answered.get(key) ?? this.#perform(command);
    if (!this.#answered.has(key)) this.#remember(key, outcome);
    this.#tell(outcome);
    this.#events.push(journalEvents.answered.code, this.#at, outcome.code, outcome.ref);
  }

  #tell(outcome: Outcome): void {
    this.results.code.push(outcome.code);
    this.results.ref.push(outcome.ref);
    this.results.first.push(0n);
    this.results.second.push(0n);
  }

  #remember(key: string, outcome: Outcome): void {
    this.#answered.set(key, outcome);
    this.#add(shareOf(key, BigInt(outcome.ref)), 1);
    if (this.#answered.size <= keysKept) return;
    const [oldest, { ref }] = this.#answered.entries().next().value!;
    this.#answered.delete(oldest);
    this.#add(shareOf(oldest, BigInt(ref)), -1);
  }

  #perform(command: Command): Outcome {
    this.#last += 1;
    const ref = this.#last;
    if (command.type === "place_order" || command.type === "upgrade") return { code: success, ref };
    if (command.type === "credit_deposit") {
      this.#move(depositsCell, `${command.uid}:1`, command.amount);
      return { code: success, ref };
    }
    if (command.type !== "transfer") return { code: refusedAsUnknown, ref: 0 };
    const from = `${command.uid}:${command.fromProduct}`;
    if ((this.#cells.get(from) ?? 0n) < command.amount) return { code: refusedForMoney, ref: 0 };
    this.#move(from, `${command.uid}:${command.toProduct}`, command.amount);
    return { code: success, ref };
  }

  #move(from: string, to: string, amount: bigint): void {
    this.#moneyKeys.add(from).add(to);
    this.#set(from, (this.#cells.get(from) ?? 0n) - amount);
    this.#set(to, (this.#cells.get(to) ?? 0n) + amount);
  }

  /** Money stands in cells of its own kind, so that summing it up is quick. */
  readonly #moneyKeys = new Set<string>();

  #set(key: string, value: bigint): void {
    const before = this.#cells.get(key);
    if (before !== undefined) this.#add(shareOf(key, before), -1);
    this.#cells.set(key, value);
    this.#add(shareOf(key, value), 1);
  }

  #add(share: Fingerprint, sign: number): void {
    this.#high = (this.#high + sign * share.high) | 0;
    this.#low = (this.#low + sign * share.low) | 0;
  }

  /** For scenes: a change that no command asked for, as a flipped bit would make it. */
  spoil(): void {
    this.#set("spoiled", 1n);
  }

  events(): Float64Array {
    return new Float64Array(this.#events);
  }

  /** Nothing is ever taken back here. */
  settledEvents(): number {
    return this.#events.length;
  }

  accumulator(): Fingerprint {
    return { high: this.#high, low: this.#low };
  }

  fullHash(): Fingerprint {
    let high = 0;
    let low = 0;
    for (const [key, value] of this.#cells) {
      const share = shareOf(key, value);
      high = (high + share.high) | 0;
      low = (low + share.low) | 0;
    }
    for (const [key, { ref }] of this.#answered) {
      const share = shareOf(key, BigInt(ref));
      high = (high + share.high) | 0;
      low = (low + share.low) | 0;
    }
    return { high, low };
  }

  /** Σ over all money: 0, always. */
  balanceOfAll(): bigint {
    let sum = 0n;
    for (const key of this.#moneyKeys) sum += this.#cells.get(key)!;
    return sum;
  }

  snapshot(): Uint8Array {
    const out = new Writer(64 + this.#cells.size * 80 + this.#answered.size * 80);
    out.u53(this.#last);
    out.u32(this.#cells.size);
    for (const key of [...this.#cells.keys()].sort()) {
      out.text(key);
      out.i64(this.#cells.get(key)!);
    }
    out.u32(this.#answered.size);
    // In the order they came: it decides which one is forgotten next.
    for (const [key, { code, ref }] of this.#answered) {
      out.text(key);
      out.u32(code);
      out.u53(ref);
    }
    return out.done();
  }

  answer(question: { call: string; uid: number }): { code: number; data: unknown } {
    const balance = this.#cells.get(`${question.uid}:1`) ?? 0n;
    return { code: success, data: { balance: String(balance) } };
  }
}

function restoreToy(bytes: Uint8Array): ToyMachine {
  const reader = new Reader(bytes);
  const last = reader.u53();
  const cells: Cells = new Map();
  for (let left = reader.u32(); left > 0; left -= 1) {
    const key = reader.text();
    cells.set(key, reader.i64());
  }
  const answered = new Map<string, Outcome>();
  for (let left = reader.u32(); left > 0; left -= 1) {
    const key = reader.text();
    answered.set(key, { code: reader.u32(), ref: reader.u53() });
  }
  return new ToyMachine(cells, answered, last);
}

export type { ToyMachine };

export const toyMaker: Omit<MachineMaker, "fresh"> & { fresh(): ToyMachine } = {
  logicVer: 1,
  fresh: () => new ToyMachine(new Map(), new Map(), 0),
  restore: restoreToy,
};
