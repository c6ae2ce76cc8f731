import type { Payment } from "./withdrawal-queries.ts";

/** How deep the block of a payment is. Where the chain itself says what is final, no number of confirmations is the last one. */
export const depthOf = ({ confirmations, needed, final }: Pick<Payment, "confirmations" | "needed" | "final">) => ({
  count: String(confirmations),
  needed: String(final ?? needed),
  isFinalByChain: final === null,
});
