import type { CallName } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import { create } from "zustand";
import { askPatiently } from "../lib/account/ask-patiently.ts";

type Gate = { readonly answer: ((isConfirmed: boolean) => void) | undefined };

/** Whoever waits for a second factor to be shown; the dialog that asks for it stands in the frame of the person's own pages. */
export const useFactorGate = create<Gate>(() => ({ answer: undefined }));

const confirmed = (): Promise<boolean> =>
  new Promise((resolve) => {
    useFactorGate.getState().answer?.(false);
    useFactorGate.setState({
      answer(isConfirmed) {
        useFactorGate.setState({ answer: undefined });
        resolve(isConfirmed);
      },
    });
  });

const asksFactor = (outcome: { readonly ok: boolean; readonly refusal?: string }): boolean =>
  outcome.refusal === "FACTOR_NEEDED" || outcome.refusal === "GOOGLE_CODE_NEEDED";

/** Tries; where a second factor is wanted first, asks for it and tries again. Undefined: the person did not want to show one. */
export async function guarded<T extends { readonly ok: boolean; readonly refusal?: string }>(
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  const first = await attempt();
  if (!asksFactor(first)) return first;
  return (await confirmed()) ? attempt() : undefined;
}

export const askGuarded = <N extends CallName>(name: N, ask: AskOf<N>) => guarded(() => askPatiently(name, ask));
