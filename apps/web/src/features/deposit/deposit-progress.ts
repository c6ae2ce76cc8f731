import type { DepositRow } from "@tidemark/contracts";

type DepositProgress = {
  /** How much of the bar is filled, from 0 to 1. */
  readonly share: number;
  /** Confirmations at the end of the bar. */
  readonly end: number;
  /** Where on the bar a deposit is unlikely to be undone, from 0 to 1; undefined where the bar ends there. */
  readonly tick: number | undefined;
};

/**
 * The bar ends where a deposit is credited. Where the chain itself says what is final there is no such number: it ends at the confirmations
 * that are shown, and from when on the deposit counts stands beside it.
 */
export function progressOf({
  confirmations,
  needed,
  final,
}: Pick<DepositRow, "confirmations" | "needed" | "final">): DepositProgress {
  const end = Math.max(1, final ?? needed);
  return { share: Math.min(1, confirmations / end), end, tick: needed < end ? needed / end : undefined };
}
