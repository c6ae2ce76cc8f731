import { msg } from "@lingui/core/macro";

/** Texts of panels and drawers, which are loaded when they open. */
export const m = {
  close: msg`Close`,
  light: msg`Light theme`,
  dark: msg`Dark theme`,
  redUp: msg`Red means up`,
  greenUp: msg`Green means up`,
  logOut: msg`Log Out`,
  trade: msg({ message: "Trade", context: "heading of a menu" }),
  accountTitle: msg({ message: "Account", context: "the user's own account" }),
  unread: msg`Unread`,
  markAllRead: msg`Mark all as read`,
  noMessages: msg`No messages yet`,
  noMessagesHint: msg`What happens to your orders and your account is told here.`,
  languageTitle: msg`Language`,
  currencyTitle: msg`Currency`,
  scan: msg`Scan to download`,
  scanHint: msg`The code changes every 3 minutes`,
  comingSoon: msg`Coming soon`,
  totalValue: msg`Total value`,
  hideBalances: msg`Hide balances`,
  transfer: msg`Transfer`,
  couponBack: msg({ message: "Up to {amount} USDT back" }),
};
