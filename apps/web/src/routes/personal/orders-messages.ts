import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Orders`,
  product: msg`Product`,
  spot: msg`Spot`,
  margin: msg`Margin`,
  derivatives: msg`Derivatives`,
  cryptoContract: msg`Crypto Contract`,
  lists: msg`Lists`,
  open: msg({ message: "Open", context: "orders" }),
  trigger: msg`Trigger`,
  tpsl: msg`TP/SL`,
  history: msg`Order history`,
  fills: msg`Trades`,
  positions: msg`Positions`,
  funding: msg`Funding`,
};
