import { readFileSync } from "node:fs";
import { type Download, expect, type Locator, test } from "@playwright/test";
import { signIn } from "../../../tools/dev/trader.ts";
import { Screen } from "../support/screen.ts";

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

/** The cells of a downloaded file, line by line. None of them may be a formula. */
async function cellsOf(file: Download): Promise<string[][]> {
  const lines = readFileSync(await file.path(), "utf8")
    .trimEnd()
    .split("\r\n");
  const cells = lines.map((line) => line.split(","));
  expect(cells.flat().filter((cell) => /^[=+@]|^-(?!\d)/.test(cell))).toEqual([]);
  return cells;
}

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
  await expect(carol.at("assets-fiat")).toHaveText(/^≈ \$[\d,]+\.\d{2}$/);
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

test("[U.29] above the split per account a small chart shows what the ledger held on each day, counted and hidden as the total is", async () => {
  await carol.page.goto("/personal/assets/wallet");
  const { page } = carol;
  const [now, highest] = [carol.at("value-now"), carol.at("value-highest")];
  // Nothing in this account is unrealised, so that its value of now is its total; prices move while both are read.
  await expect(async () => {
    const [value, total] = [await hundredths(now), await hundredths(carol.at("assets-total"))];
    expect(total).toBeGreaterThan(0);
    expect(Math.abs(value - total)).toBeLessThanOrEqual(total / 50);
    expect(await highest.innerText()).toMatch(/^Highest [\d,]+\.\d{2} · \d{2}-\d{2}$/);
  }).toPass();
  await page.goto("/personal/assets");
  await expect(now).toHaveText(/\d\.\d{2}$/);
  const days = page.waitForRequest(
    (request) => /asset\/value-days\?/.test(request.url()) && /from=/.test(request.url()),
  );
  await carol.at("value-range-1Y").click();
  const asked = new URL((await days).url()).searchParams;
  expect(Date.parse(asked.get("to")!) - Date.parse(asked.get("from")!)).toBe(364 * 86_400_000);
  await page.getByRole("radio", { name: "BTC", exact: true }).click();
  await expect(now).toHaveText(/^\d+\.\d{8}$/);
  await page.getByRole("radio", { name: "USDT", exact: true }).click();
  await page.getByRole("button", { name: "Hide balances" }).first().click();
  await expect(now).toHaveText("••••••");
  await expect(highest).toContainText("••••••");
  await page.getByRole("button", { name: "Hide balances" }).first().click();
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

test("[U.34] a total opens the coins that add up to it and the lines of all accounts, and the lines export as CSV without formulas", async () => {
  await carol.page.goto("/personal/assets");
  await carol.at("assets-total").click();
  await expect(carol.at("statement-line").first()).toBeVisible();
  await expect(async () => {
    let sum = 0;
    const parts = await carol.at("total-part").all();
    for (const part of parts) sum += await hundredths(part);
    // Each figure is cut to cents.
    expect(Math.abs(sum - (await hundredths(carol.at("total-sum"))))).toBeLessThanOrEqual(parts.length);
  }).toPass();
  const [all] = await Promise.all([carol.page.waitForEvent("download"), carol.at("statement-export").click()]);
  const cells = await cellsOf(all);
  expect(cells[0]!.join(" ")).toBe("time zone account market asset kind cause amount balance reference sequence");
  expect(new Set(cells.slice(1).map((line) => line[2])).size).toBeGreaterThan(1);
  await carol.page.keyboard.press("Escape");
  await carol.page.goto("/personal/assets/spot");
  await carol.at("history-open").click();
  const [spot] = await Promise.all([carol.page.waitForEvent("download"), carol.at("statement-export").click()]);
  const lines = (await cellsOf(spot)).slice(1);
  expect(new Set(lines.map((line) => line[2]))).toEqual(new Set(["spot"]));
  expect(lines[0]!.slice(4, 8)).toEqual(["USDT", "avail", "TRANSFER", "25"]);
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
  // Positions have taken margin since the preview: less can leave than was asked.
  let mostOut = "3";
  await carol.page.route(/bonus\/trans\/alarm/, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { item: object } };
    const isOut = route.request().url().includes("transferType=OUT");
    body.data.item = {
      status: isOut ? 1 : 0,
      message: isOut ? "would be forfeited" : "",
      amount: "38.2",
      asset: "USDT",
      mostOut: isOut ? mostOut : "",
    };
    await route.fulfill({ response, json: body });
  });
  await carol.page.goto("/personal/assets/derivatives");
  await carol.at("assets-transfer").click();
  await expect(carol.at("transfer-from-account")).toContainText("Derivatives");
  await carol.at("transfer-amount").fill("5");
  await carol.at("transfer-submit").click();
  await expect(carol.page.getByText("At most 3.00 USDT can be moved out of Derivatives now.")).toBeVisible();
  await expect(carol.at("transfer-bonus")).toHaveCount(0);
  mostOut = "";
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

test("[D.52] the page of a contract account has its positions, each with the way to its liquidation, and how near the account is to it", async ({
  baseURL,
}) => {
  const symbol = "XRPUSDT-PERP";
  const [own, other] = [await signIn(baseURL!, "carol", "assets"), await signIn(baseURL!, "bot14", "assets")];
  const marks = await own.client.call("contracts", { symbol });
  const price = marks.ok ? Number(marks.value.rows[0]!.mark).toFixed(4) : "";
  const limit = { symbol, type: "LIMIT", price, qty: "20" } as const;
  // With all that the account has behind it, so small a position would have no liquidation price.
  expect((await own.client.call("setMarginMode", { symbol, mode: "ISOLATED" })).ok).toBe(true);
  const short = await other.client.call("placeOrder", { ...limit, side: "SELL", posSide: "SHORT" });
  const long = await own.client.call("placeOrder", { ...limit, side: "BUY", posSide: "LONG" });
  expect([short.ok, long.ok]).toEqual([true, true]);
  await carol.page.goto("/personal/assets/derivatives");
  const row = carol.at("account-position").filter({ hasText: "XRPUSDT" });
  await expect(row).toContainText("Long");
  await expect(row).toContainText("20×");
  await expect(row.getByRole("progressbar")).toHaveAttribute("aria-valuenow", /^[1-9]/);
  await expect(carol.at("liquidation-ratio")).toHaveText(/^\d+(\.\d+)?%$/);
  await expect(carol.at("equity-4-USDT").getByRole("progressbar", { name: "Margin ratio" })).toBeVisible();
  await expect(carol.at("margin-in-use")).toHaveText(/[1-9]/);
  // Own cash opens the lines of own money only.
  const asked = carol.page.waitForRequest((request) => /asset\/statement\?.*part=own/.test(request.url()));
  await carol.at("equity-cash").click();
  await asked;
  await expect(carol.at("statement-line").first()).toBeVisible();
  await carol.page.keyboard.press("Escape");
  const closed = await own.client.call("placeOrder", { ...limit, side: "SELL", posSide: "LONG" });
  const bought = await other.client.call("placeOrder", { ...limit, side: "BUY", posSide: "SHORT" });
  expect([closed.ok, bought.ok]).toEqual([true, true]);
  await expect(row).toHaveCount(0);
  for (const trader of [own, other]) trader.close();
});

test("[U.25] bonus stands apart by its kind, with what it pays and when it ends, on the account's page and in the account box", async () => {
  const grant = { campaign: 1, ratio: "1" };
  await carol.page.route(/asset\/margin(\?|$)/, async (route) => {
    const response = await route.fetch();
    type Row = { product: number; bonus: string; figures: { grants: object[] } };
    const body = (await response.json()) as { data: { rows: Row[] } };
    for (const row of body.data.rows.filter(({ product }) => product === 4)) {
      row.bonus = "38.2";
      row.figures.grants = [
        { ...grant, grantId: 1, kind: "TRADING", remaining: "38.2", endsAt: Date.UTC(2026, 11, 1) },
        {
          ...grant,
          grantId: 2,
          kind: "FUNDING",
          remaining: "6.4",
          ratio: "0.5",
          endsAt: Date.UTC(2026, 11, 8),
        },
      ];
    }
    await route.fulfill({ response, json: body });
  });
  await carol.page.goto("/personal/assets/derivatives");
  await expect(carol.at("bonus-TRADING")).toContainText("A transfer out ends it.");
  await expect(carol.at("bonus-TRADING")).toContainText("38.20 USDT");
  await expect(carol.at("bonus-TRADING")).toContainText("Ends 2026-12-01");
  await expect(carol.at("bonus-FUNDING")).toContainText("Pays 50% of each cost.");
  await expect(carol.at("bonus-FUNDING")).toContainText("6.40 USDT");
  await carol.page.goto("/contract/usdt/XRPUSDT-PERP");
  await expect(carol.at("margin-bonus")).toHaveText("38.20");
  await expect(carol.at("margin-bonus-ends")).toHaveText("Ends 2026-12-01");
  await carol.page.unroute(/asset\/margin(\?|$)/);
  await carol.page.goto("/personal/assets/derivatives");
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
