import { expect, type Page, test } from "@playwright/test";
import { Visit } from "./visit.ts";

const desktop = { width: 1280, height: 800 };
const tablet = { width: 820, height: 1180 };
const phone = { width: 375, height: 812 };
const inVietnam = { extraHTTPHeaders: { "x-forwarded-for": "113.160.0.1" } };
const inKorea = { extraHTTPHeaders: { "x-forwarded-for": "168.126.63.1" } };

let visit: Visit;
test.afterEach(() => visit.close());

const isNeverReloaded = (page: Page): Promise<boolean> => page.evaluate(() => "neverReloaded" in globalThis);
const mark = (page: Page): Promise<void> =>
  page.evaluate(() => void Object.assign(globalThis, { neverReloaded: true }));

test("a guest is offered to log in and to register, and comes back to where he was", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets?tab=spot");
  const back = encodeURIComponent("/markets?tab=spot");
  await expect(visit.at("sign-in")).toHaveAttribute("href", `/auth/login?tab=spot&backurl=${back}`);
  await expect(visit.at("register")).toHaveAttribute("href", `/auth/register/email?tab=spot&backurl=${back}`);
  await expect(visit.at("assets-menu")).toHaveCount(0);
});

test("desktop, tablet and phone each have their bar", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  for (const part of [
    "assets-menu",
    "orders-menu",
    "account-menu",
    "bell-button",
    "download-button",
    "language-button",
  ])
    await expect(visit.at(part)).toBeVisible();
  await expect(visit.at("drawer-button")).toBeHidden();
  await expect(visit.page.getByRole("navigation").getByRole("link", { name: "Markets" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  for (const size of [tablet, phone]) {
    await visit.page.setViewportSize(size);
    await expect(visit.page.getByRole("navigation")).toHaveCount(0);
    await expect(visit.at("assets-menu")).toHaveCount(0);
    await visit.at("drawer-button").click();
    const drawer = visit.at("nav-drawer");
    await expect(drawer).toBeVisible();
    expect((await drawer.boundingBox())!.width).toBe(320);
    await visit.page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await visit.at("account-menu").click();
    await expect(visit.at("user-drawer")).toBeVisible();
    await visit.page.keyboard.press("Escape");
  }
});

test("a panel is opened, walked through and left by the keyboard, and the focus returns to its button", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  const button = visit.at("orders-menu");
  await expect(button).toHaveAttribute("aria-expanded", "false");
  await button.focus();
  await visit.page.keyboard.press("Enter");
  const panel = visit.at("orders");
  await expect(panel).toBeVisible();
  await expect(button).toHaveAttribute("aria-expanded", "true");
  await visit.page.keyboard.press("Tab");
  await expect(panel.getByRole("link", { name: "Open Orders" }).first()).toBeFocused();
  await visit.page.keyboard.press("Escape");
  await expect(panel).toHaveCount(0);
  await expect(button).toBeFocused();
});

test("the first stop of the keyboard leads past the bar to the content", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await expect(visit.page.getByRole("main")).toBeVisible();
  await visit.page.keyboard.press("Tab");
  await expect(visit.page.getByText("Skip to content")).toBeFocused();
  await visit.page.keyboard.press("Enter");
  await expect(visit.page.getByRole("main")).toBeFocused();
});

test("another language redraws the page without loading it anew, is kept for the site, and the server hears of it", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  await mark(visit.page);
  await visit.at("language-button").click();
  await visit.at("language").getByRole("button", { name: "فارسی" }).click();
  await visit.speaks("fa-IR");
  await expect(visit.page.locator("html")).toHaveAttribute("dir", "rtl");
  const { request } = await visit.call("/user/changeLanguage");
  expect(await (await request.response())!.json()).toMatchObject({ code: 200 });
  expect(await visit.kept("languages")).toEqual({ MAIN: "fa_IR" });
  expect(await isNeverReloaded(visit.page)).toBe(true);
});

test("Korean and the won are offered to nobody who is not on their list", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await visit.at("language-button").click();
  await expect(visit.at("language").getByRole("button", { name: "日本語" })).toBeVisible();
  await expect(visit.at("language").getByRole("button", { name: "한국어" })).toHaveCount(0);
  await expect(visit.at("language").getByRole("button", { name: "KRW" })).toHaveCount(0);
});

test("who asks from Korea is told of the site for Korea, and may close the notice", async ({ browser }) => {
  visit = await Visit.begin(browser, { ...inKorea, viewport: desktop });
  await visit.open("/markets");
  const notice = visit.at("korea-notice");
  await expect(notice.getByRole("link")).toHaveAttribute("href", "/kr");
  await visit.at("language-button").click();
  await expect(visit.at("language").getByRole("button", { name: "한국어" })).toBeVisible();
  await visit.page.keyboard.press("Escape");
  await notice.getByRole("button", { name: "Close" }).click();
  await expect(notice).toHaveCount(0);
});

test("peer-to-peer stands in the menus only of those whose flag is set", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: { width: 1728, height: 900 } });
  await visit.open("/markets");
  await visit.call("/content/public/whitelist");
  await expect(visit.page.getByRole("link", { name: "P2P" })).toHaveCount(0);
  await visit.close();
  visit = await Visit.begin(browser, { ...inVietnam, viewport: { width: 1728, height: 900 } });
  await visit.open("/markets");
  await expect(visit.page.getByRole("navigation").getByRole("link", { name: "P2P" })).toBeVisible();
});

test("a theme that is chosen in the menu is the theme of every tab", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  await visit.at("account-menu").click();
  await visit.at("theme-toggle").click();
  await expect(visit.page.locator("html")).toHaveAttribute("data-theme", "light");
  const other = await visit.another();
  await other.open("/markets");
  await expect(other.page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("the palette goes to a market by a few letters", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await mark(visit.page);
  await visit.page.keyboard.press("Control+k");
  await expect(visit.at("palette-input")).toBeFocused();
  await visit.page.keyboard.type("eth/usdt");
  await expect(visit.at("palette").getByRole("option", { name: "ETH/USDT" })).toBeVisible();
  await visit.page.keyboard.press("Enter");
  await visit.page.waitForURL("**/spot/ETH_USDT");
  await expect(visit.at("palette")).toHaveCount(0);
  expect(await isNeverReloaded(visit.page)).toBe(true);
});

test("without a connection the page stays and says how old it is", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await mark(visit.page);
  await visit.context.setOffline(true);
  await expect(visit.at("offline")).toHaveText(/^No connection\. Last data \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  await visit.context.setOffline(false);
  await expect(visit.at("offline")).toHaveCount(0);
  expect(await isNeverReloaded(visit.page)).toBe(true);
});

test("an address without a page says so and leads back to the root", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/no/such/page");
  await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText("Oops, page not found!");
  await expect(visit.page.getByRole("link", { name: "Back to homepage" })).toHaveAttribute("href", "/");
});

test("logging out returns to the root", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  await visit.at("account-menu").click();
  await visit.at("sign-out").click();
  await expect(visit.at("sign-in")).toBeVisible();
  expect(new URL(visit.page.url()).pathname).toBe("/");
  expect(await visit.kept("user")).toBeNull();
});
