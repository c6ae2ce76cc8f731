import { type NetworkId, refusalOf, type WithdrawalRow } from "@tidemark/contracts";
import type { Clock, CoreClient, Database, Log, SecretBox, Time } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { Accounts } from "../module/accounts.ts";
import type { Ask } from "../module/deps.ts";
import type { RegionOf } from "../module/region.ts";
import type { IntentSigner } from "./intents.ts";
import type { ReviewRules } from "./rules.ts";
import type { Withdrawal } from "./store.ts";

/** The schema of this module. */
export const schema = "withdrawals";

export type WithdrawalDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now"> & Pick<Time, "sleep">;
  readonly log: Log;
  /** Hashes the codes of mails. */
  readonly box: SecretBox;
  readonly ask: Ask;
  readonly core: CoreClient;
  readonly accounts: Accounts;
  readonly regionOf: RegionOf;
  /** The networks that withdrawals are paid by. */
  readonly networks: readonly NetworkId[];
  readonly review: ReviewRules;
  /** How long the code of a mail is taken. */
  readonly confirmMs: number;
  readonly factorFreshMs: number;
  readonly wakeOutbox: () => void;
};

/** What turns held money into an intent. */
export type ApprovalDeps = {
  readonly signer: IntentSigner;
  readonly review: ReviewRules;
  readonly intentValidMs: number;
  readonly log: Log;
  readonly now: () => number;
};

/** A withdrawal as its owner sees it. */
export function shown(one: Withdrawal): WithdrawalRow {
  const { id, asset, network, address, memo, label, receiver, state, isReviewed, madeAt, confirmBy, changedAt } = one;
  const money = (units: bigint): string => printUnits(units, one.scale);
  return {
    id,
    asset,
    network,
    address,
    memo,
    label,
    amount: money(one.amount),
    fee: money(one.fee),
    arrives: money(one.amount - one.fee),
    value: printUnits(one.value),
    receiver,
    state,
    isReviewed,
    refusal: one.refusalCode === null ? "" : (refusalOf(one.refusalCode) ?? String(one.refusalCode)),
    madeAt,
    confirmBy,
    changedAt,
  };
}
