import type { PaymentState, WithdrawalRisk, WithdrawalState } from "@tidemark/contracts";
import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";

export const m = {
  label: msg`Withdrawals that wait`,
  none: msg`Nothing waits`,
  noneHint: msg`Withdrawals above the limits appear here, the oldest first.`,
  signed: msg({ message: "{count} of {needed}" }),
  whoSigned: msg`Signed by`,
  nobody: msg`nobody yet`,
  why: msg`Why a person is asked`,
  to: msg`To`,
  memo: msg`Memo`,
  addressLabel: msg`Owner’s label`,
  receiver: msg`Receiving provider`,
  account: msg`Account`,
  asked: msg`Asked`,
  arrives: msg`Arrives`,
  worth: msg({ message: "worth {value} USDT" }),
  sign: msg`What approvers sign`,
  signNote: msg`The console has no key. Save this text as withdrawal.txt on the device that has yours, read it, and sign it there:`,
  until: msg({ message: "Valid until {time} UTC; then the platform writes another text." }),
  expired: msg`This text has run out; the platform writes another within seconds.`,
  noIntent: msg`The coin is no longer on its network: it can only be refused.`,
  copyText: msg`Copy the text`,
  copyCommand: msg`Copy the command`,
  copied: msg`Copied`,
  addSignature: msg`Add a signature`,
  addNote: msg`Paste the 128 hex digits that the command printed. The platform checks them against its own list of keys; two different approvers are needed.`,
  approver: msg`Approver`,
  signature: msg`Signature`,
  signatureHint: msg`128 hex digits`,
  doAdd: msg`Add`,
  added: msg({ message: "{approver} has signed: {count} of {needed}" }),
  refuse: msg`Refuse`,
  refuseTitle: msg({ message: "Refuse {amount} {asset} of {uid}" }),
  refuseNote: msg`The money goes back to the owner’s account. This cannot be undone.`,
  refused: msg({ message: "{amount} {asset} go back to {uid}" }),
  decided: msg`Decided`,
  state: msg`State`,
  payment: msg`Payment`,
  confirmations: msg({ message: "{count} of {needed} confirmations" }),
  halts: msg`Halted assets`,
  noHalts: msg`None`,
  halt: msg`Halt an asset`,
  haltTitle: msg`Halt withdrawals of an asset`,
  haltNote: msg`Nothing of it is paid from now on; what was asked for waits. Two approvers lift a halt at the command line: pnpm operator lift-halt.`,
  haltAsset: msg`Asset`,
  doHalt: msg`Halt`,
  halted: msg({ message: "{asset} is halted" }),
  haltOrdered: msg`ordered, the wallet has not reported it yet`,
  since: msg({ message: "since {time}" }),
  report: msg({ message: "Wallet reported {time} UTC" }),
  noReport: msg`The wallet has not reported yet.`,
  close: msg`Close`,
};

export const risks: Readonly<
  Record<WithdrawalRisk, { readonly title: MessageDescriptor; readonly hint: MessageDescriptor }>
> = {
  ABOVE_LIMIT: { title: msg`Above the limit`, hint: msg`Worth as much as operators have to approve, or more.` },
  HOUR_LIMIT: { title: msg`Limit of the hour`, hint: msg`All users together have withdrawn too much within the hour.` },
  NO_TERMS: { title: msg`Coin off its network`, hint: msg`The coin was taken off this network meanwhile.` },
  NEW_ADDRESS: { title: msg`New address`, hint: msg`This account has never been paid to this address.` },
  NEW_DEVICE: {
    title: msg`New device`,
    hint: msg`The device that asked was first seen within a day, or is forgotten.`,
  },
  MANY_IN_DAY: { title: msg`Many in a day`, hint: msg`Three withdrawals or more were asked for within a day.` },
  LARGEST: { title: msg`Largest so far`, hint: msg`Worth more than any that this account was paid before.` },
};
/** Those that sent it here. */
export const deciding: readonly WithdrawalRisk[] = ["ABOVE_LIMIT", "HOUR_LIMIT", "NO_TERMS"];

export const states: Readonly<Record<WithdrawalState, MessageDescriptor>> = {
  UNCONFIRMED: msg`Waits for its code`,
  CONFIRMED: msg`Confirmed`,
  IN_REVIEW: msg`Waits for operators`,
  APPROVED: msg`Approved`,
  RETURNING: msg`Goes back`,
  SENT: msg`Paid`,
  RETURNED: msg`Given back`,
  REFUSED: msg`Refused by the core`,
  CANCELLED: msg`Cancelled`,
  EXPIRED: msg`Not confirmed in time`,
};

export const payments: Readonly<Record<PaymentState, MessageDescriptor>> = {
  WAITING: msg`Waits`,
  SENT: msg`Broadcast`,
  MINED: msg`In a block`,
  PAID: msg`Final`,
  FAILED: msg`Failed`,
};
