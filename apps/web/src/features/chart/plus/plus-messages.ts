import { msg } from "@lingui/core/macro";

export const m = {
  plus: msg`Act at a price of the chart. Arrow keys choose the price.`,
  plusAt: msg({ message: "Act at {price}" }),
  horizontal: msg`Horizontal line`,
  copy: msg`Copy price`,
  copied: msg`Price copied`,
};
