import { msg } from "@lingui/core/macro";

export const m = {
  mark: msg`Mark`,
  markStale: msg`The mark price is protected: its sources are silent or far apart.`,
  index: msg`Index`,
  funding: msg`Funding / in`,
  openInterest: msg({ message: "Open interest ({asset})" }),
};
