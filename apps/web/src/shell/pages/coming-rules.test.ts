import { expect, test } from "vitest";
import { comingPageOf } from "./coming-rules.ts";

test.each([
  ["/markets", "markets"],
  ["/contract/simul/usdt/BTCUSDT-PERP", "simulated"],
  ["/contract/account", "assets"],
  ["/contract/account/simul", "simulated"],
  ["/contract/content/fund/simul", "fund"],
  ["/personal/orders/open", "orders"],
  ["/m/#/vip", "vip"],
  ["/somewhere/else", "anything"],
  ["/marketsandmore", "anything"],
])("what is said at %s is about %s", (path, page) => {
  expect(comingPageOf(path)).toBe(page);
});
