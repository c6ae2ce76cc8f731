import { expect, test } from "vitest";
import { comingPageOf, isComing } from "./coming-rules.ts";

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

test("links to pages that are not built are marked, whatever their query", () => {
  const coming = ["/markets", "/personal/orders/open?product=2", "/m/#/fees", "/contract/simul/usdt/BTCUSDT-PERP"];
  expect(coming.filter((path) => !isComing(path))).toEqual([]);
  const open = ["/", "/spot/BTC_USDT", "/contract/usdt/BTCUSDT-PERP", "/personal/security", "/announcements/terms"];
  expect(open.filter(isComing)).toEqual([]);
});
