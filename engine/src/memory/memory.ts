/**
 * All state of the engine lives in columns of numbers that one Memory owns. Every write passes through `set`, which notes the old value
 * (so that any failure can be undone), keeps a running hash of all cells (so that a silent change is seen), and costs a few nanoseconds.
 *
 * The hash is linear: each 32-bit word adds word × coefficient(column, index) to two lanes, so a write adds the difference and the order
 * of writes does not matter. It guards against mistakes, not against attackers; the journal's chain is for those.
 */

const noteWords = 4;

const flip = 0x5bd1e994;

/** The two coefficients of a word. The second must not be a multiple of the first, or the two lanes would be one. */
const firstOf = (index: number, seed: number): number => Math.imul(index + 1, seed) | 1;
const secondOf = (first: number): number => first ^ (first >>> 15) ^ flip;

export class Memory {
  readonly columns: (I32 | F64)[] = [];
  high = 0;
  low = 0;

  /** Four words per write: column, index, and the one or two words of the old value. */
  log: Int32Array<ArrayBuffer> = new Int32Array(16_384);
  logEnd = 0;
  /** Where `set` must stop and look: the end of the array, or the write at which a test wants a failure. */
  logLimit = 16_384;
  private planned = 0;

  i32(): I32 {
    const column = new I32(this, this.columns.length);
    this.columns.push(column);
    return column;
  }

  f64(): F64 {
    const column = new F64(this, this.columns.length);
    this.columns.push(column);
    return column;
  }

  /** Writes noted since the last cut. */
  get writes(): number {
    return this.logEnd / noteWords;
  }

  /** Tests: throw at the k-th write after the next cut; 0 for never. */
  set failAt(k: number) {
    this.planned = k;
    this.logLimit = k === 0 ? this.log.length : Math.min(this.log.length, (k - 1) * noteWords);
  }

  /** The log has come to its limit. */
  stop(): void {
    if (this.planned !== 0 && this.writes >= this.planned - 1) {
      this.failAt = 0;
      throw new PlannedFailure();
    }
    const larger = new Int32Array(this.log.length * 2);
    larger.set(this.log);
    this.log = larger;
    this.failAt = this.planned;
  }

  /** Forgets what could be undone: the command before has ended. */
  cut(): void {
    this.logEnd = 0;
  }

  /** Puts every cell back to what it held when the last cut was made. */
  rollback(): void {
    const log = this.log;
    for (let at = this.logEnd - noteWords; at >= 0; at -= noteWords)
      this.columns[log[at]!]!.restoreCell(log[at + 1]!, log[at + 2]!, log[at + 3]!);
    this.logEnd = 0;
  }
}

/** Thrown by a test through `failAt`; behaves like any other fault inside a handler. */
class PlannedFailure extends Error {}

const seedOf = (id: number): number => Math.imul(id + 1, 0x85ebca6b) | 1;

function hashWords(words: Int32Array, seed: number, into: { high: number; low: number }): void {
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index]!;
    if (word === 0) continue;
    const first = firstOf(index, seed);
    into.high = (into.high + Math.imul(first, word)) | 0;
    into.low = (into.low + Math.imul(secondOf(first), word)) | 0;
  }
}

/** A column of 32-bit integers. Read `a[i]` directly; write through `set` only. */
export class I32 {
  a: Int32Array<ArrayBuffer> = new Int32Array(0);
  readonly bytes = 4;
  declare private readonly memory: Memory;
  declare private readonly id: number;
  declare private readonly seed: number;

  constructor(memory: Memory, id: number) {
    this.memory = memory;
    this.id = id;
    this.seed = seedOf(id);
  }

  set(index: number, value: number): void {
    const a = this.a;
    const i = index | 0;
    const word = value | 0;
    const old = a[i]!;
    if (old === word) return;
    const memory = this.memory;
    const at = memory.logEnd;
    if (at >= memory.logLimit) memory.stop();
    const log = memory.log;
    log[at] = this.id;
    log[at + 1] = i;
    log[at + 2] = old;
    memory.logEnd = at + noteWords;
    const first = Math.imul(i + 1, this.seed) | 1;
    const change = (word - old) | 0;
    memory.high = (memory.high + Math.imul(first, change)) | 0;
    memory.low = (memory.low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;
    a[i] = word;
  }

  /** Whole records at once: `words` from cell `index` on, in one loop and not in a call for each. */
  setAll(index: number, words: Int32Array): void {
    const a = this.a;
    const memory = this.memory;
    const { id, seed } = this;
    let { high, low } = memory;
    let at = memory.logEnd;
    for (let k = 0; k < words.length; k += 1) {
      const i = index + k;
      const old = a[i]!;
      const word = words[k]!;
      if (old === word) continue;
      if (at >= memory.logLimit) memory.stop();
      const log = memory.log;
      log[at] = id;
      log[at + 1] = i;
      log[at + 2] = old;
      at += noteWords;
      memory.logEnd = at;
      const first = Math.imul(i + 1, seed) | 1;
      const change = (word - old) | 0;
      memory.high = high = (high + Math.imul(first, change)) | 0;
      memory.low = low = (low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;
      a[i] = word;
    }
  }

  restoreCell(index: number, old: number): void {
    const memory = this.memory;
    const first = firstOf(index, this.seed);
    const change = (old - this.a[index]!) | 0;
    memory.high = (memory.high + Math.imul(first, change)) | 0;
    memory.low = (memory.low + Math.imul(secondOf(first), change)) | 0;
    this.a[index] = old;
  }

  hashAll(into: { high: number; low: number }): void {
    hashWords(this.a, this.seed, into);
  }

  /** Room for `size` cells. Capacity is not state: it may differ between two equal memories. */
  ensure(size: number): void {
    if (size <= this.a.length) return;
    const larger = new Int32Array(size);
    larger.set(this.a);
    this.a = larger;
  }

  /** Room for `size` cells and nothing in them. */
  clear(size: number): void {
    this.a = new Int32Array(size);
  }
}

/** A column of whole numbers up to 2^53 either way. The hash takes each as the two words of its bits. */
export class F64 {
  a: Float64Array<ArrayBuffer> = new Float64Array(0);
  private bits: Int32Array<ArrayBuffer> = new Int32Array(0);
  readonly bytes = 8;
  declare private readonly memory: Memory;
  declare private readonly id: number;
  declare private readonly seed: number;

  constructor(memory: Memory, id: number) {
    this.memory = memory;
    this.id = id;
    this.seed = seedOf(id);
  }

  set(index: number, value: number): void {
    const a = this.a;
    const i = index | 0;
    if (a[i] === value) return;
    const bits = this.bits;
    const word = i * 2;
    const oldLow = bits[word]!;
    const oldHigh = bits[word + 1]!;
    const memory = this.memory;
    const at = memory.logEnd;
    if (at >= memory.logLimit) memory.stop();
    const log = memory.log;
    log[at] = this.id;
    log[at + 1] = i;
    log[at + 2] = oldLow;
    log[at + 3] = oldHigh;
    memory.logEnd = at + noteWords;
    a[i] = value;
    this.mix(word, (bits[word]! - oldLow) | 0, (bits[word + 1]! - oldHigh) | 0);
  }

  restoreCell(index: number, oldLow: number, oldHigh: number): void {
    const bits = this.bits;
    const word = index * 2;
    this.mix(word, (oldLow - bits[word]!) | 0, (oldHigh - bits[word + 1]!) | 0);
    bits[word] = oldLow;
    bits[word + 1] = oldHigh;
  }

  private mix(word: number, low: number, high: number): void {
    const memory = this.memory;
    const ofLow = Math.imul(word + 1, this.seed) | 1;
    const ofHigh = Math.imul(word + 2, this.seed) | 1;
    memory.high = (memory.high + Math.imul(ofLow, low) + Math.imul(ofHigh, high)) | 0;
    memory.low = (memory.low + Math.imul(secondOf(ofLow), low) + Math.imul(secondOf(ofHigh), high)) | 0;
  }

  hashAll(into: { high: number; low: number }): void {
    hashWords(this.bits, this.seed, into);
  }

  ensure(size: number): void {
    if (size <= this.a.length) return;
    const before = this.a;
    this.clear(size);
    this.a.set(before);
  }

  clear(size: number): void {
    this.a = new Float64Array(size);
    this.bits = new Int32Array(this.a.buffer);
  }
}

/** The hash recomputed from every cell: differs from the running one exactly when memory was changed behind `set`. */
export function hashOfAll(memory: Memory): { high: number; low: number } {
  const sum = { high: 0, low: 0 };
  for (const column of memory.columns) column.hashAll(sum);
  return sum;
}
