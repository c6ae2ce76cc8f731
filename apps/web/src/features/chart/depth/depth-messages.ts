import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Depth chart`,
  width: msg`Width around the middle`,
  bidsWithin: msg({ message: "Bids within {percent}" }),
  asksWithin: msg({ message: "Asks within {percent}" }),
  mid: msg`Mid`,
  spread: msg`Spread`,
  price: msg`Price`,
  fromMid: msg`From mid`,
  sellTo: msg`Sell to here`,
  buyTo: msg`Buy to here`,
  average: msg`Average`,
  empty: msg`The order book is empty`,
  emptyHint: msg`The curves appear with the first orders on both sides.`,
};
