import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Trades`,
  role: msg`Role`,
  fee: msg`Fee`,
  MAKER: msg`Maker`,
  TAKER: msg`Taker`,
  emptyTitle: msg`No trades yet`,
  emptyHint: msg`Each fill of your orders is listed here with its price and its fee.`,
};
