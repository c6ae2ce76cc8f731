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

/** Whether the same question may be answered the next time: a lost connection comes back, a busy exchange gets room; any other refusal is final. */
export const mayPass = (error: unknown): boolean =>
  !(error instanceof RefusedError) || error.problem.code === 0 || error.problem.refusal === "BUSY";

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
