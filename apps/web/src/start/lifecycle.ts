/** How far the page has come. The values are the product's own. */
export const lifecycle = { notInitialised: 0, initialising: 1, initialised: 2, initError: 9 } as const;
export type Lifecycle = (typeof lifecycle)[keyof typeof lifecycle];

/**
 * Why a page does not start: it is a copy of ours on a stranger's host, something that it needs did not come, or the product is not offered
 * here. Whatever else goes wrong ends as the second: nobody is left before an empty page.
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
export async function runSteps(steps: readonly Step[], heard: (state: Lifecycle) => void): Promise<Started> {
  heard(lifecycle.initialising);
  for (const { name, run } of steps)
    try {
      await run();
    } catch (error) {
      heard(lifecycle.initError);
      if (error instanceof StartError) return { state: lifecycle.initError, problem: error.problem, step: name };
      console.error(error);
      return { state: lifecycle.initError, problem: "unreachable", step: name };
    }
  heard(lifecycle.initialised);
  return { state: lifecycle.initialised };
}
