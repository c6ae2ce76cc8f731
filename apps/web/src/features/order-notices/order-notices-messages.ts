import { msg } from "@lingui/core/macro";

export const m = {
  filled: msg({ message: "Filled: {side} {size} {asset}" }),
  expired: msg({ message: "Order ended: {filled} of {size} {asset} filled, the rest expired" }),
  cancelled: msg({ message: "Cancelled: {side} {size} {asset}" }),
  buy: msg`Buy`,
  sell: msg`Sell`,
  average: msg({ message: "Average price {price}" }),
};
