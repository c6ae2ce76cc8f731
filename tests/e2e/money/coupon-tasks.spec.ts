import { expect, type Page, test } from "@playwright/test";
import { seedCampaigns, type SeedCampaign } from "../../../services/platform/src/index.ts";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { units } from "../../../tools/dev/seed/listing.ts";
import { signIn, type Trader } from "../../../tools/dev/trader.ts";
import { axeFindings } from "../../../tools/visual/pages.ts";
import { type Look, path } from "../support/looks.ts";
import { ownExchange } from "../support/own-exchange.ts";
import { Screen } from "../support/screen.ts";

// What a trader can do for another coupon, at an exchange of their own: its campaigns give to everyone who does it.
test.describe.configure({ mode: "serial" });

/** Each path and look takes the next: a task is done once. */
const users = ["alice", "carol", "bot1", "bot2", "bot3", "bot4", "bot5", "bot6"];
const price = "104250";
let exchange: Exchange;
let bob: Trader;

test.beforeAll(async () => {
  test.setTimeout(150_000);
  exchange = await ownExchange();
  const terms = {
    grantOn: "TASK",
    budget: units("1000"),
    volumeReq: 0n,
    products: [4],
    days: 7,
    claimDays: 0,
  } as const;
  const campaigns: readonly SeedCampaign[] = [
    { ...terms, id: 90, name: "Spot", task: "SPOT_TRADE", kind: "TRADING_BONUS", face: units("20"), claimDays: 7 },
    { ...terms, id: 91, name: "Contract", task: "CONTRACT_TRADE", kind: "CONTRACT_VOUCHER", face: units("25") },
    { ...terms, id: 92, name: "Deposit", task: "DEPOSIT", kind: "CASHBACK", face: units("30") },
    {
      ...terms,
      id: 93,
      name: "Friends",
      grantOn: "INVITE",
      kind: "CASH_BONUS",
      face: units("15"),
      volumeReq: units("5000"),
      perUser: 5,
    },
  ];
  await seedCampaigns(exchange.databaseUrl, campaigns);
  bob = await signIn(exchange.url, "bob", "tasks");
});
test.afterAll(async () => {
  bob?.close();
  await exchange?.remove();
});

/** In both themes and on a narrow phone nothing is cut off, and axe has no finding. */
async function looksRight(page: Page, name: string): Promise<void> {
  const size = page.viewportSize()!;
  for (const width of size.width < 768 ? [size.width, 360] : [size.width]) {
    await page.setViewportSize({ ...size, width });
    for (const theme of ["dark", "light"] as const) {
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      const picture = `tasks ${name} ${width} ${theme}`;
      await page.screenshot({ path: test.info().outputPath(`${picture}.png`), fullPage: true });
      expect([picture, overflow, await axeFindings(page)]).toEqual([picture, 0, []]);
    }
  }
  await page.setViewportSize(size);
}

async function taskDay(look: Look): Promise<void> {
  test.setTimeout(150_000);
  const user = await Screen.signIn(look.browser, users.shift()!, {
    context: { ...look.options, baseURL: exchange.url },
  });
  const isPhone = look.options.isMobile === true;
  const center = isPhone ? "/m/#/mobile/coupon" : "/personal/coupon";
  const task = (act: string) => user.at("coupon-tasks").locator(`[data-act=${act}]`);
  await user.page.goto(center);
  await expect(user.at("coupon-task")).toHaveCount(4);
  await expect(user.at("coupon-tasks")).toContainText(
    look.translated("Accounts that have used the same device count as one person."),
  );
  await expect(task("INVITE")).toContainText(look.translated("Invite a friend who verifies"));
  await expect(task("INVITE")).toContainText(look.translated("after {volume} USDT of volume", { volume: "5,000" }));
  await expect(task("SPOT_TRADE")).toContainText(look.translated("Trading bonus"));
  await expect(task("SPOT_TRADE")).toContainText("20.00 USDT");
  await expect(user.at("coupon")).toHaveCount(0);
  await looksRight(user.page, `${look.name} open`);
  const links = { DEPOSIT: /\/personal\/deposit$/, CONTRACT_TRADE: /\/contract\/usdt\// };
  for (const [act, href] of Object.entries(links))
    await expect(task(act).getByTestId("coupon-task-link")).toHaveAttribute("href", href);
  await task("INVITE").getByTestId("coupon-task-link").click();
  await expect(user.at("invite-code")).toBeVisible();
  await user.page.goBack();

  // The trader does the task where the row leads.
  const order = { symbol: "BTC/USDT", side: "SELL", type: "LIMIT", price, qty: "0.001" } as const;
  expect(await bob.client.call("placeOrder", order)).toMatchObject({ ok: true });
  await task("SPOT_TRADE").getByTestId("coupon-task-link").click();
  await user.isLive();
  await user.place({ side: "buy", price, size: "0.001" });
  await expect(async () => {
    await user.page.goto(center);
    await expect(task("SPOT_TRADE")).toHaveAttribute("data-state", "received", { timeout: 4_000 });
  }).toPass({ timeout: 60_000 });
  await expect(task("SPOT_TRADE")).toContainText(look.translated("Received"));
  await expect(task("SPOT_TRADE").getByTestId("coupon-task-link")).toHaveCount(0);
  await expect(task("CONTRACT_TRADE")).toHaveAttribute("data-state", "open");
  const card = user.at("coupon").filter({ hasText: look.translated("Trading bonus") });
  await expect(card).toContainText("20.00");
  await expect(card.getByTestId("coupon-claim")).toBeVisible();
  await looksRight(user.page, `${look.name} received`);
  await user.page.context().close();
}

path("en desktop", "[C.54] a trader sees what earns a coupon, does it, and the coupon arrives", taskDay);
path("fa phone", "[C.54] the mobile entry shows what earns a coupon and leads to where it is done", taskDay);
