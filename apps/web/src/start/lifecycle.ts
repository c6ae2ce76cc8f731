/** States of start-up. The values are given by the product's specification. */
export const lifecycle = { notInitialised: 0, initialising: 1, initialised: 2, initError: 9 } as const;
export type Lifecycle = (typeof lifecycle)[keyof typeof lifecycle];

/**
 * Why a page does not start: its host is not ours, a file or call that it needs failed, or the product is not offered in this region. Any
 * other error counts as unreachable, so that the page never stays empty.
 */
export type StartProblem = "phishing" | "unreachable" | "denied";

export class StartError extends Error {
  readonly problem: StartProblem;
  constructor(problem: StartProblem) {
    super(`the page does not start: ${problem}`);
    this.problem = problem;
  }
}

export type Step = { readonly name: string; readonly run: () => Promise<void> | void };
export type Started =
  | { readonly state: typeof lifecycle.initialised }
  | { readonly state: typeof lifecycle.initError; readonly problem: StartProblem; readonly step: string };

/** One step after the other, in their order; the first that fails ends it. */
export async function runSteps(steps: readonly Step[], listener: (state: Lifecycle) => void): Promise<Started> {
  listener(lifecycle.initialising);
  for (const { name, run } of steps)
    try {
      await run();
    } catch (error) {
      listener(lifecycle.initError);
      if (error instanceof StartError) return { state: lifecycle.initError, problem: error.problem, step: name };
      console.error(error);
      return { state: lifecycle.initError, problem: "unreachable", step: name };
    }
  listener(lifecycle.initialised);
  return { state: lifecycle.initialised };
}
