import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf, Problem } from "@tidemark/kit-client";
import { client } from "./client.ts";

/** A refusal as an error, for queries. Its message comes from the server and contains the numbers. */
export class RefusedError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Refusals that say nothing about the question itself. */
const temporary: ReadonlySet<string | undefined> = new Set(["BUSY", "TOO_MANY_REQUESTS"]);
/** Whether the same question may be answered the next time: a lost connection comes back, a busy exchange gets room, an allowance fills again. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || error.problem.code === 0 || temporary.has(error.problem.refusal);

/** How long before the next try. An allowance fills by the second: questions that come again sooner would take it from each other. */
export function nextTryMs(count: number, error: unknown): number {
  const isOverAllowance = error instanceof RefusedError && error.problem.refusal === "TOO_MANY_REQUESTS";
  return Math.min(5_000, (isOverAllowance ? 1_200 : 400) * 2 ** count);
}

/** Lets the browser handle pending input. */
const yieldToBrowser = (): Promise<void> =>
  "scheduler" in globalThis && "yield" in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

let turns: Promise<void> | undefined;

/**
 * Sends the first of several simultaneous calls at once and each further one in a task of its own, so that thirty calls do not delay input.
 */
function queueTurn(): Promise<void> {
  const turn = turns === undefined ? Promise.resolve() : turns.then(yieldToBrowser);
  turns = turn;
  void turn.then(() => {
    if (turns === turn) turns = undefined;
  });
  return turn;
}

/** The answer of a call, or a thrown RefusedError, as queries expect. */
export async function answerOf<N extends CallName>(name: N, ask: AskOf<N>, signal?: AbortSignal): Promise<AnswerOf<N>> {
  await queueTurn();
  const outcome = await client.call(name, ask, signal === undefined ? {} : { signal });
  if (!outcome.ok) throw new RefusedError(outcome);
  return outcome.value;
}
