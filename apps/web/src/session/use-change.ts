import type { CallName } from "@tidemark/contracts";
import type { AnswerOf, AskOf } from "@tidemark/kit-client";
import { type Submission, type SubmitOptions, useSubmit } from "../lib/forms/use-submit.ts";
import { callWithFactor } from "./factor-gate.ts";
import { useRefetchSecurity } from "./security-settings.ts";

type ChangeOptions<N extends CallName> = Partial<SubmitOptions<AnswerOf<N>>>;
export type Change<N extends CallName> = Omit<Submission<AnswerOf<N>>, "submit"> & {
  readonly submit: (ask: AskOf<N>) => Promise<void>;
};

/** A change of the security settings: with a second factor where needed, and a refetch of all settings afterwards. */
export function useChange<N extends CallName>(name: N, options: ChangeOptions<N>): Change<N> {
  const refetchSecurity = useRefetchSecurity();
  const submission = useSubmit<AnswerOf<N>>({
    isWhole: true,
    ...options,
    onDone(value) {
      refetchSecurity();
      options.onDone?.(value);
    },
  });
  return { ...submission, submit: (ask) => submission.submit(() => callWithFactor(name, ask)) };
}
