import { msg } from "@lingui/core/macro";

/** Descriptions of the pages that are not built yet. */
export const m = {
  markets: msg`Every market on one page: search, favourites, the day's change and highest level, and a way to trade each.`,
  margin: msg`Spot markets with borrowed funds: what you borrow, what it costs by the hour and where it would be closed stand before the button.`,
  simulated: msg`The same terminal on an exchange of its own, with money that is not real.`,
  fund: msg`What the insurance fund holds, read from the ledger, and every payment it made.`,
  markPrice: msg`Where each mark price comes from: its sources, their weights and when they last spoke.`,
  assets: msg`Your total, split by account. Each balance opens into the ledger lines that made it.`,
  coupons: msg`Your coupons with their terms on the front, and the fills that were counted towards each.`,
  orders: msg`Your orders of every product in one list, with filters, and a file to keep.`,
  deposit: msg`Networks, addresses, and the confirmations of every deposit as they come in.`,
  withdrawal: msg`Addresses you trust, the fee of each network and the limits of the day, before you confirm.`,
  verification: msg`Verify your identity and see what each level opens.`,
  earn: msg`Flexible earnings: the rate of the day, what it paid, and your money back at any time.`,
  messages: msg`What happened to your orders, your account and the exchange, kept for you to read again.`,
  proof: msg`A monthly signed tree of all balances. Find your own leaf and check the sum yourself.`,
  announcement: msg`Listings, maintenance and changes of the rules, with their dates.`,
  p2p: msg`Trades between people, in their own currency, with the coins held by the exchange until both agree.`,
  copyTrading: msg`Follow traders whose record can be checked fill by fill.`,
  nft: msg`A market for single things, settled in the same ledger.`,
  staking: msg`Coins at work on their own networks, with the rewards as they arrive.`,
  invite: msg`Your link, who came by it, and what you earned from their fees.`,
  fees: msg`Maker and taker fees of every product and level, on one page.`,
  vip: msg`The levels, what they ask for, and how far you are from the next.`,
  anything: msg`This page is being built. What is finished is open already.`,
};
