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

/**
 * Runs the attempt; if the exchange requires a second factor, asks for it and runs it again. Undefined if the user cancels, or if it is no
 * longer wanted: what asked for it may be closed meanwhile.
 */
export async function withFactor<T extends { readonly ok: boolean; readonly refusal?: string }>(
  attempt: () => Promise<T>,
  isWanted: () => boolean = () => true,
): Promise<T | undefined> {
  const first = await attempt();
  if (!asksFactor(first)) return first;
  return isWanted() && (await confirmed()) && isWanted() ? attempt() : undefined;
}

export const callWithFactor = <N extends CallName>(name: N, ask: AskOf<N>, isWanted: () => boolean = () => true) =>
  withFactor(() => retryWhileBusy(name, ask, async () => (isWanted() ? ask : undefined)), isWanted);
