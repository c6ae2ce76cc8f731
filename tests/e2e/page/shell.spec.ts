import { expect, type Locator, test } from "@playwright/test";
import type { AppConfig } from "@tidemark/contracts";
import { inVietnam } from "../support/countries.ts";
import { isNeverReloaded, mark } from "../support/reload-mark.ts";
import { Visit } from "../support/visit.ts";
import { desktop, phone, tablet } from "../support/window-sizes.ts";

let visit: Visit;
test.afterEach(() => visit.close());

/** The file of the open panel is requested by this call, and the browser follows the URL of the answer. */
async function fetchesTheApp(path: string): Promise<void> {
  await visit.context.route("**/*.apk", (route) => route.fulfill({ status: 204 }));
  const download = visit.page.waitForRequest("**/*.apk");
  await visit.at("download").getByRole("button", { name: "Android APK" }).click();
  const { query } = await visit.call(path);
  expect([query.get("versionName"), query.get("type")]).toEqual(["0.0.0", "android"]);
  expect((await download).url()).toMatch(/tidemark-1\.0\.0\.apk$/);
}

test("[S2.7 S2.75 S6.2] a guest is offered to log in and to register, and comes back to where he was", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets?tab=spot");
  const back = encodeURIComponent("/markets?tab=spot");
  await expect(visit.at("sign-in")).toHaveAttribute("href", `/auth/login?tab=spot&backurl=${back}`);
  await expect(visit.at("register")).toHaveAttribute("href", `/auth/register/email?tab=spot&backurl=${back}`);
  await expect(visit.at("assets-menu")).toHaveCount(0);
});

test("[S2.69 S2.70 S2.71 S2.73 S6.4] desktop, tablet and phone each have their bar", async ({ browser }) => {
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
  // Signed-out parts are hidden; the logo links to the root and the menus are at the start side.
  for (const part of ["sign-in", "register"]) await expect(visit.at(part)).toHaveCount(0);
  const bar = visit.page.locator("header").first();
  await expect(bar.getByRole("link").first()).toHaveAttribute("href", "/");
  const xOf = async (part: Locator) => (await part.boundingBox())!.x;
  const menus = visit.page.getByRole("navigation");
  expect(await xOf(bar.getByRole("link").first())).toBeLessThan(await xOf(menus));
  expect(await xOf(menus)).toBeLessThan(await xOf(visit.at("assets-menu")));
  await expect(visit.page.getByRole("navigation").getByRole("link", { name: "Markets" })).toHaveAttribute(
    "aria-current",
    "page",
  );
  await visit.at("download-button").click();
  await fetchesTheApp("/content/user/checkVersion");
  await visit.page.keyboard.press("Escape");
  for (const [width, hasDrawer, hasSearch] of [
    [1024, false, true],
    [1023, true, true],
    [768, true, true],
    [767, true, false],
  ] as const) {
    await visit.page.setViewportSize({ width, height: 800 });
    await expect(visit.at("drawer-button")).toBeVisible({ visible: hasDrawer });
    await expect(visit.at("assets-menu")).toBeVisible({ visible: !hasDrawer });
    await expect(visit.at("search-button")).toBeVisible({ visible: hasSearch });
  }
  for (const size of [tablet, phone]) {
    await visit.page.setViewportSize(size);
    await expect(visit.page.getByRole("navigation")).toHaveCount(0);
    await expect(visit.at("assets-menu")).toHaveCount(0);
    await visit.at("drawer-button").click();
    const drawer = visit.at("nav-drawer");
    await expect(drawer).toBeVisible();
    // It is moving in: a browser counts its width with the movement.
    expect((await drawer.boundingBox())!.width).toBeCloseTo(320, 2);
    await visit.page.keyboard.press("Escape");
    await expect(drawer).toHaveCount(0);
    await visit.at("account-menu").click();
    await expect(visit.at("user-drawer")).toBeVisible();
    await visit.page.keyboard.press("Escape");
  }
});

test("[S2.77 S4.53] a panel is opened, walked through and left by the keyboard, and the focus returns to its button", async ({
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

test("a panel that is turned away from before it has come stays closed, and opens when it is asked for again", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/spot/BTC_USDT");
  for (const { file, button, opened } of [
    { file: "language-panel", button: visit.at("language-button"), opened: visit.at("language") },
    { file: "select-list", button: visit.at("ticket-unit"), opened: visit.page.getByRole("listbox") },
  ]) {
    const came = Promise.withResolvers<void>();
    await visit.page.route(`**/assets/${file}-*.js`, async (route) => {
      await came.promise;
      await route.continue();
    });
    const coming = visit.page.waitForResponse(`**/assets/${file}-*.js`);
    await button.focus();
    await visit.page.keyboard.press("Enter");
    await visit.page.keyboard.press("Escape");
    came.resolve();
    await (await coming).finished();
    // Anything that was going to open has opened by now.
    await visit.page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 500)));
    await expect(opened).toHaveCount(0);
    await expect(button).toBeFocused();
    await visit.page.keyboard.press("Enter");
    // A key pressed while the focus moves reaches no element.
    await expect.poll(() => opened.evaluate((panel) => panel.contains(document.activeElement))).toBe(true);
    await visit.page.keyboard.press("Escape");
    await expect(opened).toHaveCount(0);
  }
});

test("a list that cannot be fetched is told, and its button tries again", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/spot/BTC_USDT");
  // Toasts are loaded before the connection is cut: afterwards they could not be.
  await visit.call("/content/public/abtest/check-strategy");
  const list = "**/assets/select-list-*.js";
  await visit.page.route(list, (route) => route.abort("connectionrefused"));
  await visit.at("ticket-unit").click();
  await expect(visit.page.getByText("Sorry, a network error occurred. Please try again later.")).toBeVisible();
  await expect(visit.page.getByRole("listbox")).toHaveCount(0);
  await visit.page.unroute(list);
  await visit.at("ticket-unit").click();
  await expect(visit.page.getByRole("listbox")).toBeVisible();
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

test("[S2.86 D.69 D.70 D.71] peer-to-peer stands in the menus only of those whose flag is set, and what is switched off in nobody's", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: { width: 1728, height: 900 } });
  await visit.open("/markets");
  await visit.call("/content/public/whitelist");
  await visit.at("more").click();
  await expect(visit.page.getByRole("dialog").getByRole("link", { name: "VIP programme" })).toBeVisible();
  for (const name of ["P2P", "NFT", "Copy trading"])
    await expect(visit.page.getByRole("link", { name })).toHaveCount(0);
  await visit.close();
  visit = await Visit.begin(browser, { ...inVietnam, viewport: { width: 1728, height: 900 } });
  await visit.open("/markets");
  await expect(visit.page.getByRole("navigation").getByRole("link", { name: "P2P" })).toBeVisible();
});

test("a theme that is chosen in the menu is the theme of every tab", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  const [open, later] = [await visit.another(), await visit.another()];
  await open.open("/markets");
  await expect(open.page.locator("html")).toHaveAttribute("data-theme", "dark");
  await visit.at("account-menu").click();
  await visit.at("theme-toggle").click();
  await expect(visit.page.locator("html")).toHaveAttribute("data-theme", "light");
  await expect(open.page.locator("html")).toHaveAttribute("data-theme", "light");
  await later.open("/markets");
  await expect(later.page.locator("html")).toHaveAttribute("data-theme", "light");
});

test("the palette goes to a market by a few letters", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/markets");
  await mark(visit.page);
  await visit.page.keyboard.press("Control+k");
  await expect(visit.at("palette-input")).toBeFocused();
  await visit.page.keyboard.type("eth/usdt");
  await expect(visit.at("palette").getByRole("option", { name: "ETH/USDT" }).first()).toBeVisible();
  await visit.page.keyboard.press("Enter");
  await visit.arrivesAt("/spot/ETH_USDT");
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

test("[S2.58 S2.59 S2.60] an address without a page says so and leads back to the root", async ({ browser }) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.open("/no/such/page");
  await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText("Oops, page not found!");
  await expect(visit.page.getByText("Sorry, this page was deleted or never existed.")).toBeVisible();
  await expect(visit.page.getByRole("link", { name: "Back to homepage" })).toHaveAttribute("href", "/");
});

test("[S2.24 S2.74 S2.78 S2.101 S2.102 S4.35] the user's menu greets by the nickname and copies the UID; logging out returns to the root, whose bar gets its ground once it is scrolled", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.signIn("bot22");
  await visit.at("account-menu").click();
  await expect(visit.at("account-name")).toHaveText(/^Good (morning|afternoon|evening), bot22$/);
  await expect(visit.at("user").getByText("2022", { exact: true })).toBeVisible();
  await visit.at("user").getByRole("button", { name: "Copy UID" }).click();
  await expect(visit.page.locator("[data-sonner-toast]", { hasText: "Success" })).toBeVisible();
  await visit.at("sign-out").click();
  await expect(visit.at("sign-in")).toBeVisible();
  expect(new URL(visit.page.url()).pathname).toBe("/");
  expect(await visit.kept("user")).toBeNull();
  const bar = visit.page.locator("header").first();
  const nothing = "rgba(0, 0, 0, 0)";
  await expect(bar).toHaveCSS("background-color", nothing);
  await visit.page.mouse.wheel(0, 600);
  await expect(bar).not.toHaveCSS("background-color", nothing);
  expect((await bar.boundingBox())!.y).toBe(0);
});

/** Adds this to the shared config from here on. */
const configured = ({ context }: Visit, change: (config: AppConfig) => object) =>
  context.route("**/configs/exchange.json*", async (route) => {
    const answer = await route.fetch();
    await route.fulfill({ response: answer, json: change((await answer.json()) as AppConfig) });
  });

test("[S2.76 S2.82 S2.83 S2.84 S2.85] name, mark, colours, menus and footer are the config's, and what is still to come says so behind its switch", async ({
  browser,
}) => {
  const entry = (id: string, path: string) => ({ id, path, text: { en_US: `The ${id}` } });
  visit = await Visit.begin(browser, { viewport: { width: 1728, height: 900 }, ...inVietnam });
  await configured(visit, (config) => ({
    ...config,
    switches: { ...config.switches, nft: true, copyTrading: true },
    navbar: {
      ...config.navbar,
      leftMenus: [entry("harbour", "/proof"), ...config.navbar.leftMenus],
      wallet: [{ ...entry("vault", "/personal/assets"), product: 1 }],
      orders: [{ id: "desk", text: { en_US: "The desk" }, entries: [entry("queue", "/personal/orders/open")] }],
      messages: [entry("pilot", "/personal/message/pilot")],
    },
    project: {
      ...config.project,
      name: "Harbour",
      mark: "/coins.svg",
      colours: { dark: { brand: "#ff8800" }, light: {} },
      footer: [{ id: "announcements", entries: [entry("opening", "/announcements/opening")] }],
    },
  }));
  await visit.signIn("bot22");
  await expect(visit.page).toHaveTitle("Markets | Harbour");
  const bar = visit.page.locator("header").first();
  await expect(bar.getByRole("link", { name: "Harbour, to the homepage" }).locator("img")).toHaveAttribute(
    "src",
    "/coins.svg",
  );
  const brand = () => visit.page.evaluate(() => getComputedStyle(document.documentElement).getPropertyValue("--brand"));
  expect(await brand()).toBe("#ff8800");
  await expect(bar.getByRole("link", { name: "The harbour" })).toHaveAttribute("href", "/proof");
  await expect(visit.page.locator("footer").getByRole("link", { name: "The opening" })).toHaveCount(1);
  for (const [button, panel, name, href] of [
    ["assets-menu", "assets", "The vault", "/personal/assets"],
    ["orders-menu", "orders", "The queue", "/personal/orders/open"],
    ["bell-button", "bell", "The pilot", "/personal/message/pilot"],
  ] as const) {
    await visit.at(button).click();
    await expect(visit.at(panel).getByRole("link", { name })).toHaveAttribute("href", href);
    await visit.page.keyboard.press("Escape");
  }
  const showsComingSoon = async (title: string): Promise<void> => {
    await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText(title);
    await expect(visit.page.getByRole("main").getByText("Coming soon", { exact: true })).toBeVisible();
  };
  for (const [name, title] of [
    ["NFT", "NFT"],
    ["Copy trading", "Copy trading"],
  ] as const) {
    await visit.at("more").click();
    await visit.page.getByRole("dialog").getByRole("link", { name }).click();
    await showsComingSoon(title);
  }
  await bar.getByRole("link", { name: "P2P" }).click();
  await showsComingSoon("P2P trading");
});

test("[S2.23 S2.81 S7.57 S7.58 S8.28 S9.27] the app's code is 136 px, leads to /download and changes every three minutes; its file is asked for as android", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: desktop });
  await visit.page.clock.install();
  await visit.open("/markets");
  await visit.at("download-button").click();
  const code = visit.at("download-qr");
  const first = (await code.getAttribute("href"))!;
  expect(new URL(first).pathname).toBe("/download");
  const { width, height } = (await code.locator("svg").boundingBox())!;
  // A panel that has just been positioned may be off by a rounding error.
  for (const side of [width, height]) expect(side).toBeCloseTo(136, 3);
  await visit.page.clock.fastForward(180_000);
  await expect(code).not.toHaveAttribute("href", first);

  const panel = visit.at("download");
  const expectToast = (text: string) =>
    expect(visit.page.locator("[data-sonner-toast]", { hasText: text })).toBeVisible();
  await panel.getByRole("button", { name: "App Store" }).click();
  await expectToast("Coming soon");
  await fetchesTheApp("/content/public/checkVersion");
  await visit.page.route("**/content/public/checkVersion*", (route) =>
    route.fulfill({ json: { code: 50002, message: "The exchange is resting.", data: {} } }),
  );
  await panel.getByRole("button", { name: "Android APK" }).click();
  await expectToast("The exchange is resting.");
  await visit.open(first);
  await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText("The whole terminal, in your pocket.");
});
