import { msg } from "@lingui/core/macro";

export const m = {
  filled: msg({ message: "Filled: {order}" }),
  expired: msg({ message: "Order ended: {filled} of {size} {asset} filled, the rest expired" }),
  cancelled: msg({ message: "Cancelled: {order}" }),
  average: msg({ message: "Average price {price}" }),
};
