import { msg } from "@lingui/core/macro";

/** What lists say after an order was cancelled or changed. */
export const m = {
  notCancelled: msg`Not cancelled`,
  notChanged: msg`Not changed`,
  changed: msg`Order changed`,
  allCancelled: msg({
    message: "{count, plural, =0 {No order was open} one {# order cancelled} other {# orders cancelled}}",
  }),
};
