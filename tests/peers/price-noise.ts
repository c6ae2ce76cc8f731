const secondsOfDay = 86_400;
/** A path is fixed at these times and refined between them, so a price needs no history: 64 days halve to whole days. */
const spanSeconds = 64 * secondsOfDay;

const mixed = (hash: number, word: number): number => {
  let mix = Math.imul(hash ^ word, 0xc2b2ae35);
  mix = Math.imul(mix ^ (mix >>> 15), 0x27d4eb2f);
  return mix ^ (mix >>> 13);
};

/** 32 random bits by seed and number. */
function bits(seed: number, number: number): number {
  const start = Math.imul(seed ^ 0x9e3779b9, 0x85ebca6b);
  const hash = mixed(mixed(start, number >>> 0), Math.floor(number / 2 ** 32));
  return mixed(hash ^ (hash >>> 16), seed) >>> 0;
}

/** Evenly distributed in [0, 1). */
export const chance = (seed: number, number: number): number => bits(seed, number) / 2 ** 32;

/** Nearly normal with deviation 1, and never beyond 3.47: the sum of four even numbers. Bounded, so that no price leaves its range. */
export function bell(seed: number, number: number): number {
  const [first, second] = [bits(seed, number), bits(seed + 7_919, number)];
  const sum = (first >>> 16) + (first & 0xffff) + (second >>> 16) + (second & 0xffff);
  return (sum / 2 ** 16 - 2) * Math.sqrt(3);
}

/** How strongly the path moves around a second, in an interval of so many seconds: 1 is usual. */
type Activity = (second: number, seconds: number) => number;

/**
 * A random path of logarithms by second: between two fixed ends the middle is displaced, then the middles of both halves, down to one
 * second. The same second has the same value whenever it is asked, and nearby seconds share most of their work.
 */
export class NoisePath {
  readonly #seed: number;
  readonly #dailyDeviation: number;
  readonly #activity: Activity;
  /** The intervals that contain the second last asked, the widest first: bounds and values. */
  readonly #descent: [from: number, to: number, low: number, high: number][] = [];

  constructor(seed: number, dailyDeviation: number, activity: Activity) {
    this.#seed = seed;
    this.#dailyDeviation = dailyDeviation;
    this.#activity = activity;
  }

  at(second: number): number {
    const descent = this.#descent;
    while (descent.length > 0 && (second < descent.at(-1)![0] || second >= descent.at(-1)![1])) descent.pop();
    if (descent.length === 0) {
      const from = Math.floor(second / spanSeconds) * spanSeconds;
      descent.push([from, from + spanSeconds, this.#fixed(from), this.#fixed(from + spanSeconds)]);
    }
    for (;;) {
      const [from, to, low, high] = descent.at(-1)!;
      if (second === from) return low;
      const middle = Math.floor((from + to) / 2);
      const value = (low + high) / 2 + this.#displacement(middle, to - from);
      descent.push(second < middle ? [from, middle, low, value] : [middle, to, value, high]);
    }
  }

  /** Deviation of the ends: as far as four usual days reach. */
  #fixed(second: number): number {
    return bell(this.#seed, second) * this.#dailyDeviation * 2;
  }

  #displacement(middle: number, seconds: number): number {
    const deviation = (this.#dailyDeviation * Math.sqrt(seconds / secondsOfDay)) / 2;
    return bell(this.#seed, middle) * deviation * this.#activity(middle, seconds);
  }
}
