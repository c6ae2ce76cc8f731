// A short run of a long suite takes a part of its files, the next part on every next day.
export const partCount = 5;
const dayMs = 86_400_000;

/** The turn of today, by UTC. */
export const turnOfToday = (): number => Math.floor(Date.now() / dayMs);

/** Whether something is of the part whose turn it is, by its place in a list; always in a whole run. */
export const isInTurn = (place: number, turn: number | undefined): boolean =>
  turn === undefined || place % partCount === turn % partCount;

/** Of a list those whose turn it is, and those that run every time. */
export const inTurn = (
  files: readonly string[],
  turn: number | undefined,
  everyTime: (file: string) => boolean,
): readonly string[] => [...files].sort().filter((file, place) => everyTime(file) || isInTurn(place, turn));
