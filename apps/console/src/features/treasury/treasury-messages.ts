import type { MessageDescriptor } from "@lingui/core";
import { msg } from "@lingui/core/macro";
import type { TreasuryRow } from "@tidemark/contracts";

export const m = {
  label: msg`Treasury`,
  atSeq: msg({ message: "All of the ledger behind batch {seq}, read at {time} UTC" }),
  none: msg`The core does not answer`,
  noneHint: msg`What the company's accounts hold is asked of it.`,
  product: msg`Product`,
  asset: msg`Asset`,
  amount: msg`Holds`,
  campaign: msg`Campaign`,
  promo: msg`Campaigns`,
  noPromo: msg`No campaign holds money.`,
  insurance: msg`Insurance fund of Derivatives, USDT`,
  lastDays: msg`at the end of the last days on which it changed`,
  empty: msg`They hold nothing.`,
};

export const accounts: Readonly<Record<TreasuryRow["account"], { title: MessageDescriptor; hint: MessageDescriptor }>> =
  {
    treasury: { title: msg`Company`, hint: msg`s:house: campaigns and funds are paid from it` },
    insurance: { title: msg`Insurance funds`, hint: msg`What positions that were closed badly are paid from` },
    lending: { title: msg`Lending pools`, hint: msg`Free to be borrowed` },
    loans: { title: msg`Loans`, hint: msg`Lent to traders` },
    earn: { title: msg`Earn pools`, hint: msg`Interest is paid from them` },
    fees: { title: msg`Fees`, hint: msg`Taken from traders, less shares of inviters` },
    rounding: { title: msg`Rounding`, hint: msg`Swept to the insurance funds by a proposal` },
    deficit: { title: msg`Deficit`, hint: msg`Losses that nobody could pay` },
  };
