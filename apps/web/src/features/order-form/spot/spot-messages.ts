import { msg } from "@lingui/core/macro";

export const m = {
  side: msg`Side`,
  buy: msg`Buy`,
  sell: msg`Sell`,
  total: msg`Total`,
  buyBase: msg({ message: "Buy {asset}" }),
  sellBase: msg({ message: "Sell {asset}" }),
  youPay: msg`You pay`,
  fee: msg({ message: "Fee ({rate})" }),
  youReceive: msg`You receive`,
  maxBuy: msg`Max buy`,
  maxSell: msg`Max sell`,
  estimate: msg`Estimated at the best price`,
};
