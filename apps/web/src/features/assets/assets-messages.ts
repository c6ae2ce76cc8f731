import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Assets`,
  account: msg({ message: "Account", context: "account of balances" }),
  asset: msg`Coin`,
  available: msg`Available`,
  inOrders: msg`In orders`,
  total: msg`Total`,
  value: msg`Value (USDT)`,
  actions: msg`Actions`,
  transfer: msg`Transfer`,
  spotAccount: msg`Spot account`,
  hide: msg`Hide balances`,
  show: msg`Show balances`,
  wallet: msg`Wallet`,
  spot: msg`Spot`,
  futures_btc: msg`Crypto Contract`,
  futures_usdt: msg`Derivatives`,
  margin: msg`Margin`,
  emptyTitle: msg`No balances yet`,
  emptyHint: msg`What you deposit arrives in your wallet; a transfer brings it here to trade.`,
};
