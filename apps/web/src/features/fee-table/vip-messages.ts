import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`VIP programme`,
  lead: msg`The best of three measures counts. It is computed every day at 00:00 UTC, and the fee of an order is that of the moment it was placed.`,
  since: msg({ message: "since {date}" }),
  spotRates: msg`Spot, maker / taker`,
  contractRates: msg`Contracts, maker / taker`,
  saved: msg`Saved in 30 days`,
  savedWhy: msg`What your trades of the last 30 days would have cost at VIP 0, less the fees that you paid for them.`,
  visitor: msg`Log in to see your level and how far the next one is.`,
  logIn: msg`Log In`,
  ownFailed: msg`Your level could not be loaded`,
  table: msg`All levels`,
  spotVolume: msg`Spot volume`,
  contractVolume: msg`or contract volume`,
  orAssets: msg`or assets`,
  product: msg`Product`,
  spot: msg`Spot`,
  contracts: msg`Contracts`,
  counted: msg`Volume and assets are counted in US dollars. Trades with yourself, liquidations taken over and simulated trading do not count. Bonus is not counted in assets.`,
  fees: msg`All fees`,
  trade: msg({ message: "Trade", context: "button: to where one trades" }),
};
