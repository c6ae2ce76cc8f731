import { expect, test } from "vitest";
import { comingPageOf, isComing } from "./coming-rules.ts";

test.each([
  ["/proof", "proof"],
  ["/contract/account", "anything"],
  ["/personal/deposit", "deposit"],
  ["/m/#/vip", "vip"],
  ["/somewhere/else", "anything"],
  ["/proofandmore", "anything"],
])("what is said at %s is about %s", (path, page) => {
  expect(comingPageOf(path)).toBe(page);
});

test("links to pages that are not built are marked, whatever their query", () => {
  const coming = ["/proof", "/personal/deposit?asset=BTC", "/m/#/vip"];
  expect(coming.filter((path) => !isComing(path))).toEqual([]);
  const open = [
    "/",
    "/markets?tab=spot",
    "/contract/content/fund",
    "/m/#/fees",
    "/spot/BTC_USDT",
    "/contract/usdt/BTCUSDT-PERP",
    "/contract/simul/usdt/BTCUSDT-PERP",
    "/contract/account/simul",
    "/personal/orders/open?product=2",
    "/personal/security",
    "/announcements/terms",
  ];
  expect(open.filter(isComing)).toEqual([]);
});
