import { botMarkOf } from "@tidemark/contracts";

export type MakeMark = (message: string) => string;

let makeMark: MakeMark = botMarkOf;

/** The compiled routine is there: from now on it makes the marks. */
export function markBy(routine: MakeMark): void {
  makeMark = routine;
}

/** The mark of a message by the routine, or by its twin until that is there. */
export const markOf = (message: string): string => makeMark(message);
