import {
  type ConsoleAnswer,
  type ConsoleAsk,
  type ConsoleCallName,
  type ConsoleClient,
  createConsoleClient,
  type Problem,
} from "@tidemark/kit-client";

const client: ConsoleClient = createConsoleClient();

/** A call that the console refused, or that did not reach it. */
export class RefusedError extends Error {
  readonly problem: Problem;
  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The answer, or a thrown refusal: what queries and mutations expect. */
export async function answerOf<N extends ConsoleCallName>(name: N, ask: ConsoleAsk<N>): Promise<ConsoleAnswer<N>> {
  const outcome = await client.call(name, ask);
  if (!outcome.ok) throw new RefusedError(outcome);
  return outcome.value;
}
