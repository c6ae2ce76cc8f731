import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf, Problem } from "@tidemark/kit-client";
import { client } from "./client.ts";

/** A refusal as an error, for queries; its sentence comes from the server and carries the numbers. */
export class RefusedError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** Lets the browser see to whoever touches the page. */
const breathe = (): Promise<void> =>
  "scheduler" in globalThis && "yield" in globalThis.scheduler
    ? globalThis.scheduler.yield()
    : new Promise((resolve) => setTimeout(resolve));

let turns: Promise<void> | undefined;

/** The first of many at once is asked at once, each other in a turn of its own: thirty questions must not keep a hand waiting. */
function ownTurn(): Promise<void> {
  const turn = turns === undefined ? Promise.resolve() : turns.then(breathe);
  turns = turn;
  void turn.then(() => {
    if (turns === turn) turns = undefined;
  });
  return turn;
}

/** The answer of a call, or a RefusedError: the shape that queries want. */
export async function answerOf<N extends CallName>(name: N, ask: AskOf<N>, signal?: AbortSignal): Promise<AnswerOf<N>> {
  await ownTurn();
  const outcome = await client.call(name, ask, signal === undefined ? {} : { signal });
  if (!outcome.ok) throw new RefusedError(outcome);
  return outcome.value;
}
