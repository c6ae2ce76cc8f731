import { expect, test } from "vitest";
import { comingPageOf, isComing } from "./coming-rules.ts";

test.each([
  ["/staking", "staking"],
  ["/contract/account", "anything"],
  ["/personal/deposit", "anything"],
  ["/m/#/vip", "anything"],
  ["/somewhere/else", "anything"],
  ["/stakingandmore", "anything"],
])("what is said at %s is about %s", (path, page) => {
  expect(comingPageOf(path)).toBe(page);
});

test("links to pages that are not built are marked, whatever their query", () => {
  const coming = ["/staking?page=2", "/personal/coupon", "/m/#/mobile/invite"];
  expect(coming.filter((path) => !isComing(path))).toEqual([]);
  const open = [
    "/",
    "/markets?tab=spot",
    "/contract/content/fund",
    "/m/#/fees",
    "/m/#/vip",
    "/spot/BTC_USDT",
    "/contract/usdt/BTCUSDT-PERP",
    "/contract/simul/usdt/BTCUSDT-PERP",
    "/contract/account/simul",
    "/personal/orders/open?product=2",
    "/personal/security",
    "/personal/deposit?asset=BTC",
    "/personal/withdrawal",
    "/announcements/terms",
    "/proof",
  ];
  expect(open.filter(isComing)).toEqual([]);
});
