import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Contract account`,
  product: msg`Product`,
  derivatives: msg`Derivatives`,
  cryptoContract: msg`Crypto Contract`,
  asset: msg({ message: "Account", context: "account of balances" }),
  transfer: msg`Transfer`,
  pnl: msg`PNL analysis`,
  trade: msg({ message: "Trade", context: "button: to where one trades" }),
  lists: msg`Lists`,
  positions: msg`Positions`,
  history: msg`Position History`,
  funding: msg`Funding`,
  account: msg`Contract account`,
};
