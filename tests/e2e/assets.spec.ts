import { expect, type Locator, test } from "@playwright/test";
import { Screen } from "./support/screen.ts";

// One scenario: each test starts where the one before ended. What carol has depends on the specs before, so amounts are compared, not fixed.
test.describe.configure({ mode: "serial" });

let carol: Screen;

test.beforeAll(async ({ browser }) => {
  carol = await Screen.signIn(browser, "carol");
});
test.afterAll(async () => {
  await carol?.page.context().close();
});

/** The number of a printed amount, in hundredths, so that sums are exact. */
const hundredths = async (at: Locator): Promise<number> =>
  Math.round(Number((await at.innerText()).replace("−", "-").replace(/[^-0-9.]/g, "")) * 100);

test("[S1.72 S2.52 D.52 U.31] the overview is the sum of five accounts, and each has a page with its coins", async () => {
  await carol.page.goto("/personal/assets");
  await expect(carol.at("assets-total")).toContainText(/\d/);
  await expect(carol.at("assets-fiat")).toContainText("≈ $");
  await expect(async () => {
    const total = await hundredths(carol.at("assets-total"));
    let sum = 0;
    for (const place of ["wallet", "spot", "derivatives", "coin", "margin"])
      sum += await hundredths(carol.at(`account-${place}`).locator("b"));
    // Each figure is cut to cents.
    expect(Math.abs(total - sum)).toBeLessThanOrEqual(5);
  }).toPass();
  await carol.at("account-spot").click();
  await expect(carol.page).toHaveURL(/\/personal\/assets\/spot$/);
  await expect(carol.at("holding-2-USDT-total")).toBeVisible();
  await carol.page.goto("/personal/assets/elsewhere");
  await expect(carol.at("assets-total")).toHaveCount(0);
});

test("[S2.107 S2.108 S2.109 S7.60 S3.69 S3.70 S4.49 S9.19] the total counts in BTC or USDT, and one eye hides it on every screen and the next visit", async () => {
  await carol.page.goto("/personal/assets");
  await carol.page.getByRole("radio", { name: "BTC", exact: true }).click();
  await expect(carol.at("assets-total")).toHaveText(/^\d+\.\d{8}$/);
  await carol.at("assets-menu").click();
  await expect(carol.at("assets")).toContainText(/\d\.\d{8}/);
  await carol.page.keyboard.press("Escape");
  await carol.page.getByRole("button", { name: "Hide balances" }).first().click();
  await expect(carol.at("assets-total")).toHaveText("••••••");
  await carol.page.reload();
  await expect(carol.at("assets-total")).toHaveText("••••••");
  await carol.page.getByRole("button", { name: "Hide balances" }).first().click();
  await carol.page.getByRole("radio", { name: "USDT", exact: true }).click();
  await expect(carol.at("assets-total")).toHaveText(/\.\d{2}$/);
});

test("[S2.87 S2.88 S2.92 S2.93 S2.94 S2.95 S5.30] a transfer names coin and accounts, fills what is available and links to the deposit", async () => {
  await carol.at("assets-menu").click();
  await carol.at("open-transfer").click();
  await expect(carol.at("transfer-from-account")).toContainText("Capital Account");
  await expect(carol.at("transfer-to-account")).toContainText("Spot");
  await expect(carol.at("transfer-submit")).toBeDisabled();
  await expect(carol.at("transfer-available")).toContainText(/\d/);
  await carol.at("transfer-max").click();
  const available = await hundredths(carol.at("transfer-available"));
  expect(Math.round(Number((await carol.at("transfer-amount").inputValue()).replaceAll(",", "")) * 100)).toBe(
    available,
  );
  await expect(carol.at("transfer").getByRole("link", { name: "Deposit" })).toHaveAttribute(
    "href",
    "/personal/deposit?asset=USDT",
  );
  await carol.page.keyboard.press("Escape");
});

test("[S2.112 S4.46 S4.47 S4.48 S5.23 S5.24] confirmed it is posted at once, says Success, closes, and both balances have moved", async () => {
  await carol.page.goto("/personal/assets/spot");
  const before = await hundredths(carol.at("holding-2-USDT-total"));
  await carol.at("assets-menu").click();
  await carol.at("open-transfer").click();
  await carol.at("transfer-amount").fill("25");
  await expect(carol.at("transfer-submit")).toBeEnabled();
  // While the check runs, and while the transfer runs, a second Enter sends nothing.
  const posts: string[] = [];
  carol.page.on("request", (request) => {
    if (request.method() === "POST" && /asset\/transfer(\?|$)/.test(request.url())) posts.push(request.url());
  });
  await carol.page.route(/bonus\/trans\/alarm/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 600));
    await route.continue();
  });
  await carol.at("transfer-amount").press("Enter");
  await carol.at("transfer-amount").press("Enter");
  await expect(carol.page.getByText("Success: 25 USDT transferred")).toBeVisible();
  await carol.page.unroute(/bonus\/trans\/alarm/);
  expect(posts).toHaveLength(1);
  await expect(carol.at("transfer-amount")).toHaveCount(0);
  await expect.poll(() => hundredths(carol.at("holding-2-USDT-total"))).toBe(before + 2_500);
  await carol.at("assets-transfer").click();
  await expect(carol.at("transfer-amount")).toHaveValue("");
  await carol.page.keyboard.press("Escape");
});

test("every balance opens the ledger lines that made it, the newest first", async () => {
  await carol.at("holding-2-USDT-total").click();
  const first = carol.at("statement-line").first();
  await expect(first).toContainText("Transfer");
  await expect(first).toContainText("+25.00");
  // The lines are checked against the core's balances in the browser, and their terms add up to the figure.
  await expect(carol.at("statement-agrees")).toHaveText("Sum agrees");
  const total = await hundredths(carol.at("holding-2-USDT-total"));
  await expect.poll(() => hundredths(carol.at("statement-total"))).toBe(total);
  const [file] = await Promise.all([carol.page.waitForEvent("download"), carol.at("statement-export").click()]);
  expect(file.suggestedFilename()).toMatch(/^\d{14}\.csv$/);
  await carol.page.keyboard.press("Escape");
});

test("[U.30] equity of derivatives is own cash, unrealised profit and bonus; beside the overview is a calendar of profit and loss, and a year of all accounts is one file", async () => {
  await carol.page.goto("/personal/assets/derivatives");
  await expect(async () => {
    const terms = [carol.at("equity-cash"), carol.at("equity-upnl")];
    let sum = 0;
    for (const term of terms) sum += await hundredths(term);
    expect(Math.abs(sum - (await hundredths(carol.at("equity-total"))))).toBeLessThanOrEqual(1);
  }).toPass();
  await carol.page.goto("/personal/assets");
  await expect(carol.page.getByRole("region", { name: "Profit and loss" })).toBeVisible();
  await carol.at("tax-open").click();
  await expect(carol.at("tax-lines")).toHaveText(/[1-9]/);
  const [file] = await Promise.all([carol.page.waitForEvent("download"), carol.at("tax-submit").click()]);
  expect(file.suggestedFilename()).toMatch(/^\d{14}\.csv$/);
  await expect(carol.at("tax-export")).toHaveCount(0);
});

test("[S4.44 S4.45] bonus money that would be forfeited is asked about first, and the answer sends exactly that transfer", async () => {
  await carol.page.route(/bonus\/trans\/alarm/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { item: object } };
    const isOut = route.request().url().includes("transferType=OUT");
    body.data.item = {
      status: isOut ? 1 : 0,
      message: isOut ? "would be forfeited" : "",
      amount: "38.2",
      asset: "USDT",
    };
    await route.fulfill({ response, json: body });
  });
  await carol.page.goto("/personal/assets/derivatives");
  await carol.at("assets-transfer").click();
  await expect(carol.at("transfer-from-account")).toContainText("Derivatives");
  await carol.at("transfer-amount").fill("5");
  await carol.at("transfer-submit").click();
  await expect(carol.at("transfer-bonus")).toContainText("38.20 USDT would be forfeited");
  await carol.page.getByRole("button", { name: "Cancel" }).click();
  await expect(carol.at("transfer-amount")).toHaveValue("5");
  await carol.at("transfer-submit").click();
  await carol.at("transfer-bonus-submit").click();
  await expect(carol.page.getByText("Success: 5 USDT transferred")).toBeVisible();
  await carol.page.unroute(/bonus\/trans\/alarm/);
});

test("[S9.55 S9.56] the shortcut of the user's menu moves USDT from spot to derivatives, and the page is loaded again", async () => {
  await carol.page.goto("/personal/assets/derivatives");
  await carol.at("account-menu").click();
  await carol.page.getByRole("button", { name: /USDT$/ }).click();
  await expect(carol.at("transfer-from-account")).toContainText("Spot");
  await expect(carol.at("transfer-to-account")).toContainText("Derivatives");
  await carol.at("transfer-amount").fill("10");
  await expect(carol.at("transfer-change-equity-4")).toBeVisible();
  const loaded = carol.page.waitForEvent("load");
  await carol.at("transfer-submit").click();
  await loaded;
  await expect(carol.at("holding-4-USDT-total")).toBeVisible();
});

test("[S4.42] another account or coin asks for the transfer info again", async () => {
  await carol.at("assets-transfer").click();
  const asked = carol.page.waitForRequest((request) => /transfer\/info\?.*asset=BTC/.test(request.url()));
  await carol.at("transfer-asset").click();
  await carol.page.getByRole("option", { name: "BTC", exact: true }).click();
  await asked;
  await carol.page.keyboard.press("Escape");
});

test("[S5.31 S5.32 S8.14 S9.15] a negative available balance shows -- and, half a second later, that the balance could not be checked", async () => {
  await carol.page.route(/asset\/transfer\/info/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { availableBalance: string } };
    body.data.availableBalance = "-1";
    await route.fulfill({ response, json: body });
  });
  await carol.at("assets-transfer").click();
  await expect(carol.at("transfer-available")).toContainText("--");
  await expect(carol.page.getByText("Failed to check balance")).toBeVisible();
  await expect(carol.at("transfer-max")).toBeDisabled();
});

test("[S4.43] a suspended account is named with its status, and Confirm is off", async () => {
  await carol.page.unroute(/asset\/transfer\/info/);
  await carol.page.route(/asset\/transfer\/info/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { products: { id: number; transferAvailable: number }[] } };
    for (const product of body.data.products) if (product.id === 4) product.transferAvailable = 1;
    await route.fulfill({ response, json: body });
  });
  await carol.page.keyboard.press("Escape");
  await carol.page.goto("/personal/assets/derivatives");
  await carol.at("assets-transfer").click();
  await carol.at("transfer-amount").fill("1");
  await expect(carol.at("transfer-suspended")).toHaveText("Derivatives: Suspend out");
  await expect(carol.at("transfer-submit")).toBeDisabled();
});
