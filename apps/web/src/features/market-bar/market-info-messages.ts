import { msg } from "@lingui/core/macro";

export const m = {
  title: msg({ message: "About {pair}" }),
  tick: msg`Price step`,
  lot: msg`Size step`,
  minQty: msg`Smallest size`,
  maxQty: msg`Largest size`,
  minNotional: msg`Smallest order value`,
  makerFee: msg`Maker fee`,
  takerFee: msg`Taker fee`,
  status: msg`Status`,
  markPrice: msg`Where the mark price comes from`,
  fund: msg`Insurance fund`,
  rules: msg`Contract rules`,
  charts: msg({ message: "Charts are drawn with Lightweight Charts™ by" }),
};

export const statusTexts = {
  TRADING: msg({ message: "Trading", context: "state of a market" }),
  PRE_OPEN: msg`Opens soon`,
  POST_ONLY: msg`Post only`,
  CANCEL_ONLY: msg`Cancel only`,
  HALT: msg`Halted`,
  SETTLING: msg`Settling`,
};
