/**
 * A seeded source of whole numbers of any size. Every scenario has its own, made of the run's seed and its number, so that one scenario
 * can be told again alone.
 */
export class Chance {
  private state: number;
  private readonly stride: number;

  constructor(seed: number, scenario: number) {
    this.state = mixed(seed ^ Math.imul(scenario, 0x9e3779b1));
    this.stride = mixed(scenario ^ Math.imul(seed, 0x85ebca6b)) | 1;
  }

  /** 32 bits: a counter with a stride of its own, well mixed. */
  word(): number {
    this.state = (this.state + this.stride) | 0;
    return mixed(this.state) >>> 0;
  }

  /** 0 … limit − 1. */
  below(limit: number): number {
    return Math.floor((this.word() / 4_294_967_296) * limit);
  }

  between(low: number, high: number): number {
    return low + this.below(high - low + 1);
  }

  oneIn(count: number): boolean {
    return this.below(count) === 0;
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!;
  }

  /** 0 … limit − 1, as large as it may be. */
  bigBelow(limit: bigint): bigint {
    const words = BigInt(this.word()) | (BigInt(this.word()) << 32n) | (BigInt(this.word()) << 64n);
    return words % limit;
  }

  /** 1 … limit: the ends and their neighbours often, otherwise every order of magnitude alike. */
  size(limit: bigint): bigint {
    if (limit <= 2n) return 1n + this.bigBelow(limit);
    const dice = this.below(12);
    if (dice === 0) return 1n;
    if (dice === 1) return limit;
    if (dice === 2) return limit - 1n;
    const bits = BigInt(1 + this.below(limit.toString(2).length));
    const drawn = 1n + this.bigBelow(1n << bits);
    return drawn > limit ? limit : drawn;
  }

  /** An amount that may be missing, below zero, or anything in between. */
  amount(limit: bigint): bigint {
    if (this.oneIn(8)) return 0n;
    const size = this.size(limit);
    return this.oneIn(3) ? -size : size;
  }
}

/** Thirty-two bits in, thirty-two thoroughly different bits out. */
function mixed(bits: number): number {
  let x = bits;
  x = Math.imul(x ^ (x >>> 16), 0x21f0aaad);
  x = Math.imul(x ^ (x >>> 15), 0x735a2d97);
  return x ^ (x >>> 15);
}
