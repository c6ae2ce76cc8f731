import { msg } from "@lingui/core/macro";

export const m = {
  filled: msg({ message: "Filled: {order}" }),
  expired: msg({ message: "Order ended: {filled} of {size} {asset} filled, the rest expired" }),
  cancelled: msg({ message: "Cancelled: {order}" }),
  allCancelled: msg({
    message: "{count, plural, =0 {No order was open} one {# order cancelled} other {# orders cancelled}}",
  }),
  average: msg({ message: "Average price {price}" }),
};
