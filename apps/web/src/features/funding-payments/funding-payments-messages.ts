import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Funding`,
  contract: msg`Contract`,
  position: msg`Position`,
  rate: msg`Rate`,
  direction: msg`Direction`,
  amount: msg`Amount`,
  capitalised: msg`Capitalised`,
  capitalisedHint: msg`The isolated margin was too small for this part of the payment. It moved the entry price against the position instead.`,
  time: msg`Time`,
  LONG: msg`Long`,
  SHORT: msg`Short`,
  longsPay: msg`Longs pay shorts`,
  shortsPay: msg`Shorts pay longs`,
  emptyTitle: msg`No funding yet`,
  emptyHint: msg`At fixed hours longs and shorts pay each other. What your positions paid or received is listed here.`,
};
