import { msg } from "@lingui/core/macro";

export const m = {
  trailing: msg`Trailing stop`,
  trailingHint: msg`Follows the best price since activation and closes at market once the price has come back by the callback. It never moves away from the market.`,
  callback: msg`Callback`,
  activation: msg`Activates at`,
  atOnce: msg`at once`,
  trailingPlaced: msg({ message: "{contract}: trailing stop placed" }),
  firesNow: msg`Would trigger now at`,
  firesOnceActive: msg`Would trigger once active at`,
};
