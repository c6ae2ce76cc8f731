import { msg } from "@lingui/core/macro";

export const m = {
  interest: msg({ message: "Interest, {asset}" }),
  anHour: msg({ message: "{rate} / h", comment: "An interest rate for each hour" }),
  pool: msg({ message: "Pool left, {asset}", comment: "What can still be borrowed" }),
};
