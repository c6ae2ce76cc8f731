import type { CallName, Refusal } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf, Problem } from "@tidemark/kit-client";
import { useState } from "react";
import { askGuarded } from "./factor-gate.ts";
import { useSecurityAnew } from "./guards.ts";

export type Change<N extends CallName> = {
  readonly isPending: boolean;
  readonly problem: Problem | undefined;
  /** What the exchange says about a field, by the refusals that are about it. */
  readonly said: (...about: Refusal[]) => string | undefined;
  readonly submit: (ask: AskOf<N>) => Promise<void>;
};

/**
 * A change of what guards the account: with the second factor where it is wanted, and everything about security is asked for anew when it is
 * done. Refusals in `beside` are said by a field, all others by a toast.
 */
export function useChange<N extends CallName>(name: N, beside: readonly Refusal[], onDone: () => void): Change<N> {
  const askAnew = useSecurityAnew();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  return {
    isPending,
    problem,
    said: (...about) =>
      problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined,
    async submit(ask) {
      setIsPending(true);
      setProblem(undefined);
      const outcome = await askGuarded(name, ask).finally(() => setIsPending(false));
      if (outcome === undefined) return;
      if (outcome.ok) {
        askAnew();
        return onDone();
      }
      setProblem(outcome);
      if (outcome.refusal === undefined || !beside.includes(outcome.refusal)) toast.error(outcome.message);
    },
  };
}
