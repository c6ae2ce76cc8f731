import { msg } from "@lingui/core/macro";

export const m = {
  derivativesFund: msg({ message: "Derivatives {asset}" }),
  coinFund: msg({ message: "Crypto Contract {asset}" }),
  rules: msg`Contract rules`,
  markPrice: msg`Where the mark price comes from`,
};
