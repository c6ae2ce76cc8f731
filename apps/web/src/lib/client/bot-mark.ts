import { botMarkOf } from "@tidemark/contracts";

export type MakeMark = (message: string) => string;

let makeMark: MakeMark = botMarkOf;

/** The compiled routine is there: from now on it makes the marks. */
export function setMarkRoutine(routine: MakeMark): void {
  makeMark = routine;
}

/** The mark of a message, by the compiled routine or, until it is loaded, by its TypeScript version. */
export const markOf = (message: string): string => makeMark(message);
