import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`The whole terminal, in your pocket.`,
  lead: msg`The same account, the same orders and the same numbers, on iOS and Android.`,
  scan: msg`Scan with your phone's camera`,
};
