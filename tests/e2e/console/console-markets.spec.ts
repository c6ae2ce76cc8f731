import { expect, type Page, test } from "@playwright/test";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";

// Two operators, each in a browser of their own: one closes a market and asks for its opening, the other approves it.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

const origin = process.env.E2E_CONSOLE!;
const arrives = { timeout: 45_000 };
/** A market of the simulated exchange: the tests of traders use the real one. */
const symbol = "LTC/USDT";
let jun: OperatorVisit;
let rui: OperatorVisit;

async function signedIn(visit: OperatorVisit, name: string, roles: string): Promise<OperatorVisit> {
  await visit.page.goto(invitationOf(name, roles, origin));
  await visit.page.getByTestId("accept-invitation").click(arrives);
  await expect(visit.page.getByTestId("operator")).toContainText(name, arrives);
  return visit;
}
test.beforeAll(async ({ browser }) => {
  jun = await signedIn(await openOperator(browser), "jun", "markets");
  rui = await signedIn(await openOperator(browser), "rui", "markets,risk");
});
test.afterAll(async () => {
  await jun.context.close();
  await rui.context.close();
});

const marketRow = (page: Page) => page.locator(`[data-testid=market-row][data-symbol="${symbol}"]`);
const proposalRow = (page: Page) => page.getByTestId("proposal-row").filter({ hasText: symbol });

async function openSimulated(page: Page, path: string): Promise<void> {
  await page.goto(`${origin}${path}`);
  await page.getByTestId("exchange-SIMULATED").click(arrives);
}

/** The page at the widths of the console, in both themes, without anything cut off. */
async function look(page: Page, name: string): Promise<void> {
  for (const [width, theme] of [
    [1024, "dark"],
    [1280, "dark"],
    [1280, "light"],
    [1440, "dark"],
  ] as const) {
    await page.evaluate((wanted) => (document.documentElement.dataset.theme = wanted), theme);
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([name, width, overflow]).toEqual([name, width, 0]);
    await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${theme}.png`) });
  }
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function confirm(page: Page, reason: string): Promise<void> {
  await expect(page.getByTestId("market-act-confirm")).toBeDisabled();
  await page.getByTestId("market-act-reason").fill(reason);
  await page.getByTestId("market-act-confirm").click();
  await expect(page.getByTestId("market-act")).toHaveCount(0, arrives);
}

test("[U.35] an operator sets a market cancel-only by keyboard, after reading what will happen", async () => {
  const { page } = jun;
  await openSimulated(page, "/markets");
  await expect(marketRow(page)).toHaveAttribute("data-status", "TRADING", arrives);
  await marketRow(page).click();
  await look(page, "markets");
  await page.keyboard.press("c");
  await expect(page.getByTestId("market-act")).toContainText("refused within a second");
  await page.screenshot({ path: test.info().outputPath("markets-cancel-only-1280.png") });
  await confirm(page, "its sources of prices disagree");
  await expect(marketRow(page)).toHaveAttribute("data-status", "CANCEL_ONLY", arrives);
});

test("[U.37] its opening waits for another operator, who approves it by keyboard; nobody approves his own", async () => {
  const { page } = jun;
  await page.keyboard.press("o");
  await expect(page.getByTestId("market-act")).toContainText("cancel-only for");
  await confirm(page, "the sources agree again");
  await expect(page.getByTestId("act-TRADING")).toBeDisabled(arrives);
  await page.screenshot({ path: test.info().outputPath("markets-closed-1280.png") });
  await openSimulated(page, "/proposals");
  await expect(proposalRow(page)).toContainText("another operator approves", arrives);
  await expect(page.getByTestId("approve")).toHaveCount(0);
  await openSimulated(rui.page, "/proposals");
  await expect(proposalRow(rui.page)).toContainText("jun", arrives);
  await look(rui.page, "proposals");
  await proposalRow(rui.page).click();
  // Cancel-only has to last a while: until then the approval is refused with what is missing.
  await expect(async () => {
    await rui.page.keyboard.press("a");
    await expect(proposalRow(rui.page)).toHaveCount(0, { timeout: 2_000 });
  }).toPass(arrives);
  await openSimulated(page, "/markets");
  await expect(marketRow(page)).toHaveAttribute("data-status", "TRADING", arrives);
});

test("[U.36] the kill switch says how many markets stop, and wants the number typed and a reason", async () => {
  const { page } = jun;
  await page.getByTestId("stop-all").click();
  const stops = await page.getByTestId("stops").innerText();
  await page.getByTestId("market-act-reason").fill("a drill of the operators");
  await page.getByTestId("market-act-count").fill(String(Number(stops) + 1));
  await expect(page.getByTestId("market-act-confirm")).toBeDisabled();
  await page.getByTestId("market-act-count").fill(stops);
  await expect(page.getByTestId("market-act-confirm")).toBeEnabled();
  await page.screenshot({ path: test.info().outputPath("markets-stop-1280.png") });
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("market-act")).toHaveCount(0);
  await expect(marketRow(page)).toHaveAttribute("data-status", "TRADING");
});

test("[U.38] the system page shows who leads each core, what waits in the outboxes, and the jobs", async () => {
  const { page, problems } = rui;
  await page.goto(`${origin}/system`);
  await expect(page.getByTestId("cores")).toContainText("core-", arrives);
  await expect(page.getByTestId("processes")).toContainText("Leads");
  await expect(page.getByTestId("gateways")).toContainText("gw-", arrives);
  await expect(page.getByTestId("outboxes")).toContainText("operator.simulated");
  await expect(page.getByTestId("jobs")).toContainText("operator expiry");
  await expect(page.getByTestId("measure")).toHaveCount(4);
  // Two answers make a course.
  await expect(page.locator("[data-testid=measure] polyline").first()).toBeVisible(arrives);
  await look(page, "system");
  await page.goto(`${origin}/audit`);
  await expect(page.getByTestId("audit-row").filter({ hasText: "approved" }).first()).toBeVisible(arrives);
  expect([...problems, ...jun.problems]).toEqual([]);
});
