import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Order History`,
  status: msg`Status`,
  NEW: msg({ message: "Open", context: "an order" }),
  PARTIALLY_FILLED: msg`Partly filled`,
  FILLED: msg`Filled`,
  CANCELED: msg({ message: "Cancelled", context: "an order" }),
  EXPIRED: msg({ message: "Expired", context: "an order" }),
  REJECTED: msg`Rejected`,
  PENDING_TRIGGER: msg`Waiting`,
  TRIGGERED: msg`Triggered`,
  TRIGGER_FAILED: msg`Trigger failed`,
  emptyTitle: msg`No orders yet`,
  emptyHint: msg`Orders that have ended – filled, cancelled or expired – stay here.`,
  pnl: msg`Realised PNL`,
  fee: msg`Fee`,
  number: msg`Order ID`,
  fills: msg`Fills`,
  unknownReason: msg({ message: "Code {code}" }),
};
