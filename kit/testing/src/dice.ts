import { createHash } from "node:crypto";

export type Dice = { below(max: number): number; pick<T>(list: readonly T[]): T };

/** The same numbers for the same seed, on every machine. */
export function diceOf(seed: number | string): Dice {
  let count = 0;
  const next = (): number => {
    count += 1;
    return createHash("sha256").update(`${seed} ${count}`).digest().readUInt32LE(0) / 2 ** 32;
  };
  const below = (max: number): number => Math.floor(next() * max);
  return { below, pick: (list) => list[below(list.length)]! };
}
