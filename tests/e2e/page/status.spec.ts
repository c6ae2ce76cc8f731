import { expect, test } from "@playwright/test";
import { Visit } from "../support/visit.ts";

const arrives = { timeout: 45_000 };
const callPath = "**/content/status*";

test("[U.68] a visitor reads in English and Persian what the exchange measures, without signing in", async ({
  browser,
}) => {
  const visit = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await visit.open("/help");
  await visit.page.locator("main").getByRole("link", { name: "System status" }).click();
  await visit.arrivesAt(/\/status$/);
  const spot = visit.page.locator("[data-component=SPOT]");
  await expect(spot).toHaveAttribute("data-state", "OPERATIONAL", arrives);
  await expect(spot).toContainText("Spot trading");
  await expect(spot).toContainText(/90 days: worked \d+\.\d\d% of the measured time/, arrives);
  await expect(visit.at("overall")).toContainText("measured");
  await expect(visit.page.locator("footer").getByRole("link", { name: "System status" })).toBeVisible(arrives);
  await visit.context.close();

  const persian = await Visit.begin(browser, { locale: "fa-IR", viewport: { width: 390, height: 844 } });
  await persian.open("/status");
  await expect(persian.page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(persian.page.locator("[data-component=API]")).toContainText("در حال کار", arrives);
  await expect(persian.page.locator("[data-component=SPOT] [data-testid=days]")).toHaveAttribute("dir", "ltr");
  const overflow = await persian.page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
  expect(overflow).toBeLessThanOrEqual(0);
  await persian.context.close();
});

test("[U.68] a page that cannot reach the exchange says so itself, and shows what was measured last", async ({
  browser,
}) => {
  const visit = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1024, height: 800 } });
  await visit.open("/markets");
  await visit.page.route(callPath, (route) => route.abort());
  await visit.open("/status");
  await expect(visit.at("status")).toContainText("The exchange cannot be reached.", arrives);
  await visit.page.unroute(callPath);
  await visit.page.getByRole("button", { name: "Try again" }).click();
  await expect(visit.page.locator("[data-component=SPOT]")).toBeVisible(arrives);
  await visit.page.route(callPath, (route) => route.abort());
  await expect(visit.at("status")).toContainText("Below is what it measured last", arrives);
  await expect(visit.page.locator("[data-component=SPOT]")).toBeVisible();
  await visit.context.close();
});
