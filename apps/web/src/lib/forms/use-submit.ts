import type { Refusal } from "@tidemark/contracts";
import type { Outcome, Problem } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { useState } from "react";

export type SubmitOptions<T> = {
  /** Nothing is sent while a field is missing or wrong. */
  readonly isWhole: boolean;
  /** Refusals that a field shows; all others are shown by a toast. */
  readonly beside?: readonly Refusal[];
  /** The toast of success. */
  readonly doneText?: string;
  readonly onDone: (value: T) => void;
  /** Besides the message: a refusal may ask for one more field. */
  readonly onRefused?: (problem: Problem) => void;
};

export type Submission<T> = {
  readonly isPending: boolean;
  /** Missing and wrong fields are marked once something was submitted. */
  readonly showsProblems: boolean;
  readonly markProblems: () => void;
  readonly problem: Problem | undefined;
  /** The message of the current refusal if it is one of these; for the field that it is about. */
  readonly messageFor: (...about: Refusal[]) => string | undefined;
  /** For a field that has changed since it was refused. */
  readonly clearProblem: () => void;
  /** `send` returns undefined where the user gave up, for instance at the second factor. */
  readonly submit: (send: () => Promise<Outcome<T> | undefined>) => Promise<void>;
};

/** How every form is sent: marks its problems, waits, and reports the refusal at its field or by a toast. */
export function useSubmit<T>(options: SubmitOptions<T>): Submission<T> {
  const { isWhole, beside = [], doneText, onDone, onRefused } = options;
  const [isPending, setIsPending] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  return {
    isPending,
    showsProblems,
    markProblems: () => setShowsProblems(true),
    problem,
    messageFor: (...about) =>
      problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined,
    clearProblem: () => setProblem(undefined),
    async submit(send) {
      setShowsProblems(true);
      if (!isWhole) return;
      setIsPending(true);
      setProblem(undefined);
      const outcome = await send().finally(() => setIsPending(false));
      if (outcome === undefined) return;
      if (outcome.ok) {
        if (doneText !== undefined) toast.success(doneText);
        return onDone(outcome.value);
      }
      setProblem(outcome);
      onRefused?.(outcome);
      if (outcome.refusal === undefined || !beside.includes(outcome.refusal)) toast.error(outcome.message);
    },
  };
}
