import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Value over time`,
  range: msg`Time range`,
  days: msg({ message: "{count}D" }),
  year: msg`1Y`,
  highest: msg({ message: "Highest {amount} · {day}" }),
  course: msg({ message: "Value over time, from {from} to {to}" }),
  failed: msg`The course could not be loaded.`,
  noCourse: msg`There is no price for this time.`,
  hint: msg`Balances of the ledger at the end of each day, at the index prices of that moment. Unrealised PNL is not in them.`,
};
