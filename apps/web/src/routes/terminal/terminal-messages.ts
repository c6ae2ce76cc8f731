import { msg } from "@lingui/core/macro";

export const m = {
  bookOrTrades: msg`Order book or trades`,
  book: msg`Order book`,
  trades: msg`Trades`,
  chart: msg`Chart`,
  info: msg`Info`,
  chartTabs: msg`Chart, trades and market info`,
  collapse: msg`Collapse`,
  expand: msg`Expand`,
  dock: msg`Orders and assets`,
  openOrders: msg`Open Orders`,
  orderHistory: msg`Order History`,
  assets: msg`Assets`,
  hideOther: msg`Hide other pairs`,
  resize: msg`Resize the dock`,
  signedOutTitle: msg`Your orders, trades and assets`,
  signedOutHint: msg`Log in to trade. Everything you place, fill and hold is listed here.`,
  signIn: msg`Log In`,
  markets: msg`Markets`,
  switchMarket: msg({ message: "{pair}, switch market" }),
};
