import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Trades`,
  role: msg`Role`,
  fee: msg`Fee`,
  pnl: msg`Price PNL`,
  number: msg`Order ID`,
  fill: msg`Fill`,
  price: msg`Price`,
  size: msg`Size`,
  value: msg`Value`,
  fillCount: msg({ message: "{count, plural, one {# fill} other {# fills}}" }),
  unfilled: msg`Nothing of it was filled.`,
  accepted: msg`Accepted`,
  rejected: msg`Rejected`,
  placeInLog: msg({ message: "Place in the log {seq}" }),
  firstFill: msg`First fill`,
  lastFill: msg`Last fill`,
  MAKER: msg`Maker`,
  TAKER: msg`Taker`,
  emptyTitle: msg`No trades yet`,
  emptyHint: msg`Each fill of your orders is listed here with its price and its fee.`,
};
