/** A seeded source of whole numbers: the same seed tells the same story on every machine. */
export class Random {
  private a: number;
  private b: number;
  private c = 0x3c6ef372;
  private counter = 1;

  constructor(seed: number) {
    this.a = Math.imul(seed, 0x9e3779b1) ^ 0x243f6a88;
    this.b = Math.imul(seed ^ 0x13198a2e, 0x85ebca6b);
    for (let i = 0; i < 16; i += 1) this.word();
  }

  /** 32 bits, by Chris Doty-Humphrey's small fast counting generator. */
  word(): number {
    const sum = (this.a + this.b + this.counter) | 0;
    this.counter = (this.counter + 1) | 0;
    this.a = this.b ^ (this.b >>> 9);
    this.b = (this.c + (this.c << 3)) | 0;
    this.c = (((this.c << 21) | (this.c >>> 11)) + sum) | 0;
    return sum >>> 0;
  }

  /** 0 … below − 1. */
  below(limit: number): number {
    return Math.floor((this.word() / 4_294_967_296) * limit);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  chance(outOf: number): boolean {
    return this.below(outOf) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }
}
