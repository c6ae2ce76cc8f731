import { msg } from "@lingui/core/macro";

/** Texts of the error, maintenance and coming-soon pages. */
export const m = {
  notFoundTitle: msg`Oops, page not found!`,
  notFoundHint: msg`Sorry, this page was deleted or never existed.`,
  marketNotFoundTitle: msg({ message: "There is no market {pair}." }),
  marketNotFoundHint: msg`The address may be mistyped, or the market is no longer listed.`,
  toHome: msg`Back to homepage`,
  toMarkets: msg`Markets`,
  toSpot: msg`Trade spot`,
  regionCheck: msg`Region check`,
  deniedTitle: msg({ message: "{name} is not offered where you are." }),
  deniedHint: msg`The law of your region does not let us serve you. If you already hold funds here, support helps you withdraw them.`,
  support: msg`Contact support`,
  errorTitle: msg`Something went wrong on this page.`,
  errorHint: msg`Nothing was changed. Load the page again to go on.`,
  reload: msg`Load again`,
  offlineTitle: msg`You are offline.`,
  offlineHint: msg`Your orders stand in the book as you left them. This page comes back with your connection.`,
  offlineStrip: msg({ message: "No connection. Last data {time}" }),
  backOnline: msg`Connected again`,
  tryingIn: msg({ message: "Trying again in {count} s" }),
  tryNow: msg`Try now`,
  maintenanceTitle: msg`The exchange is being worked on.`,
  maintenanceHint: msg`Trading rests for a while. Orders and balances stand as they were, and this page opens the exchange as soon as it is back.`,
  maintenanceStill: msg`Still closed. The next try comes by itself.`,
  comingSoon: msg`Coming soon`,
};
