import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Open Orders`,
  tif: msg`Time in force`,
  actions: msg`Actions`,
  cancel: msg`Cancel`,
  cancelAll: msg`Cancel all`,
  postOnly: msg`Post only`,
  editPrice: msg({ message: "Change the price {price}" }),
  editSize: msg({ message: "Change the size {size}" }),
  emptyTitle: msg`No open orders`,
  emptyHint: msg`Pick a price in the order book. What you place and is not yet filled waits here.`,
  notCancelled: msg`Not cancelled`,
  notChanged: msg`Not changed`,
  changed: msg`Order changed`,
  allCancelled: msg({
    message: "{count, plural, =0 {No order was open} one {# order cancelled} other {# orders cancelled}}",
  }),
};
