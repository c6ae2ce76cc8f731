import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Order book`,
  both: msg`Bids and asks`,
  bids: msg`Bids only`,
  asks: msg`Asks only`,
  step: msg`Price step`,
  unit: msg`Unit`,
  price: msg`Price`,
  size: msg`Size`,
  total: msg`Total`,
  spread: msg`Spread`,
  buyShare: msg({ message: "B", comment: "One letter for buyers, before their share of the book" }),
  sellShare: msg({ message: "S", comment: "One letter for sellers, after their share of the book" }),
  empty: msg`No orders yet. Be the first to set a price.`,
};
