import { msg } from "@lingui/core/macro";

export const m = {
  trades: msg`Trades`,
  mine: msg`Mine`,
  price: msg`Price`,
  size: msg({ message: "Size ({asset})" }),
  time: msg`Time`,
  empty: msg`No trades yet.`,
  mineEmpty: msg`Your fills in this market appear here.`,
};
