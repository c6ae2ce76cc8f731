import { msg } from "@lingui/core/macro";

/** Texts of the static first paint, in this order. */
export const first = {
  title: msg`The exchange that shows its work.`,
  lead: msg`Spot, perpetual and coin-margined trading. Every balance opens into the lines that made it, every fee has its rule, and the fund behind it is open to see.`,
};
