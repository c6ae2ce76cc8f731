import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import { owed } from "./owed.ts";

/** A promise and what this run measured of it. `half` tells a noisy machine from a broken promise: CI fails only beyond it. */
export type Figure = {
  name: string;
  figure: number;
  goal: number;
  floor: number;
  better: "more" | "less";
  note?: string;
};

export const rounds = (full: number): number => (process.argv.includes("--short") ? 1 : full);

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export const spread = (values: readonly number[]): string =>
  `${Math.min(...values).toFixed(2)}..${Math.max(...values).toFixed(2)}`;

/** A contestant in a process of its own; its last line is its figures as JSON. */
export function inFreshProcess<T>(script: string, args: readonly (string | number)[]): T {
  const path = new URL(script, import.meta.url).pathname;
  const output = execFileSync(process.execPath, ["--expose-gc", path, ...args.map(String)], {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    // As the services are started: with the compiled code kept, the type stripper is not loaded, whose growing memory makes every
    // access to a typed array check whether its buffer is still there.
    env: { ...process.env, NODE_COMPILE_CACHE: fileURLToPath(new URL("../../.cache/compile", import.meta.url)) },
  });
  return JSON.parse(output.trim().split("\n").at(-1)!) as T;
}

export const reached = (f: Figure, mark: number): boolean =>
  f.better === "more" ? f.figure >= mark : f.figure <= mark;

/** Half the floor of a "more is better" figure, twice that of the other kind; of a floor that is still owed, half of what it last was. */
export function farBelowFloor(f: Figure): boolean {
  const mark = owed[f.name]?.measured ?? f.floor;
  return !reached(f, f.better === "more" ? mark / 2 : mark * 2);
}
