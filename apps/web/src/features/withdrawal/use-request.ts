import type { WithdrawalRow } from "@tidemark/contracts";
import { useEffect, useRef } from "react";
import { type Submission, useSubmit } from "../../lib/forms/use-submit.ts";
import { callWithFactor } from "../../session/factor-gate.ts";
import type { Reviewed } from "./withdrawal-form.ts";
import { useRefetchWithdrawals } from "./withdrawal-queries.ts";

type Requested = { readonly row: WithdrawalRow; readonly reviewed: Reviewed };
export type WithdrawalRequest = Pick<Submission<unknown>, "isPending" | "problem"> & {
  /** A review was opened, or closed. */
  readonly follow: (reviewed: Reviewed | undefined) => void;
  readonly send: (reviewed: Reviewed) => void;
};

/**
 * Sends the reviewed withdrawal. It belongs to the page and not to the dialog: after an outcome that is not known the same withdrawal is
 * sent again under the same key, even if the dialog was closed in between. A review that was closed asks for no factor and sends nothing
 * more; what the exchange had taken by then stands in the list.
 */
export function useRequest(asset: string, onDone: (row: WithdrawalRow) => void): WithdrawalRequest {
  const refetch = useRefetchWithdrawals();
  const open = useRef<Reviewed | undefined>(undefined);
  useEffect(
    () => () => {
      open.current = undefined;
    },
    [],
  );
  const { submit, isPending, problem, clearProblem } = useSubmit<Requested>({
    isWhole: true,
    onDone({ row, reviewed }) {
      if (open.current === reviewed) onDone(row);
    },
  });
  return {
    isPending,
    problem,
    follow(reviewed) {
      open.current = reviewed;
      clearProblem();
    },
    send(reviewed) {
      const ask = { addressId: reviewed.address.id, asset, amount: reviewed.amount, receiver: reviewed.receiver };
      void submit(async (requestId) => {
        const isWanted = () => open.current === reviewed;
        const outcome = await callWithFactor("requestWithdrawal", { ...ask, requestId }, isWanted).finally(refetch);
        if (outcome === undefined || !outcome.ok) return outcome;
        return { ...outcome, value: { row: outcome.value, reviewed } };
      }, ask);
    },
  };
}
