import { msg } from "@lingui/core/macro";

/** Descriptions of the pages that are not built yet. */
export const m = {
  assets: msg`Your total, split by account. Each balance opens into the ledger lines that made it.`,
  p2p: msg`Trades between people, in their own currency, with the coins held by the exchange until both agree.`,
  copyTrading: msg`Follow traders whose record can be checked fill by fill.`,
  nft: msg`A market for single things, settled in the same ledger.`,
  anything: msg`This page is being built. What is finished is open already.`,
};
