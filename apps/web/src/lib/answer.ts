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

/** The answer of a call, or a RefusedError: the shape that queries want. */
export async function answerOf<N extends CallName>(name: N, ask: AskOf<N>, signal?: AbortSignal): Promise<AnswerOf<N>> {
  const outcome = await client.call(name, ask, signal === undefined ? {} : { signal });
  if (!outcome.ok) throw new RefusedError(outcome);
  return outcome.value;
}
