import { type Scenario, scenarios } from "./scenarios.ts";
import type { Seen } from "./watch.ts";
import { type Figure, type Goal, inRounds, isShort, linesOfFreshProcess, optionOf } from "../measure.ts";

/** Of each size: what the measured part may take before it is given up. */
const guardMs = isShort ? 10_000 : 30_000;
/** The same for the whole process: one slice that does not end cannot be asked to. */
const processMs = isShort ? 120_000 : 300_000;
const growthMost = 2.4;
const sliceGoalMs = 10;
const sliceFloorMs = 50;
/** Below this a ratio of two times tells of the machine. */
const leastMs = 10;
const roundsUsual = 3;
/** Of what is wrong: the first ones tell enough. */
const linesMost = 5;

/** One round of a scenario: half its size and its size. What did not end has taken forever. */
type Round = { readonly half: Seen | undefined; readonly whole: Seen | undefined; readonly wrong: readonly string[] };

function take(name: string, size: number): Round {
  const lines = linesOfFreshProcess("./bounded/run.ts", [name, size, guardMs], processMs);
  const [half, whole] = lines.map((line) => JSON.parse(line) as Seen);
  const wrong = [half, whole].flatMap((seen) => (seen === undefined ? [] : seen.wrong));
  return { half, whole, wrong: isFinished(whole) ? wrong : [...wrong, "not finished"] };
}

const isFinished = (seen: Seen | undefined): seen is Seen => seen?.isFinished === true;

function tell(name: string, size: number, { half, whole, wrong }: Round): void {
  for (const [seen, n] of [
    [half, size / 2],
    [whole, size],
  ] as const) {
    const end = isFinished(seen) ? "" : "  not finished";
    const found =
      seen === undefined
        ? ""
        : `  ${seen.ms.toFixed(0)} ms in ${seen.slices} slices, longest ${seen.longestMs.toFixed(1)} ms, set up in ${seen.setUpMs.toFixed(0)} ms`;
    process.stdout.write(`  ${name} ${n}${found}${end}\n`);
  }
  for (const line of wrong.slice(0, linesMost)) process.stdout.write(`  ${name} wrong: ${line}\n`);
}

function goalsOf(name: string, { size, limitMs }: Scenario, played: number): Goal[] {
  const goals: Goal[] = [
    { name: `bounded.${name}_growth`, goal: growthMost, floor: growthMost, better: "less" },
    { name: `bounded.${name}_longest_slice_ms`, goal: sliceGoalMs, floor: sliceFloorMs, better: "less" },
  ];
  if (limitMs === undefined) return goals;
  // Work that grows as it should takes its share of the limit at a part of the size.
  const limit = (limitMs * played) / size;
  return [...goals, { name: `bounded.${name}_ms`, goal: limit, floor: limit, better: "less" }];
}

function ratiosOf({ half, whole }: Round, { limitMs, parts = 1 }: Scenario): number[] {
  const isWhole = isFinished(half) && isFinished(whole);
  const growth = isWhole ? Math.max(whole.ms, leastMs) / Math.max(half.ms, leastMs) : Infinity;
  const longest = isWhole ? Math.max(half.longestMs, whole.longestMs) : Infinity;
  return [growth, longest, ...(limitMs === undefined ? [] : [isWhole ? whole.ms / parts : Infinity])];
}

async function figuresOf(name: string, scenario: Scenario): Promise<Figure[]> {
  const size = Number(optionOf("size") ?? (isShort ? scenario.short : scenario.size));
  const rounds: Round[] = [];
  const timed = await inRounds(scenario.rounds ?? roundsUsual, goalsOf(name, scenario, size), () => {
    // What did not end once is not waited for again.
    const last = rounds.at(-1);
    const round = last !== undefined && !isFinished(last.whole) ? last : take(name, size);
    if (round !== last) tell(name, size, round);
    rounds.push(round);
    return ratiosOf(round, scenario);
  });
  const wrong = rounds.reduce((most, round) => Math.max(most, round.wrong.length), 0);
  return [...timed, { name: `bounded.${name}_wrong`, figure: wrong, goal: 0, floor: 0, better: "less" }];
}

/** No command, child or timer holds the thread longer than a slice, and none costs more than its share when there are twice as many. */
export async function boundedGoals(): Promise<Figure[]> {
  const only = optionOf("only");
  const names = Object.keys(scenarios).filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`no such scenario: ${only}; there are ${Object.keys(scenarios).join(", ")}`);
  const figures: Figure[] = [];
  for (const name of names) figures.push(...(await figuresOf(name, scenarios[name]!)));
  return figures;
}
