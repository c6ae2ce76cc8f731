import { msg } from "@lingui/core/macro";

export const m = {
  loans: msg`Loans`,
  loanHistory: msg`Interest`,
};
