import type { CallName, Refusal } from "@tidemark/contracts";
import { toast } from "@tidemark/kit-ui";
import type { AskOf, Problem } from "@tidemark/kit-client";
import { useState } from "react";
import { callWithFactor } from "./factor-gate.ts";
import { useRefetchSecurity } from "./security-settings.ts";

export type Change<N extends CallName> = {
  readonly isPending: boolean;
  readonly problem: Problem | undefined;
  /** The message of the current refusal if it is one of these; for the field that it is about. */
  readonly messageFor: (...about: Refusal[]) => string | undefined;
  readonly submit: (ask: AskOf<N>) => Promise<void>;
};

/**
 * A change of the security settings: with a second factor where needed, and a refetch of all settings afterwards. Refusals in `beside` are
 * shown by a field, all others by a toast.
 */
export function useChange<N extends CallName>(name: N, beside: readonly Refusal[], onDone: () => void): Change<N> {
  const refetchSecurity = useRefetchSecurity();
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  return {
    isPending,
    problem,
    messageFor: (...about) =>
      problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined,
    async submit(ask) {
      setIsPending(true);
      setProblem(undefined);
      const outcome = await callWithFactor(name, ask).finally(() => setIsPending(false));
      if (outcome === undefined) return;
      if (outcome.ok) {
        refetchSecurity();
        return onDone();
      }
      setProblem(outcome);
      if (outcome.refusal === undefined || !beside.includes(outcome.refusal)) toast.error(outcome.message);
    },
  };
}
