import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Trades`,
  market: msg`Market`,
  side: msg`Side`,
  role: msg`Role`,
  price: msg`Price`,
  size: msg`Size`,
  value: msg`Value`,
  fee: msg`Fee`,
  time: msg`Time`,
  buy: msg`Buy`,
  sell: msg`Sell`,
  MAKER: msg`Maker`,
  TAKER: msg`Taker`,
  emptyTitle: msg`No trades yet`,
  emptyHint: msg`Each fill of your orders is listed here with its price and its fee.`,
};
