import { msg } from "@lingui/core/macro";

export const m = {
  market: msg`Market`,
  side: msg`Side`,
  type: msg`Type`,
  filled: msg`Filled / size`,
  price: msg`Price`,
  size: msg`Size`,
  average: msg`Average`,
  value: msg`Value`,
  time: msg`Time`,
  buy: msg`Buy`,
  sell: msg`Sell`,
  openLong: msg`Open Long`,
  openShort: msg`Open Short`,
  closeLong: msg`Close Long`,
  closeShort: msg`Close Short`,
  LIMIT: msg`Limit`,
  MARKET: msg({ message: "Market", context: "order type" }),
  LIMIT_TRIGGER: msg`Limit Trigger`,
  MARKET_TRIGGER: msg`Market Trigger`,
};
