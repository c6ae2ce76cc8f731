import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Simulated trading`,
  hint: msg({ message: "Play money in {unit}. Real prices, a simulated book; nothing here can be withdrawn." }),
  refill: msg`Refill`,
  refillIn: msg({ message: "Refill in {minutes} min" }),
  refilled: msg({ message: "Refilled with {amounts}" }),
  full: msg`Your simulated account has its full amount.`,
  later: msg`The refill is on its way.`,
  leave: msg`Back to real trading`,
  awayTitle: msg`Simulated trading is not available here.`,
  awayHint: msg`No simulated exchange answers at this address, and the real one is never used in its place.`,
};
