import { success } from "@tidemark/contracts";
import { producers } from "@tidemark/contracts/journal";
import { expect, test } from "@playwright/test";
import { seedCampaigns } from "../../../services/platform/src/index.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { assetId, units } from "../../../tools/dev/seed/listing.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { configure } from "../../../tools/dev/seed/seed.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { type Look, path } from "../support/looks.ts";
import { ownExchange } from "../support/own-exchange.ts";
import { Screen } from "../support/screen.ts";

// Vouchers and bonus at an exchange of their own: its campaigns give each verified user one of each.
test.describe.configure({ mode: "serial" });

const contract = "BTCUSDT-PERP";
/** What a face of 100 opens at 20×, 3 % above the mark of 104,250. */
const size = "0.0184";
/** Each look is somebody else's, because a voucher is used once. */
const users = {
  "en desktop": ["alice", seededUids.alice],
  "fa phone": ["carol", seededUids.carol],
  "en phone": ["bot1", seededUids.firstBot],
  "fa desktop": ["bot2", seededUids.firstBot + 1],
} as const satisfies Record<Look["name"], readonly [string, number]>;
let exchange: Exchange;
let bob: Trader;

test.beforeAll(async () => {
  test.setTimeout(150_000);
  exchange = await ownExchange();
  const terms = { grantOn: "KYC", budget: units("1000"), volumeReq: 0n, products: [4], days: 7 } as const;
  const campaigns = [
    {
      ...terms,
      id: 70,
      name: "Voucher",
      kind: "CONTRACT_VOUCHER",
      face: units("100"),
      symbols: [contract],
      maxLeverage: 20,
      claimDays: 0,
    },
    { ...terms, id: 71, name: "Bonus", kind: "TRADING_BONUS", face: units("150"), claimDays: 3 },
    { ...terms, id: 72, name: "Funding", kind: "FUNDING_BONUS", face: units("12.5"), claimDays: 0 },
  ] as const;
  await seedCampaigns(exchange.databaseUrl, campaigns);
  const money = { product: 4, asset: assetId("USDT"), amount: units("1000") };
  await configure(
    exchange.link,
    campaigns.map(({ id }) => ({ type: "fund_campaign", campaign: id, ...money })),
  );
  bob = await signIn(exchange.url, "bob", "vouchers");
});
test.afterAll(async () => {
  bob?.close();
  await exchange?.remove();
});

async function verify(uid: number): Promise<void> {
  const producer = producers.platformTools;
  const number = await exchange.link.nextNumber("platform", producer);
  const draft = { type: "set_kyc_level", uid, level: 1, producer, number } as const;
  expect((await exchange.link.send("platform", [draft]))[0]!.code).toBe(success);
}

async function bobOffers(side: "BUY" | "SELL", price: string): Promise<void> {
  const order = { symbol: contract, side, posSide: "SHORT", type: "LIMIT", price, qty: size } as const;
  expect(await bob.client.call("placeOrder", order)).toMatchObject({ ok: true });
}

async function voucherDay(look: Look): Promise<void> {
  test.setTimeout(150_000);
  const [name, uid] = users[look.name];
  const user = await Screen.signIn(look.browser, name, { context: { ...look.options, baseURL: exchange.url } });
  await verify(uid);
  const cardOf = (kind: string) => user.at("coupon").filter({ hasText: look.translated(kind) });

  // The Coupon Center has all three; the bonus is claimed there.
  await expect(async () => {
    await user.page.goto("/personal/coupon");
    await expect(user.at("coupon")).toHaveCount(3, { timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await cardOf("Trading bonus").getByTestId("coupon-claim").click();
  const ready = { timeout: 40_000 };
  for (const kind of ["Trading bonus", "Funding bonus", "Contract voucher"])
    await expect(cardOf(kind)).toHaveAttribute("data-status", "SUCCESS", ready);

  // The voucher says its terms and leads to its contract.
  const card = cardOf("Contract voucher");
  await card.getByTestId("coupon-details").click();
  await expect(user.at("coupon-terms")).toContainText(contract);
  await expect(user.at("coupon-terms")).toContainText("20");
  await expect(user.at("coupon-detail")).toContainText(look.translated("Transferable"));
  await user.page.keyboard.press("Escape");
  await bobOffers("SELL", "104250");
  await card.getByTestId("coupon-use-link").click();
  await user.isLive();

  // Bonus stands apart from equity's other parts, with its end.
  await expect(user.at("margin-bonus")).toHaveText("150.00");
  await expect(user.at("margin-bonus-ends")).toHaveText(/\d{4}/);
  await expect(user.at("margin-fundbonus")).toHaveText("12.50");
  await expect(user.at("margin-fundbonus-ends")).toHaveText(/\d{4}/);

  // The ticket offers it; the preview is what is opened.
  await expect(user.at("ticket-voucher")).toContainText("100.00");
  await user.at("ticket-voucher").click();
  await expect(user.at("voucher-size")).toContainText(size);
  await expect(user.at("voucher-entry")).toContainText("104,250.0");
  await user.at("voucher-submit").click();
  const row = user.at("position-row");
  await expect(row).toContainText(look.translated("Voucher"));
  await expect(row).toContainText(size);
  await expect(user.at("ticket-voucher")).toHaveCount(0);

  // Neither margin nor reverse; TP/SL stays.
  await user.at("position-more").click();
  await expect(user.at("act-exits")).toBeVisible();
  await expect(user.at("act-reverse")).toHaveCount(0);
  await expect(user.at("act-margin")).toHaveCount(0);
  await user.page.keyboard.press("Escape");

  await bobOffers("BUY", "104500");
  await user.at("flash-close-open").click();
  await user.at("flash-close-submit").click();
  await expect(row).toHaveCount(0);
  await user.page.goto("/personal/coupon");
  await expect(user.at("coupon-over").first()).toHaveAttribute("data-status", "USED_OFF", { timeout: 30_000 });

  await user.page.goto("/contract/account");
  await expect(user.at("account-bonus")).toContainText("150.00");
  await expect(user.at("account-bonus-ends")).toBeVisible();
  await expect(user.at("account-fund-bonus-ends")).toBeVisible();
  await user.page.goto("/personal/assets/derivatives");
  await expect(user.at("bonus-TRADING")).toContainText("150.00");
  await expect(user.at("bonus-FUNDING")).toContainText("12.50");
  await bob.client.call("cancelAll", { symbol: contract });
  await user.page.context().close();
}

for (const how of ["en desktop", "fa phone"] as const)
  path(
    how,
    "[S1.60 S1.62 S1.64 U.18 C.41] a voucher is found in the Coupon Center, opens its position from the ticket as its receipt says, and is used once that is closed; bonus stands apart with its end",
    voucherDay,
  );
