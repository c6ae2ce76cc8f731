import { expect, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";
import { desktop, phone } from "../support/window-sizes.ts";

let visit: Visit;
test.afterEach(() => visit.close());

test("[D.44] all markets stand on one page: by kind, by search, in own lists and as tiles, on a phone too", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets?tab=derivatives");
  const { page } = visit;
  const rows = visit.at("overview-row");
  await expect(rows.first()).toContainText("Perpetual");
  await page.getByRole("searchbox").fill("eth");
  await expect(rows.first()).toContainText("ETH");
  await rows
    .first()
    .getByRole("button", { name: /^Add .* to favourites$/ })
    .click();
  await page.getByRole("searchbox").fill("");
  await page.getByRole("tab", { name: /^Watch lists/ }).click();
  await expect(rows).toHaveCount(1);

  await visit.at("list-new").click();
  await visit.at("list-name-text").fill("Weekend");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("button", { name: /^Weekend/ })).toHaveAttribute("aria-pressed", "true");
  await expect(page.getByText("This list is empty")).toBeVisible();
  await visit.reload();
  await page.getByRole("tab", { name: /^Watch lists/ }).click();
  await expect(page.getByRole("button", { name: /^Weekend/ })).toBeVisible();

  await page.getByRole("tab", { name: /^Spot/ }).click();
  await visit.at("look-heat").click();
  await expect(visit.at("heat-map").getByRole("link").first()).toHaveAttribute("aria-label", /in 24 h, volume/);
  await page.setViewportSize(phone);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(phone.width);
});

test("where there is no column of lists the star of a market opens them", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: phone });
  await visit.open("/markets");
  const { page } = visit;
  await page.getByRole("tab", { name: /^Watch lists/ }).click();
  await visit.at("list-new").click();
  await visit.at("list-name-text").fill("Weekend");
  await page.keyboard.press("Enter");
  await expect(page.getByText("This list is empty")).toBeVisible();
  await page.getByRole("tab", { name: /^Spot/ }).click();
  await visit.at("star-lists").first().click();
  await page.getByRole("menuitem", { name: "Weekend" }).click();
  await page.getByRole("tab", { name: /^Watch lists/ }).click();
  await page.getByRole("button", { name: /^Weekend/ }).click();
  await expect(visit.at("overview-row")).toHaveCount(1);
});

test("[R.12] the fund's page has the promise beside the balance, and its days end at that balance", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/contract/content/fund");
  const balance = visit.at("fund-balance").locator(".num");
  await expect(balance).toHaveText(/^[\d,]+\.\d\d$/);
  await expect(visit.page.locator("dl").getByText("50,000,000", { exact: true })).toBeVisible();
  await expect(visit.at("fund-day").first()).toContainText((await balance.textContent())!);
});

test("[D.51] a mark is explained by its parts, its sources and its funding, for each contract", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/contract/content/markPrice?symbol=ETHUSDT-PERP");
  await expect(visit.page.getByRole("heading", { level: 2, name: "ETHUSDT" })).toBeVisible();
  await expect(visit.at("mark-now").locator(".num")).toHaveText(/^[\d,]+\.\d\d$/);
  await expect(visit.at("mark-part")).toHaveCount(3);
  await expect(visit.at("mark-part").getByText("Mark", { exact: true })).toHaveCount(1);
  await expect(visit.at("index-source")).toHaveCount(4);
  await visit.page.getByRole("link", { name: "Contract rules" }).first().click();
  await visit.arrivesAt("/contract/content/rules?symbol=ETHUSDT-PERP");
  await expect(visit.at("tier-row").first()).toContainText("125×");
});

test("the figures of a contract lead to what explains them", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  for (const name of ["Mark", "Index", "Funding / in"]) {
    await visit.open("/contract/usdt/ETHUSDT-PERP");
    await visit.page.getByRole("link", { name, exact: true }).click();
    await visit.arrivesAt("/contract/content/markPrice?symbol=ETHUSDT-PERP");
  }
});

test("[S2.21] the fee table is the engine's, the same at both of its addresses", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  for (const path of ["/fees", "/m/#/fees"]) {
    await visit.open(path);
    await expect(visit.at("fee-row")).toHaveCount(6);
    await expect(visit.at("fee-row").nth(1)).toContainText("0.0675%");
    await expect(visit.at("fee-row").nth(1)).toContainText("10M");
  }
});
