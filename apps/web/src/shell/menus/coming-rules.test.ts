import { expect, test } from "vitest";
import { comingPageOf, isComing } from "./coming-rules.ts";

test.each([
  ["/nft", "nft"],
  ["/contract/account", "anything"],
  ["/personal/deposit", "anything"],
  ["/m/#/vip", "anything"],
  ["/somewhere/else", "anything"],
  ["/nftandmore", "anything"],
])("what is said at %s is about %s", (path, page) => {
  expect(comingPageOf(path)).toBe(page);
});

test("links to pages that are not built are marked, whatever their query", () => {
  const coming = ["/nft?page=2", "/p2p", "/copy-trading"];
  expect(coming.filter((path) => !isComing(path))).toEqual([]);
  const open = [
    "/",
    "/markets?tab=spot",
    "/contract/content/fund",
    "/m/#/fees",
    "/m/#/vip",
    "/m/#/mobile/coupon",
    "/personal/coupon",
    "/spot/BTC_USDT",
    "/contract/usdt/BTCUSDT-PERP",
    "/contract/simul/usdt/BTCUSDT-PERP",
    "/contract/account/simul",
    "/personal/orders/open?product=2",
    "/personal/security",
    "/personal/deposit?asset=BTC",
    "/personal/withdrawal",
    "/announcements",
    "/announcements/terms",
    "/help",
    "/proof",
    "/staking",
    "/personal/earn/flexible?kind=term",
  ];
  expect(open.filter(isComing)).toEqual([]);
});
