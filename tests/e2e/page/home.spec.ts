import { expect, type Locator, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";
import { desktop, phone } from "../support/window-sizes.ts";

let visit: Visit;
test.afterEach(() => visit.close());

test("[S1.94 D.7] the fund that is promised never stands without the real one: 50,000,000 USDT, in Japanese 40,000,000", async ({
  browser,
}) => {
  const fundOf = async (): Promise<Locator> => {
    await visit.open("/");
    const fund = visit.page.locator("section", {
      has: visit.page.getByRole("heading", { name: /insurance fund|保険基金/ }),
    });
    await fund.scrollIntoViewIfNeeded();
    return fund;
  };
  const seen = { useInnerText: true } as const;
  visit = await Visit.begin(browser, { viewport: desktop });
  const fund = await fundOf();
  await expect(fund.getByTestId("home-fund")).toHaveText(/^[\d,]+\.\d\d$/);
  await expect(fund.locator("p").first()).toContainText("50,000,000 USDT", seen);
  await visit.page.locator("footer").getByRole("button", { name: "日本語" }).click();
  await expect(fund.locator("p").first()).toContainText("40,000,000 USDT", seen);
  await visit.close();

  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.page.route("**/market/v2/insurance-fund*", (route) =>
    route.fulfill({ json: { code: 50002, message: "The exchange is busy.", data: {} } }),
  );
  const silent = await fundOf();
  await expect(silent).toContainText("The ledger does not answer right now");
  await expect(silent).not.toContainText("50,000,000", seen);
});

/** The page with its bundle delayed until it is released. */
async function openDelayed({ page }: Visit): Promise<() => void> {
  let letGo = (): void => undefined;
  const isLetGo = new Promise<void>((resolve) => (letGo = resolve));
  await page.route("**/assets/first-*.js", async (route) => {
    await isLetGo;
    await route.continue();
  });
  await page.goto("/", { waitUntil: "commit" });
  return letGo;
}

for (const [viewport, locale, text] of [
  [desktop, "en-US", "The exchange that shows its work."],
  [phone, "ru-RU", "Биржа, где виден каждый расчёт."],
] as const)
  test(`the first words stand while the bundle is on its way, and do not move when it comes (${locale})`, async ({
    browser,
  }) => {
    visit = await Visit.begin(browser, { viewport, locale });
    const letGo = await openDelayed(visit);
    const title = visit.page.getByRole("heading", { level: 1 });
    await expect(title).toHaveText(text);
    await expect(visit.page.locator("html")).toHaveAttribute("data-lifecycle", "0");
    const before = await title.boundingBox();
    letGo();
    await expect(visit.at("home-register")).toBeVisible();
    await expect(title).toHaveCount(1);
    expect(await title.boundingBox()).toEqual(before);
  });

test("first words whose letters come from another font wait for it", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop, locale: "ja-JP" });
  const text = visit.page.waitForResponse(/\/texts-home-route-.*-ja-JP\.json$/);
  const letGo = await openDelayed(visit);
  await (await text).finished();
  await visit.page.evaluate(() => document.fonts.ready);
  await expect(visit.page.locator("h1")).toHaveCount(0);
  letGo();
  await expect(visit.page.locator("h1")).toHaveText("過程まで見せる取引所。");
});
