import { expect, test } from "@playwright/test";
import { Screen } from "../support/screen.ts";

// One scenario: each test starts where the one before ended. Both trade with play money; carol also looks at her real account.
test.describe.configure({ mode: "serial" });

let alice: Screen;
let carol: Screen;
const path = "/contract/simul/usdt/BTCUSDT-PERP";
const realPath = "/contract/usdt/BTCUSDT-PERP";
/** About ten thousand, where the simulated account has a hundred: carol also trades ether in another spec. */
const realEquity = /^(9,9|10,0)\d\d\.\d\d$/;

/** Her positions in bitcoin. */
const positions = () => carol.at("position-row").filter({ hasText: "BTCUSDT" });

test.beforeAll(async ({ browser }) => {
  [alice, carol] = [await Screen.signIn(browser, "alice"), await Screen.signIn(browser, "carol")];
});
test.afterAll(async () => {
  for (const screen of [alice, carol]) await screen?.page.context().close();
});

test("[D.28] the first visit joins by a ticket and is refilled, and the real account keeps what it had", async () => {
  await carol.page.goto(realPath);
  await expect(carol.at("margin-equity")).toHaveText(realEquity);
  await carol.page.goto(path);
  await expect(carol.at("margin-equity")).toHaveText("100,000.00", { timeout: 15_000 });
  await expect(carol.at("refill")).toBeDisabled();
  const cookies = await carol.page.context().cookies();
  expect(cookies.map(({ name }) => name)).toEqual(expect.arrayContaining(["tm-session", "tm-simul-session"]));
  await carol.page.goto(realPath);
  await expect(carol.at("margin-equity")).toHaveText(realEquity);
});

test("the frame cannot be mistaken: bar, frame, title, mark, hatched buttons, unit", async () => {
  await carol.page.goto(path);
  await carol.isLive();
  await expect(carol.at("simulated-bar")).toBeVisible();
  await expect(carol.page).toHaveTitle(/^SIM .*BTCUSDT/);
  await expect(carol.at("simulated-mark")).toBeVisible();
  await expect(carol.at("open-long")).toHaveCSS("background-image", /repeating-linear-gradient/);
  await expect(carol.page.getByText("SUSDT").first()).toBeVisible();
  // It does not scroll away.
  await carol.page.setViewportSize({ width: 375, height: 700 });
  await carol.page.mouse.wheel(0, 900);
  await expect(carol.at("simulated-bar")).toBeInViewport();
  await carol.page.setViewportSize({ width: 1440, height: 900 });
});

test("[S2.25 D.49] a trade opens positions in the simulated exchange alone", async () => {
  await alice.page.goto(path);
  await expect(alice.at("margin-equity")).toHaveText("100,000.00", { timeout: 15_000 });
  for (const [screen, button] of [
    [alice, "open-short"],
    [carol, "open-long"],
  ] as const) {
    await screen.at("ticket-price").fill("104250");
    await screen.at("ticket-size").fill("0.1");
    await screen.at(button).click();
  }
  await expect(positions()).toHaveCount(1);
  await carol.page.goto(realPath);
  await carol.isLive();
  await expect(carol.at("margin-equity")).toHaveText(realEquity);
  await expect(positions()).toHaveCount(0);
});

test("the way between the two loads the page anew, and leaves nothing of the one on the other", async () => {
  await carol.page.goto(path);
  await expect(positions()).toHaveCount(1);
  await carol.at("leave-simulated").click();
  await expect(carol.page).toHaveURL(new RegExp(`${realPath}$`));
  await carol.isLive();
  await expect(carol.at("simulated-bar")).toHaveCount(0);
  await expect(positions()).toHaveCount(0);
  await expect(carol.page).not.toHaveTitle(/SIM/);
  await carol.page.goBack();
  await expect(carol.at("simulated-bar")).toBeVisible();
  await expect(positions()).toHaveCount(1);
});

test("the account and the mark price are reached from the terminal, in the same exchange", async () => {
  await carol.page.goto(path);
  await carol.at("account-link").click();
  await expect(carol.page).toHaveURL(/\/contract\/account\/simul\?product=4&asset=USDT$/);
  await expect(carol.at("simulated-bar")).toBeVisible();
  await expect(carol.at("account-equity")).toContainText(/(99|100),\d{3}\.\d/);
  await carol.page.goto(path);
  await carol.page.getByRole("link", { name: "Mark", exact: true }).click();
  await expect(carol.page).toHaveURL(/\/contract\/content\/markPrice\/simul\?symbol=BTCUSDT-PERP$/);
  await expect(carol.at("simulated-bar")).toBeVisible();
  await carol.page.goto(realPath);
  await carol.at("account-link").click();
  await expect(carol.page).toHaveURL(/\/contract\/account\?product=4&asset=USDT$/);
});

for (const [other, shown] of [
  ["/contract/account/simul", "account-equity"],
  ["/contract/content/fund/simul", undefined],
  ["/contract/content/markPrice/simul", undefined],
] as const)
  test(`[S2.26 S2.27 S2.28 D.50] ${other} has the same frame`, async () => {
    await carol.page.goto(other);
    await expect(carol.at("simulated-bar")).toBeVisible();
    await expect(carol.at("leave-simulated")).toHaveAttribute("href", other.replace("/simul", ""));
    await expect(carol.page.getByRole("heading", { level: 1 })).toBeVisible();
    // The account is the simulated one's, near its hundred thousand and not the real ten.
    if (shown !== undefined) await expect(carol.at(shown)).toContainText(/(99|100),\d{3}\.\d/);
  });

test("the simulated fund shows its ledger balance and no promise of real money", async () => {
  await carol.page.goto("/contract/content/fund/simul");
  await expect(carol.at("fund-balance")).toContainText("SUSDT");
  await expect(carol.page.getByText("Ledger balance", { exact: true })).toBeVisible();
  await expect(carol.page.getByText("Promised size")).toHaveCount(0);
  await carol.page.goto("/contract/content/fund");
  await expect(carol.page.getByText("Promised size")).toBeVisible();
});

test("[S2.25] the address in other letters is no page: a real terminal under it would look like play money", async () => {
  for (const other of [path.replace("simul", "Simul"), "/contract/content/fund/SIMUL", "/contract/account/Simul"]) {
    await carol.page.goto(other);
    await expect(carol.page.getByText("404")).toBeVisible();
    await expect(carol.at("margin-equity")).toHaveCount(0);
    await expect(carol.at("account-equity")).toHaveCount(0);
  }
});

test("a guest sees the simulated market without being sent to sign in", async ({ browser }) => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto("/contract/simul");
  await expect(page).toHaveURL(new RegExp(`${path}$`));
  await expect(page.getByTestId("simulated-bar")).toBeVisible();
  await expect(page.getByTestId("refill")).toHaveCount(0);
  await context.close();
});
