import { msg } from "@lingui/core/macro";

export const m = {
  account: msg({ message: "Margin account {pair}" }),
  level: msg`Risk level`,
  levelHint: msg`What the pair holds over what it owes, at the index price. At the first mark it is liquidated, at the second you are warned, and above the third money can leave the pair.`,
  asset: msg`Asset`,
  owned: msg`Owned`,
  debt: msg`Debt`,
  net: msg({ message: "Net", comment: "What is owned less what is owed" }),
  borrow: msg`Borrow`,
  repay: msg`Repay`,
  transfer: msg`Transfer`,
};
