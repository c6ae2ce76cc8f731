/**
 * The whole state of the engine is one array of words. A record is the address of its first word, a field is an offset from it:
 * `w[order + Order.stake]`. Every write passes through `set`, which notes the old word (so that any failure can be taken back) and keeps a
 * running hash of all words (so that a silent change is seen). Snapshot, restore and growth are copies of one array.
 *
 * The hash is linear: each word adds word × coefficient(address) to two lanes, so a write adds the difference and the order of writes does
 * not matter. It guards against mistakes, not against attackers; the journal's chain is for those.
 */

const wordsAtFirst = 32_768;
const notesAtFirst = 8_192;
const wordsThatAreMany = 4_194_304;
const seed = 0x9e3779b2;
const flip = 0x5bd1e994;

const limbBig = 4_503_599_627_370_496n;
const lowMask = limbBig - 1n;
const highMax = 1024;

/** Address 0 means none. The words below `firstAddress` belong to the memory itself. */
const endAt = 2;
const freeBlocksAt = 32;
const firstAddress = 64;

/** Room that is made before a slice of work starts; no slice takes more. Records made by one order are a few hundred words. */
const roomPerSlice = 16_384;

export class Memory {
  /** All words of the state, and the same memory as numbers up to 2^53: the number at address a is d[a / 2]. Replaced when it grows. */
  w: Int32Array<ArrayBuffer>;
  d: Float64Array<ArrayBuffer>;
  high = 0;
  low = 0;

  /** Two words per write: address and old word. */
  private log: Int32Array<ArrayBuffer> = new Int32Array(notesAtFirst * 2);
  private logEnd = 0;
  /** Where `set` must stop and look: the end of the array, or the write at which a test wants a failure. */
  private logLimit = notesAtFirst * 2;
  private planned = 0;
  /** Work that the log no longer shows: words written before the last cut, words put back, and lookups. */
  private counted = 0;

  constructor() {
    this.w = new Int32Array(wordsAtFirst);
    this.d = new Float64Array(this.w.buffer);
    this.set(endAt, firstAddress);
    this.cut();
  }

  set(at: number, value: number): void {
    const w = this.w;
    const word = value | 0;
    const old = w[at]!;
    if (old === word) return;
    const end = this.logEnd;
    if (end >= this.logLimit) this.stop();
    const log = this.log;
    log[end] = at;
    log[end + 1] = old;
    this.logEnd = end + 2;
    const change = (word - old) | 0;
    const first = Math.imul(at, seed) | 1;
    this.high = (this.high + Math.imul(first, change)) | 0;
    this.low = (this.low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;
    w[at] = word;
  }

  /** A whole number up to 2^53 either way, in the two words from an even address on. */
  setNumber(at: number, value: number): void {
    const i = at >> 1;
    const d = this.d;
    if (d[i] === value) return;
    const w = this.w;
    const end = this.logEnd;
    if (end + 2 >= this.logLimit) this.stop();
    const oldLow = w[at]!;
    const oldHigh = w[at + 1]!;
    d[i] = value;
    const log = this.log;
    log[end] = at;
    log[end + 1] = oldLow;
    log[end + 2] = at + 1;
    log[end + 3] = oldHigh;
    this.logEnd = end + 4;
    const low = (w[at]! - oldLow) | 0;
    const high = (w[at + 1]! - oldHigh) | 0;
    const ofLow = Math.imul(at, seed) | 1;
    const ofHigh = (ofLow + seed) | 0;
    this.high = (this.high + Math.imul(ofLow, low) + Math.imul(ofHigh, high)) | 0;
    this.low =
      (this.low + Math.imul(ofLow ^ (ofLow >>> 15) ^ flip, low) + Math.imul(ofHigh ^ (ofHigh >>> 15) ^ flip, high)) | 0;
  }

  number(at: number): number {
    return this.d[at >> 1]!;
  }

  /** Money up to 2^62 either way: high · 2^52 + low, the low number at an even address and the high word behind it. Four words. */
  money(at: number): bigint {
    const high = this.w[at + 2]!;
    const low = BigInt(this.d[at >> 1]!);
    return high === 0 ? low : BigInt(high) * limbBig + low;
  }

  setMoney(at: number, units: bigint): void {
    const high = Number(units >> 52n);
    if (high >= highMax || high < -highMax) throw new RangeError("an amount left the range of money");
    this.setNumber(at, Number(units & lowMask));
    this.set(at + 2, high);
  }

  /** The first `count` words of `words`, from an address on: a record in one loop and not in a call for each field. */
  setAll(at: number, words: Int32Array, count: number): void {
    while (this.logEnd + count * 2 > this.logLimit) {
      if (this.planned !== 0) return this.setEach(at, words, count);
      this.stop();
    }
    const { w, log } = this;
    let end = this.logEnd;
    let { high, low } = this;
    for (let k = 0; k < count; k += 1) {
      const i = at + k;
      const old = w[i]!;
      const word = words[k]!;
      if (old === word) continue;
      log[end] = i;
      log[end + 1] = old;
      end += 2;
      const change = (word - old) | 0;
      const first = Math.imul(i, seed) | 1;
      high = (high + Math.imul(first, change)) | 0;
      low = (low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;
      w[i] = word;
    }
    this.logEnd = end;
    this.high = high;
    this.low = low;
  }

  private setEach(at: number, words: Int32Array, count: number): void {
    for (let k = 0; k < count; k += 1) this.set(at + k, words[k]!);
  }

  /** Words that were never used before, all zero, at an even address. */
  take(words: number): number {
    const at = this.w[endAt]!;
    const end = at + words + (words & 1);
    if (end > this.w.length) throw new RangeError("a slice of work took more memory than there was room for");
    this.set(endAt, end);
    return at;
  }

  /** One more than the last address in use. */
  get end(): number {
    return this.w[endAt]!;
  }

  /** Between slices: room for the next one. Whoever holds `w` or `d` must read them again. */
  makeRoom(): void {
    if (this.w.length - this.w[endAt]! < roomPerSlice) this.extend(this.w[endAt]! + roomPerSlice);
  }

  private extend(least: number): void {
    let length = this.w.length;
    // Twice as large while that is little, then by a quarter, so that little of a large memory lies idle.
    while (length < least) length += length < wordsThatAreMany ? length : Math.ceil(length / 4_096) * 1_024;
    const larger = new Int32Array(length);
    larger.set(this.w);
    this.w = larger;
    this.d = new Float64Array(larger.buffer);
  }

  /** Between commands: 2^power zero words, perhaps used before. Nothing of it can be taken back. */
  block(power: number): number {
    const list = freeBlocksAt + power;
    const free = this.w[list]!;
    const words = 2 ** power;
    if (free !== 0) {
      this.set(list, this.w[free]!);
      this.set(free, 0);
      this.cut();
      return free;
    }
    if (this.w.length < this.end + words) this.extend(this.end + words + roomPerSlice);
    const at = this.take(words);
    this.cut();
    return at;
  }

  /** Between commands: gives a block back, wiped. */
  releaseBlock(at: number, power: number): void {
    for (let i = at; i < at + 2 ** power; i += 1) {
      this.set(i, 0);
      this.cut();
    }
    this.set(at, this.w[freeBlocksAt + power]!);
    this.set(freeBlocksAt + power, at);
    this.cut();
  }

  /** Words noted since the last cut. */
  get writes(): number {
    return this.logEnd / 2;
  }

  /** Tests: throw at the k-th write after the next cut; 0 for never. */
  set failAt(k: number) {
    this.planned = k;
    this.logLimit = k === 0 ? this.log.length : Math.min(this.log.length, (k - 1) * 2);
  }

  /** The log has come to its limit. */
  private stop(): void {
    if (this.planned !== 0 && this.logEnd + 4 > (this.planned - 1) * 2) {
      this.failAt = 0;
      throw new PlannedFailure();
    }
    const larger = new Int32Array(this.log.length * 2);
    larger.set(this.log);
    this.log = larger;
    this.failAt = this.planned;
  }

  /**
   * All work done so far: words written, words put back and lookups that were counted. It only grows, and depends on nothing but what was
   * done: slices end by it.
   */
  get work(): number {
    return this.counted + this.logEnd / 2;
  }

  /** Counts work that writes nothing: records looked at, or compared while sorting. */
  countLookups(count: number): void {
    this.counted += count;
  }

  /** Forgets what could be undone: the command before has ended. */
  cut(): void {
    this.counted += this.logEnd / 2;
    this.logEnd = 0;
  }

  /** Where a child begins: what it writes can be taken back alone. */
  get mark(): number {
    return this.logEnd;
  }

  /** Puts words back to what they held at the mark, or when the last cut was made: at most `most` of them. True: all are. */
  rollback(mark = 0, most = Number.POSITIVE_INFINITY): boolean {
    const { w, log } = this;
    const end = Math.max(mark, this.logEnd - most * 2);
    // Written and put back: work of both kinds.
    this.counted += this.logEnd - end;
    for (let at = this.logEnd - 2; at >= end; at -= 2) {
      const address = log[at]!;
      const change = (log[at + 1]! - w[address]!) | 0;
      const first = Math.imul(address, seed) | 1;
      this.high = (this.high + Math.imul(first, change)) | 0;
      this.low = (this.low + Math.imul(first ^ (first >>> 15) ^ flip, change)) | 0;
      w[address] = log[at + 1]!;
    }
    this.logEnd = end;
    return end === mark;
  }

  /** The hash recomputed from every word: differs from the running one exactly when memory was changed behind `set`. */
  hashOfAll(): { high: number; low: number } {
    let high = 0;
    let low = 0;
    const { w, end } = this;
    for (let at = 0; at < end; at += 1) {
      const word = w[at]!;
      if (word === 0) continue;
      const first = Math.imul(at, seed) | 1;
      high = (high + Math.imul(first, word)) | 0;
      low = (low + Math.imul(first ^ (first >>> 15) ^ flip, word)) | 0;
    }
    return { high, low };
  }

  /** Takes over another memory's words. */
  load(words: Int32Array): void {
    this.w = new Int32Array(Math.max(wordsAtFirst, words.length + roomPerSlice));
    this.w.set(words);
    this.d = new Float64Array(this.w.buffer);
    const { high, low } = this.hashOfAll();
    this.high = high;
    this.low = low;
    this.cut();
  }
}

/** Thrown by a test through `failAt`; behaves like any other fault inside a handler. */
class PlannedFailure extends Error {}
