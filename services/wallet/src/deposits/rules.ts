import { type AssetNetwork, type DepositReason, ledgerUnitsOf, type Network } from "@tidemark/contracts";
import { isMoney, moneyLimit, parseUnits } from "@tidemark/money";
import type { Transfer } from "../chains/chain.ts";

export type Valued = { readonly units: bigint; readonly reason: DepositReason | undefined };

/** What a transfer is worth in the ledger, and why it is not credited by itself. More than a ledger holds is written as the most it holds. */
export function valueOf(
  transfer: Pick<Transfer, "amount" | "isShort" | "isMined">,
  terms: AssetNetwork,
  scale: number,
): Valued {
  const units = ledgerUnitsOf(transfer.amount, terms.decimals, scale);
  if (!isMoney(units)) return { units: moneyLimit - 1n, reason: "TOO_LARGE" };
  if (transfer.isMined === true) return { units, reason: "MINED" };
  if (transfer.isShort) return { units, reason: "ARRIVED_LESS" };
  const least = parseUnits(terms.minDeposit, scale);
  return { units, reason: least === undefined || units < least ? "TOO_SMALL" : undefined };
}

/** Confirmations until a transfer is final; null where the chain itself says what is. */
export const finalDepthOf = ({ final }: Network["confirmations"]): number | null =>
  final === "finalized" ? null : final;

export type Depths = {
  /** Deposits up to this height are shown whole. */
  readonly shownTo: number;
  /** Deposits up to this height are credited. */
  readonly finalTo: number;
};

/** The block itself is the first confirmation. `finalized` counts only for networks that have it, and never beyond what was read. */
export function depthsOf({ confirmations }: Network, read: number, finalized: number | undefined): Depths {
  const { shown, final } = confirmations;
  return {
    shownTo: read - shown + 1,
    finalTo: final === "finalized" ? Math.min(finalized ?? -1, read) : read - final + 1,
  };
}

/**
 * The block behind which reading begins where none was named: one that no reorg takes away, for the chain cannot be followed below it. Undefined:
 * the node does not say what is final.
 */
export function firstBlockOf(network: Network, newest: number, finalized: number | undefined): number | undefined {
  const { finalTo } = depthsOf(network, newest, finalized);
  if (network.confirmations.final === "finalized") return finalTo < 0 ? undefined : finalTo;
  return Math.max(0, finalTo);
}

export const confirmationsOf = (height: number, read: number): number => Math.max(0, read - height + 1);

/** How many block heads are kept: a reorg beyond them stops the scan, and people decide. */
export const blocksKept = 4_096;
