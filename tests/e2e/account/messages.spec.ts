import { expect, test } from "@playwright/test";
import { decideNickname } from "../support/operator.ts";
import { Visit } from "../support/visit.ts";

// One account in two browsers: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

const name = "bot16";
/** Messages come by a feed and a socket; a busy machine takes its time. */
const arrives = { timeout: 45_000 };
let [here, there] = [] as unknown as [Visit, Visit];

test.beforeAll(async ({ browser }) => {
  const options = { locale: "en-US", viewport: { width: 1440, height: 900 } };
  here = await Visit.begin(browser, options);
  await here.signIn(name);
  there = await Visit.begin(browser, options);
  await there.signIn(name);
});
test.afterAll(async () => {
  await here.context.close();
  await there.context.close();
});

const unreadRows = ({ page }: Visit) => page.getByTestId("message-unread");

test("[S2.79 S2.18 S9.38] the bell counts what is unread and leads to a page for each type, each with its own empty state", async () => {
  await here.open("/markets");
  await expect(here.at("bell-count")).toHaveText(/^\d[\d,]*\+?$/, arrives);
  await here.at("bell-button").click();
  for (const [type, title] of [
    ["trader", "Trader"],
    ["user", "User"],
    ["system", "System"],
  ] as const)
    await expect(here.at("bell").getByRole("link", { name: title, exact: true })).toHaveAttribute(
      "href",
      `/personal/message/${type}`,
    );
  await expect(
    here
      .at("bell")
      .getByText(/^New device: /)
      .first(),
  ).toBeVisible(arrives);
  await here.at("bell").getByRole("link", { name: "System", exact: true }).click();
  await here.arrivesAt("/personal/message/system");
  const places = here.page.getByRole("navigation", { name: "Your account" });
  await expect(places.locator("[aria-current]")).toHaveText("Messages");
  await expect(here.at("message").first()).toContainText("New device: ", arrives);
  await here.open("/personal/message/pilot");
  await expect(here.at("message")).toHaveCount(0);
  await here.page.route("**/activities/notify/unread*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { rows: { unread: number }[] } };
    for (const row of body.data.rows) row.unread = 123_456;
    await route.fulfill({ response, json: body });
  });
  await here.open("/markets");
  await expect(here.at("bell-count")).toHaveText("100,000+", arrives);
  await here.page.unrouteAll({ behavior: "wait" });
});

test("[S3.72] what one browser marks as read is read in the other at once", async () => {
  await here.open("/personal/message/system");
  await there.open("/personal/message/system");
  await expect(unreadRows(here).first()).toBeVisible(arrives);
  await expect(unreadRows(there).first()).toBeVisible(arrives);
  await here.at("messages-read").click();
  await expect(unreadRows(here)).toHaveCount(0, arrives);
  await expect(unreadRows(there)).toHaveCount(0, arrives);
  await expect(there.at("messages-read")).toBeDisabled(arrives);
});

test("an alert that a trader sets goes off and arrives in the bell of the other browser, live", async () => {
  await there.open("/personal/message/trader");
  await here.open("/personal/alerts");
  await here.at("alert-new").click();
  await here.at("alert-FUNDING").click();
  await here.at("alert").getByText("−", { exact: true }).click();
  await here.at("alert-level").fill("5");
  await here.at("alert-submit").click();
  await expect(here.at("alert")).toHaveCount(0, arrives);
  await expect(there.page.getByText(/funding rate at or above/).first()).toBeVisible(arrives);
  await expect(there.at("bell-count")).toBeVisible(arrives);
  await here.page.getByRole("tab", { name: /^Gone off/ }).click();
  await expect(here.at("alert-row")).toHaveCount(1, arrives);
  await here.at("alert-remove").click();
  await expect(here.at("alert-row")).toHaveCount(0, arrives);
});

/** Candles around a price, so that the chart has a scale also where nobody has traded yet. */
async function drawCandles({ page }: Visit): Promise<void> {
  await page.route("**/market/v2/candles?*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data?: { rows: object[] } };
    if (body.data === undefined) return route.fulfill({ response, json: body });
    const minute = Math.floor(Date.now() / 60_000) * 60_000;
    const rows = Array.from({ length: 60 }, (_, i) => {
      const [open, close] = i % 2 === 0 ? ["103900.0", "104100.0"] : ["104100.0", "103900.0"];
      return { at: minute - (60 - i) * 60_000, open, close, high: "104200.0", low: "103800.0", volume: "1" };
    });
    await route.fulfill({ response, json: { ...body, data: { ...body.data, rows } } });
  });
}

test("[D.123] an alert is set at a price of the chart, stands there as a line, and another is set from the list of markets", async () => {
  await drawCandles(here);
  await here.open("/spot/BTC_USDT");
  const plot = here.at("chart").locator("canvas").first();
  await plot.waitFor(arrives);
  await expect(async () => {
    const box = (await here.at("chart").boundingBox())!;
    await here.page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.3);
    await here.page.mouse.move(box.x + box.width * 0.3, box.y + box.height * 0.35, { steps: 3 });
    await here.at("chart-plus").click({ timeout: 2_000 });
    await here.at("plus-alert").click({ timeout: 2_000 });
  }).toPass(arrives);
  await expect(here.page.locator("[data-sonner-toast]").filter({ hasText: "Alert set" })).toBeVisible(arrives);
  await expect(here.at("own-line-alert")).toBeVisible(arrives);
  await here.page.screenshot({ path: test.info().outputPath("chart-alert-1440.png") });
  await here.at("own-line-alert").getByRole("button").click();
  await expect(here.at("own-line-alert")).toHaveCount(0, arrives);
  await here.page.unrouteAll({ behavior: "wait" });
  await here.open("/markets");
  await here.at("overview-row").filter({ hasText: "ETH" }).first().getByTestId("overview-alert").click();
  await expect(here.at("alert-symbol")).toContainText("ETH/USDT");
  await here.at("alert-level").fill("999999");
  await here.at("alert-submit").click();
  await expect(here.at("alert")).toHaveCount(0, arrives);
  await here.open("/personal/alerts");
  await expect(here.at("alert-row")).toContainText("ETH/USDT", arrives);
  await here.at("alert-remove").click();
  await expect(here.at("alert-row")).toHaveCount(0, arrives);
});

test("[D.62] a verified trader has the label on the messages of type trader, and nowhere else", async () => {
  await here.open("/personal/message/trader");
  await expect(here.page.getByRole("heading", { level: 1 })).toHaveText("Messages");
  await here.page.route("**/user/profile*", async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: object };
    await route.fulfill({ response, json: { ...body, data: { ...body.data, isVerifiedTrader: true } } });
  });
  await here.open("/personal/message/trader");
  await expect(here.page.getByRole("heading", { level: 1 })).toContainText("Verified Trader", arrives);
  await here.open("/personal/message/user");
  await expect(here.page.getByRole("heading", { level: 1 })).toHaveText("Messages");
  await here.page.unrouteAll({ behavior: "wait" });
});

test("[S7.54] where the messages cannot be loaded, the answer's own message is shown", async () => {
  await here.page.route("**/activities/notify/allMessage*", (route) =>
    route.fulfill({ json: { code: 60000, message: "Messages are resting.", data: null } }),
  );
  await here.open("/markets");
  await here.at("bell-button").click();
  await expect(here.page.locator("[data-sonner-toast]").filter({ hasText: "Messages are resting." })).toBeVisible(
    arrives,
  );
  await here.page.unrouteAll({ behavior: "wait" });
});

test("the end of a review arrives on an open page; a switched-off topic stays off and a locked one cannot be changed", async () => {
  await there.open("/personal/message/user");
  await here.open("/personal/settings/notifications");
  await expect(here.at("notify-security-bell").locator("input")).toBeDisabled(arrives);
  const box = here.at("notify-reviews-mail").locator("input");
  await expect(box).toBeChecked(arrives);
  await here.at("notify-reviews-mail").click();
  await expect(box).not.toBeChecked(arrives);
  await here.open("/personal/settings/profile");
  await here.at("profile-nickname-edit").click();
  await here.at("nickname-text").fill("slack water");
  await here.at("nickname-submit").click();
  await expect(here.at("nickname")).toHaveCount(0, arrives);
  decideNickname("accept", "slack water");
  await expect(there.at("message").first()).toContainText("Nickname accepted: slack water", arrives);
  await here.open("/personal/settings/notifications");
  await expect(here.at("notify-reviews-mail").locator("input")).not.toBeChecked(arrives);
});
