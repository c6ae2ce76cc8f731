import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Open Orders`,
  tif: msg`Time in force`,
  actions: msg`Actions`,
  cancel: msg`Cancel`,
  cancelAll: msg`Cancel all`,
  cancelOrder: msg({ message: "Cancel: {order}" }),
  askAll: msg({ message: "{count, plural, one {Cancel # order?} other {Cancel # orders in all markets?}}" }),
  askPair: msg({ message: "{count, plural, one {Cancel # order in {pair}?} other {Cancel # orders in {pair}?}}" }),
  askHint: msg`They leave the book at once. What they hold becomes available again.`,
  which: msg`Which orders`,
  allMarkets: msg`All markets`,
  onlyPair: msg({ message: "Only {pair}" }),
  orderCount: msg({ message: "{count, plural, one {# order} other {# orders}}" }),
  cancelCount: msg({ message: "{count, plural, one {Cancel # order} other {Cancel # orders}}" }),
  keep: msg`Keep orders`,
  postOnly: msg`Post only`,
  editPrice: msg({ message: "Change the price {price}" }),
  editSize: msg({ message: "Change the size {size}" }),
  emptyTitle: msg`No open orders`,
  emptyHint: msg`Pick a price in the order book. What you place and is not yet filled waits here.`,
};
