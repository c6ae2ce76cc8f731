import { msg } from "@lingui/core/macro";

export const m = {
  assets: msg`Assets`,
  openTransaction: msg({ message: "Transaction {txid}: open it in a block explorer" }),
  coin: msg`Coin`,
  searchCoin: msg`Search coin`,
  noCoin: msg`No such coin`,
  retry: msg`Try again`,
  more: msg`Show more`,
};
