import { msg } from "@lingui/core/macro";

export const m = {
  TP: msg`Take profit`,
  SL: msg`Stop loss`,
  enterAs: msg`Enter as`,
  PRICE: msg`Price`,
  ROE: msg`ROE`,
  PNL: msg`PNL`,
  source: msg`Trigger by`,
  LAST: msg({ message: "Last", context: "price" }),
  MARK: msg({ message: "Mark", context: "price" }),
  INDEX: msg({ message: "Index", context: "price" }),
};
