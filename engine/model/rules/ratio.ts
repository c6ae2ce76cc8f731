/**
 * An exact fraction of whole numbers. The model computes in these from beginning to end and rounds once, where table 1.2 says so; nothing
 * is ever scaled, cut or converted on the way.
 */
export class Ratio {
  readonly top: bigint;
  /** Always above zero. */
  readonly bottom: bigint;

  constructor(top: bigint, bottom: bigint = 1n) {
    if (bottom === 0n) throw new RangeError(`${top} over nothing`);
    this.top = bottom < 0n ? -top : top;
    this.bottom = bottom < 0n ? -bottom : bottom;
  }

  plus(other: Ratio): Ratio {
    if (this.bottom === other.bottom) return new Ratio(this.top + other.top, this.bottom);
    return new Ratio(this.top * other.bottom + other.top * this.bottom, this.bottom * other.bottom);
  }

  minus(other: Ratio): Ratio {
    return this.plus(other.negated());
  }

  times(other: Ratio): Ratio {
    return new Ratio(this.top * other.top, this.bottom * other.bottom);
  }

  over(other: Ratio): Ratio {
    return new Ratio(this.top * other.bottom, this.bottom * other.top);
  }

  negated(): Ratio {
    return new Ratio(-this.top, this.bottom);
  }

  /** In lowest terms, so that long sums do not grow without need. */
  reduced(): Ratio {
    let [a, b] = [this.top < 0n ? -this.top : this.top, this.bottom];
    while (b !== 0n) [a, b] = [b, a % b];
    return a === 0n ? this : new Ratio(this.top / a, this.bottom / a);
  }

  isBelow(other: Ratio): boolean {
    return this.top * other.bottom < other.top * this.bottom;
  }

  isAtMost(other: Ratio): boolean {
    return !other.isBelow(this);
  }

  /** The largest whole number that is not above. */
  floor(): bigint {
    const cut = this.top / this.bottom;
    return cut * this.bottom > this.top ? cut - 1n : cut;
  }

  /** The smallest whole number that is not below. */
  ceil(): bigint {
    const cut = this.top / this.bottom;
    return cut * this.bottom < this.top ? cut + 1n : cut;
  }

  /** The nearest whole number; of two equally near the higher. For reference prices only. */
  nearest(): bigint {
    return this.plus(new Ratio(1n, 2n)).floor();
  }
}

export const whole = (value: bigint): Ratio => new Ratio(value);
export const smallerOf = (a: Ratio, b: Ratio): Ratio => (a.isBelow(b) ? a : b);
export const largerOf = (a: Ratio, b: Ratio): Ratio => (a.isBelow(b) ? b : a);
export const zero: Ratio = new Ratio(0n);

/** A rate as it is stored, in 1e-8. */
export const rateOf = (stored: number): Ratio => new Ratio(BigInt(stored), 100_000_000n);

export const least = (a: bigint, b: bigint): bigint => (a < b ? a : b);
export const most = (a: bigint, b: bigint): bigint => (a < b ? b : a);
export const sumOf = (amounts: readonly bigint[]): bigint => amounts.reduce((sum, amount) => sum + amount, 0n);
