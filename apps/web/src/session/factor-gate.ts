import type { CallName } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import { create } from "zustand";
import { retryWhileBusy } from "./credentials/retry-busy.ts";

type Gate = { readonly answer: ((isConfirmed: boolean) => void) | undefined };

/** The pending question for a second factor; the dialog is in the frame of pages whose calls may need one. */
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

/** Runs the attempt; if the exchange requires a second factor, asks for it and runs it again. Undefined if the user cancels. */
export async function withFactor<T extends { readonly ok: boolean; readonly refusal?: string }>(
  attempt: () => Promise<T>,
): Promise<T | undefined> {
  const first = await attempt();
  if (!asksFactor(first)) return first;
  return (await confirmed()) ? attempt() : undefined;
}

export const callWithFactor = <N extends CallName>(name: N, ask: AskOf<N>) =>
  withFactor(() => retryWhileBusy(name, ask));
