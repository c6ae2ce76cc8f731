import { msg } from "@lingui/core/macro";

export const m = {
  title: msg`Log In`,
  pageTitle: msg`Log In | Tidemark`,
  official: msg`Official site`,
  check: msg`Check the address before the password.`,
  checkHint: msg`Only enter your password when the address bar shows exactly this host.`,
  last: msg({ message: "{pair}, last price" }),
  high: msg`24 h high`,
  charts: msg`Charts by TradingView Lightweight Charts™`,
  back: msg`Back to the markets`,
};
