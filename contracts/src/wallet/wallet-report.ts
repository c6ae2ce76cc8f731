import { z } from "zod";
import { ofService } from "../call-parts.ts";
import { defineCall } from "../define.ts";
import { assetText } from "../values.ts";
import { networkIds } from "./networks.ts";
import { paymentStates } from "./payment-states.ts";

const at = z.number().int();

/** Payments in one report: those that are not final, then the newest others. */
export const reportedPaymentsMax = 100;

const halt = z.object({ asset: assetText, reason: z.string(), since: at });
export type WalletHalt = z.infer<typeof halt>;

const payment = z.object({
  id: z.uuid(),
  state: z.enum(paymentStates),
  /** What it waits for, or why it failed; empty otherwise. */
  reason: z.string(),
  txid: z.string(),
  confirmations: z.number().int(),
  needed: z.number().int(),
  changedAt: at,
});
export type ReportedPayment = z.infer<typeof payment>;

/** Whether the chain was read to its tip a short while ago: while it is not, deposits come later. */
const readNetwork = z.object({ network: z.enum(networkIds), isRead: z.boolean() });
export type ReadNetwork = z.infer<typeof readNetwork>;

const report = z.strictObject({
  halts: z.array(halt),
  payments: z.array(payment).max(reportedPaymentsMax),
  networks: z.array(readNetwork).default([]),
});
export type WalletReport = z.infer<typeof report>;

/** An operator's order to halt an asset. The wallet carries each out once, by its id: one that people have lifted does not come back. */
const haltOrder = z.object({ id: z.uuid(), asset: assetText, reason: z.string(), at });
export type HaltOrder = z.infer<typeof haltOrder>;

/** From the wallet only, not in the catalogue: what operators see of payments and halts. The answer can stop payments and start none. */
export const walletReport = defineCall({
  ...ofService,
  name: "withdrawals.walletReport",
  path: "GET /none/wallet-report",
  ask: report,
  answer: z.object({ halts: z.array(haltOrder) }),
  refusals: ["BUSY"],
});
