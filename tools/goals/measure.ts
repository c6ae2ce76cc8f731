import { type ChildProcess, execFileSync, spawnSync } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { fileURLToPath } from "node:url";
import { knownShortfalls } from "./known-shortfalls.ts";

/** A promise and what this run measured of it. `half` tells a noisy machine from a broken promise: CI fails only beyond it. */
export type Figure = {
  name: string;
  figure: number;
  goal: number;
  floor: number;
  better: "more" | "less";
  note?: string;
};

export const isShort: boolean = process.argv.includes("--short");
/** What follows `--name` on the command line. */
export function optionOf(name: string): string | undefined {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}
/** What `--only` names, in full: `--only "positions|tpsl"` takes these two and not `positions-old`. */
export function onlyOption(): RegExp | undefined {
  const only = optionOf("only");
  return only === undefined ? undefined : new RegExp(`^(?:${only})$`);
}
/** A figure that looks broken in its one round of the short form gets these besides, before anybody believes it. */
const shortRoundsMore = 2;

export function median(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

export type Goal = Omit<Figure, "figure" | "note">;

/**
 * Figures that come out of the same rounds, one ratio each a round, judged by the median of all rounds taken. The short form takes one;
 * where that is so far off that it would fail, it takes two more, always both: stopping at the first good one would be choosing.
 */
export async function inRounds(
  full: number,
  goals: readonly Goal[],
  take: (round: number) => readonly number[] | Promise<readonly number[]>,
  short: boolean = isShort,
): Promise<Figure[]> {
  const taken: (readonly number[])[] = [];
  const figures = (): Figure[] =>
    goals.map((goal, i) => {
      const ratios = taken.map((round) => round[i]!);
      return { ...goal, figure: median(ratios), note: ratios.map((ratio) => ratio.toFixed(2)).join(" ") };
    });
  const more = async (count: number): Promise<void> => {
    for (let left = count; left > 0; left -= 1) taken.push(await take(taken.length + 1));
  };
  await more(short ? 1 : full);
  if (short && figures().some(farBelowFloor)) await more(shortRoundsMore);
  return figures();
}

// As the services are started: with the compiled code kept, the type stripper is not loaded, whose growing memory makes every access to a
// typed array check whether its buffer is still there.
const asServices = (): NodeJS.ProcessEnv => ({
  ...process.env,
  NODE_COMPILE_CACHE: fileURLToPath(new URL("../../.cache/compile", import.meta.url)),
});

const nodeArgs = (script: string, args: readonly (string | number)[]): string[] => [
  "--expose-gc",
  new URL(script, import.meta.url).pathname,
  ...args.map(String),
];

/** A contestant in a process of its own; its last line is its figures as JSON. */
export function inFreshProcess<T>(script: string, args: readonly (string | number)[]): T {
  const output = execFileSync(process.execPath, nodeArgs(script, args), {
    encoding: "utf8",
    maxBuffer: 1 << 26,
    env: asServices(),
  });
  return JSON.parse(output.trim().split("\n").at(-1)!) as T;
}

/** What a process of its own had written when it ended, or when its time was over. */
export function linesOfFreshProcess(script: string, args: readonly (string | number)[], mostMs: number): string[] {
  const { stdout, status, signal } = spawnSync(process.execPath, nodeArgs(script, args), {
    encoding: "utf8",
    env: asServices(),
    stdio: ["ignore", "pipe", "inherit"],
    timeout: mostMs,
    killSignal: "SIGKILL",
  });
  if (status !== 0 && signal !== "SIGKILL") throw new Error(`${script} ${args.join(" ")} ended with ${status}`);
  return stdout.split("\n").slice(0, -1);
}

export const reached = (f: Figure, mark: number): boolean =>
  f.better === "more" ? f.figure >= mark : f.figure <= mark;

/** Half the floor of a "more is better" figure, twice that of the other kind; of a known shortfall, half of what it last was. */
export function farBelowFloor(f: Figure): boolean {
  const mark = knownShortfalls[f.name]?.measured ?? f.floor;
  return !reached(f, f.better === "more" ? mark / 2 : mark * 2);
}

/** The first word of a rival in another process; one that ends instead must not be waited for. */
export async function firstWord(child: ChildProcess, from: EventEmitter, event: string): Promise<void> {
  const ended = once(child, "exit").then(() => Promise.reject(new Error("a contestant ended before it began")));
  ended.catch(() => undefined);
  await Promise.race([once(from, event), ended]);
}
