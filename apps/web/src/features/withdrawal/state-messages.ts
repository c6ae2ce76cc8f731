import { msg } from "@lingui/core/macro";

/** The name of each state of a withdrawal, as its tag. */
export const stateNames = {
  UNCONFIRMED: msg`Waiting for your code`,
  CONFIRMED: msg({ message: "Checking", context: "state of a withdrawal" }),
  IN_REVIEW: msg`In review`,
  APPROVED: msg`Approved`,
  RETURNING: msg`Being returned`,
  SENT: msg`Paid out`,
  RETURNED: msg`Returned`,
  REFUSED: msg`Refused`,
  CANCELLED: msg({ message: "Cancelled", context: "a withdrawal" }),
  EXPIRED: msg({ message: "Expired", context: "a withdrawal" }),
};
export const inNetwork = msg({ message: "Sent", context: "a withdrawal, into its network" });

/** What happens in a state, and what the user has to do. */
export const explained = {
  UNCONFIRMED: msg({
    message: "Enter the code of the message until {time}. Nothing is held before, and without the code nothing leaves.",
  }),
  CONFIRMED: msg`The amount is being reserved. This takes a moment; there is nothing for you to do.`,
  IN_REVIEW: msg`Operators look at large withdrawals, and at more of them when much leaves within an hour. The amount is held for it; there is nothing for you to do.`,
  APPROVED: msg`It is approved and will be signed and sent next. It can no longer be cancelled.`,
  RETURNING: msg`The amount comes back to the Capital Account as soon as the wallet has confirmed that nothing left.`,
  SENT: msg`It has arrived and is final.`,
  RETURNED: msg`It was not sent. The whole amount is back in the Capital Account.`,
  CANCELLED: msg`You cancelled it. Nothing left the account.`,
  EXPIRED: msg`The code was not entered in time, or wrongly five times. Nothing left the account.`,
  inNetwork: msg`The network has the transaction, but no block contains it yet.`,
  inBlock: msg({ message: "In a block: {count} of {needed} confirmations." }),
  inBlockTag: msg({
    message: "In a block: {count} of {needed} confirmations. It is done when the chain calls it final.",
  }),
};

/** Why the exchange refused a confirmed withdrawal. Nothing left the account. */
export const refused = {
  KYC_LIMIT: msg`Your verification level does not allow withdrawals.`,
  WITHDRAW_LOCKED: msg`Withdrawals were locked after a change of a security setting.`,
  INSUFFICIENT_TRANSFERABLE: msg`The balance was no longer enough.`,
  other: msg({ message: "The exchange refused it ({reason}). Nothing left the account." }),
};

/** Why a withdrawal could not be sent. */
export const failed = {
  RECEIVER_REFUSES: msg`The receiving address or the token refuses the transfer, so it was not sent. The whole amount is back in the Capital Account.`,
  NOT_SENT_IN_TIME: msg`It could not be sent before its approval ran out. The whole amount is back in the Capital Account.`,
  TRANSACTION_FAILED: msg`The transaction failed on its network, and nothing left. The whole amount is back in the Capital Account.`,
};

export const steps = {
  requested: msg`Requested`,
  confirmed: msg`Confirmed with the code`,
  checked: msg`Checked`,
  reviewed: msg`Operators look at it`,
  sent: msg`Signed and sent`,
  final: msg`In a block and final`,
};
