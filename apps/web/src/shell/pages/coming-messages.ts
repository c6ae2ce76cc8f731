import { msg } from "@lingui/core/macro";

/** Descriptions of the pages that are not built yet. */
export const m = {
  assets: msg`Your total, split by account. Each balance opens into the ledger lines that made it.`,
  coupons: msg`Your coupons with their terms on the front, and the fills that were counted towards each.`,
  earn: msg`Flexible earnings: the rate of the day, what it paid, and your money back at any time.`,
  announcement: msg`Listings, maintenance and changes of the rules, with their dates.`,
  p2p: msg`Trades between people, in their own currency, with the coins held by the exchange until both agree.`,
  copyTrading: msg`Follow traders whose record can be checked fill by fill.`,
  nft: msg`A market for single things, settled in the same ledger.`,
  staking: msg`Coins at work on their own networks, with the rewards as they arrive.`,
  invite: msg`Your link, who came by it, and what you earned from their fees.`,
  anything: msg`This page is being built. What is finished is open already.`,
};
