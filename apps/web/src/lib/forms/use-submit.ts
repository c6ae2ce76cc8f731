import type { Refusal } from "@tidemark/contracts";
import type { Outcome, Problem } from "@tidemark/kit-client";
import { toast } from "@tidemark/kit-ui";
import { isUnknownOutcome } from "../client/unknown-outcome.ts";
import { useRef, useState } from "react";

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
  /**
   * `send` returns undefined where the user gave up, for instance at the second factor. Its key stays the same when the same `ask` is
   * submitted again after an outcome that is not known, so that nothing is done twice.
   */
  readonly submit: (send: (key: string) => Promise<Outcome<T> | undefined>, ask?: unknown) => Promise<void>;
};

/** How every form is sent: marks its problems, waits, and reports the refusal at its field or by a toast. */
export function useSubmit<T>(options: SubmitOptions<T>): Submission<T> {
  const { isWhole, beside = [], doneText, onDone, onRefused } = options;
  const [isPending, setIsPending] = useState(false);
  const [showsProblems, setShowsProblems] = useState(false);
  const [problem, setProblem] = useState<Problem>();
  // Enter can submit again before the button is drawn as pending.
  const isSending = useRef(false);
  const inDoubt = useRef<{ readonly ask: string; readonly key: string } | undefined>(undefined);
  return {
    isPending,
    showsProblems,
    markProblems: () => setShowsProblems(true),
    problem,
    messageFor: (...about) =>
      problem?.refusal !== undefined && about.includes(problem.refusal) ? problem.message : undefined,
    clearProblem: () => setProblem(undefined),
    async submit(send, ask) {
      setShowsProblems(true);
      if (!isWhole || isSending.current) return;
      const asked = JSON.stringify(ask ?? null);
      const key = inDoubt.current?.ask === asked ? inDoubt.current.key : crypto.randomUUID();
      isSending.current = true;
      setIsPending(true);
      setProblem(undefined);
      const outcome = await send(key).finally(() => {
        isSending.current = false;
        setIsPending(false);
      });
      if (outcome === undefined) return;
      const isUnknown = isUnknownOutcome(outcome);
      inDoubt.current = isUnknown ? { ask: asked, key } : undefined;
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
