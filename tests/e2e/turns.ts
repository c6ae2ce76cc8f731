import { isInTurn } from "../../tools/check/turns.ts";

/** They run every time: trading, money and sign-in. */
const everyTime: readonly string[] = ["trade.spec.ts", "day.spec.ts", "sign-in.spec.ts", "assets.spec.ts"];

type Project = {
  readonly name: string;
  readonly testMatch: string | readonly string[];
  readonly dependencies?: string[];
};

/** The projects of a turn, with the files and the dependencies that are among them. */
export function projectsInTurn<T extends Project>(projects: readonly T[], turn: number | undefined): T[] {
  if (turn === undefined) return [...projects];
  const files = projects.flatMap(({ testMatch }) => testMatch);
  const chosen = new Set(files.filter((file, place) => everyTime.includes(file) || isInTurn(place, turn)));
  const kept = projects
    .map((one) => ({ ...one, testMatch: [one.testMatch].flat().filter((file) => chosen.has(file)) }))
    .filter(({ testMatch }) => testMatch.length > 0);
  const names = new Set(kept.map(({ name }) => name));
  return kept.map((one) => ({ ...one, dependencies: (one.dependencies ?? []).filter((name) => names.has(name)) }));
}

/** The turn that a run is given (`pnpm e2e --short`). */
export const givenTurn = process.env.E2E_TURN === undefined ? undefined : Number(process.env.E2E_TURN);
