import { z } from "zod";
import { ofService } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { networkIds } from "./networks.ts";
import { approvedWithdrawal } from "./withdrawal-intent.ts";

/** Withdrawals that one question may name: the answer fits into a message of the bus with all signatures. */
export const approvedIdsMax = 20;

const coreId = z.number().int().positive();

const row = z.object({
  /** What the core calls it. */
  coreId,
  id: z.uuid(),
  uid: z.number().int(),
  network: z.enum(networkIds),
  /** What the exchange keeps, in the ledger's minor units. */
  fee: z.string().regex(/^(?:0|[1-9]\d{0,18})$/),
  /** Null: nobody approves it any more, and the money goes back. */
  approved: approvedWithdrawal.nullable(),
});
export type ApprovedRow = z.infer<typeof row>;

/**
 * For the wallet only, not in the catalogue: what the platform has decided about withdrawals that the core holds. Those on which nothing is
 * decided yet are left out. The answer authorizes nothing by itself: the signer checks the signatures, and the wallet what the core holds.
 */
export const approvedWithdrawals = defineCall({
  ...ofService,
  name: "withdrawals.approved",
  path: "GET /none/approved-withdrawals",
  ask: z.strictObject({ ids: z.array(coreId).min(1).max(approvedIdsMax) }),
  answer: z.object({ list: z.array(row) }),
  refusals: ["BUSY"],
});
