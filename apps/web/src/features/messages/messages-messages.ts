import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Messages`,
  trader: msg`Trader`,
  user: msg`User`,
  system: msg`System`,
  types: msg`Types of messages`,
  markAllRead: msg`Mark all as read`,
  settings: msg`What arrives where`,
  unread: msg`Unread`,
  open: msg({ message: "Open", context: "button: opens what the message is about" }),
  verifiedTrader: msg`Verified Trader`,
  traderEmpty: msg`No messages about your trading yet`,
  traderEmptyHint: msg`Triggered orders, margin warnings, liquidations and your alerts arrive here.`,
  userEmpty: msg`No messages about your account yet`,
  userEmptyHint: msg`Deposits, withdrawals, coupons and reviews arrive here.`,
  systemEmpty: msg`No messages about your security yet`,
  systemEmptyHint: msg`New devices and changed security settings arrive here.`,
};
