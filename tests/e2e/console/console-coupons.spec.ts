import { expect, type Page, test } from "@playwright/test";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { axeFindings } from "../../../tools/visual/pages.ts";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";

// Two operators, each in a browser of their own: one builds a campaign, the other starts it; a coupon is given and invalidated by both.
test.describe.configure({ mode: "serial" });
test.setTimeout(180_000);

const origin = process.env.E2E_CONSOLE!;
const arrives = { timeout: 45_000 };
const reason = "as the growth meeting decided";
const name = "Autumn volume";
/** An account that no other test looks at. */
const uid = String(seededUids.firstBot + 20);
let paula: OperatorVisit;
let olga: OperatorVisit;

async function signedIn(visit: OperatorVisit, operator: string): Promise<OperatorVisit> {
  await visit.page.goto(invitationOf(operator, "all", origin));
  await visit.page.getByTestId("accept-invitation").click(arrives);
  await expect(visit.page.getByTestId("operator")).toContainText(operator, arrives);
  return visit;
}
test.beforeAll(async ({ browser }) => {
  paula = await signedIn(await openOperator(browser), "paula");
  olga = await signedIn(await openOperator(browser), "olga");
});
test.afterAll(async () => {
  await paula?.context.close();
  await olga?.context.close();
});

/** The page at the widths of a tablet and of larger screens, in both themes: nothing is cut off, and axe has no finding. */
async function looksRight(page: Page, picture: string): Promise<void> {
  await expect(page.locator("[data-sonner-toast], [data-live-announcer] [role=img]")).toHaveCount(0, arrives);
  for (const width of [1024, 1280])
    for (const theme of ["dark", "light"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([picture, width, overflow]).toEqual([picture, width, 0]);
      await page.screenshot({ path: test.info().outputPath(`${picture}-${width}-${theme}.png`) });
      if (width === 1280) expect([picture, theme, await axeFindings(page)]).toEqual([picture, theme, []]);
    }
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function give(page: Page): Promise<void> {
  await page.getByTestId("reason-text").fill(reason);
  await page.getByTestId("reason-confirm").click();
  await expect(page.getByTestId("reason-dialog")).toHaveCount(0, arrives);
}

async function choose(page: Page, field: string, option: string | RegExp): Promise<void> {
  await page.getByTestId(field).click();
  await page.getByRole("option", { name: option }).click();
}

const rowOf = (page: Page) => page.getByTestId("campaigns").getByRole("row").filter({ hasText: name });

test("[U.71] a campaign is built with a preview on the past, started by a second operator and its money proposed", async () => {
  const { page, problems } = paula;
  await page.goto(`${origin}/campaigns`);
  await expect(page.getByTestId("campaigns")).toContainText("Registration reward", arrives);
  await looksRight(page, "campaigns");
  await page.getByTestId("campaign-new").click();
  await expect(page.getByTestId("campaign-make")).toBeDisabled();
  await page.getByTestId("campaign-name").fill(name);
  await page.getByTestId("campaign-face").fill("10");
  await page.getByTestId("campaign-budget").fill("100");
  await page.getByTestId("campaign-volumeRequirement").fill("2500");
  await page.getByTestId("campaign-symbols").fill("NO-SUCH");
  await page.getByTestId("campaign-look").click();
  await expect(page.getByTestId("campaign-problem")).toContainText("there is no market NO-SUCH", arrives);
  await page.getByTestId("campaign-symbols").fill("");
  await page.getByTestId("campaign-look").click();
  await expect(page.getByTestId("campaign-preview")).toContainText("the budget holds 10", arrives);
  // Tasks are not kept by day: no figure is made up.
  await choose(page, "campaign-grantOn", "on a task");
  await choose(page, "campaign-task", "on a trade of a spot pair");
  await page.getByTestId("campaign-look").click();
  await expect(page.getByTestId("campaign-not-counted")).toBeVisible(arrives);
  await expect(page.getByTestId("campaign-preview")).toHaveCount(0);
  await choose(page, "campaign-grantOn", "by operators");
  await expect(page.getByTestId("campaign-task")).toHaveCount(0);
  await page.getByTestId("campaign-look").click();
  await expect(page.getByText("nobody would have had one by themselves")).toBeVisible(arrives);
  await looksRight(page, "campaign-builder");
  await page.getByTestId("campaign-make").click();
  await give(page);
  await expect(rowOf(page)).toContainText("Not started", arrives);
  await expect(rowOf(page)).toContainText("another operator starts it");
  await expect(rowOf(page).getByRole("button", { name: "Start" })).toHaveCount(0);

  await olga.page.goto(`${origin}/campaigns`);
  await rowOf(olga.page).getByRole("button", { name: "Start" }).click(arrives);
  await expect(olga.page.getByTestId("reason-dialog")).toContainText("Coupons that the account cannot pay run out");
  await give(olga.page);
  await expect(rowOf(olga.page)).toContainText("Running", arrives);
  await rowOf(page).getByRole("button", { name: "Fund" }).click();
  await expect(page.getByTestId("fund-amount")).toHaveValue("100");
  await page.getByTestId("fund-amount").fill("15");
  await give(page);
  await olga.page.goto(`${origin}/proposals`);
  await expect(olga.page.getByTestId("proposal-row").filter({ hasText: "amount 15" })).toContainText(
    "Money for a campaign",
    arrives,
  );
  // A copy has the terms; nothing changes those of a campaign that runs.
  await rowOf(page).getByRole("button", { name: "Copy" }).click();
  await expect(page.getByTestId("campaign-volumeRequirement")).toHaveValue("2500");
  await page.getByTestId("campaign-back").click();
  expect([...problems, ...olga.problems]).toEqual([]);
});

test("[U.72 S4.10] a coupon is given with a reason, and invalidated once a second operator asks for the same", async () => {
  const { page, problems } = paula;
  await page.goto(`${origin}/coupons`);
  await page.getByTestId("coupon-give").click(arrives);
  await choose(page, "give-campaign", new RegExp(name));
  await page.getByTestId("give-uid").fill(uid);
  await give(page);
  await expect(page.getByTestId("coupon-view")).toContainText("0 of 2,500 USDT", arrives);
  await looksRight(page, "coupons");
  await page.getByTestId("invalidate").click();
  await expect(page.getByTestId("reason-dialog")).toContainText("its part of the budget is the campaign's again");
  await looksRight(page, "coupon-invalidate");
  await give(page);
  await expect(page.getByTestId("invalidation-waits")).toContainText("You asked to invalidate it", arrives);
  await expect(page.getByTestId("invalidate")).toHaveCount(0);

  await olga.page.goto(`${origin}/coupons`);
  await olga.page.getByTestId("coupon-uid").fill(uid);
  await olga.page.getByTestId("coupon-find").click();
  await olga.page.getByTestId("coupon-row").filter({ hasText: name }).click(arrives);
  await expect(olga.page.getByTestId("invalidation-waits")).toContainText("You are the second", arrives);
  await olga.page.getByTestId("invalidate").click();
  await give(olga.page);
  await expect(olga.page.getByTestId("coupon-steps")).toContainText("OPERATOR", arrives);
  await expect(olga.page.getByTestId("coupon-row").filter({ hasText: name })).toHaveAttribute(
    "data-status",
    "INVALID",
    arrives,
  );
  await looksRight(olga.page, "coupon-invalid");
  await page.goto(`${origin}/audit`);
  await expect(page.getByTestId("audit-row").filter({ hasText: "coupon invalidated" }).first()).toBeVisible(arrives);
  expect([...problems, ...olga.problems]).toEqual([]);
});

test("[U.73 U.74] treasury and growth show the company's accounts and the programmes", async () => {
  const { page, problems } = paula;
  await page.goto(`${origin}/treasury`);
  await expect(page.getByTestId("account-insurance")).toContainText("USDT", arrives);
  await expect(page.getByTestId("account-promo")).toContainText("Registration reward");
  await expect(page.getByTestId("treasury")).toContainText("behind batch");
  await looksRight(page, "treasury");
  await page.goto(`${origin}/growth`);
  await expect(page.getByTestId("invite-figures")).toBeVisible(arrives);
  await expect(page.getByTestId("vip-levels")).toBeVisible();
  await looksRight(page, "growth");
  expect(problems).toEqual([]);
});
