import { expect, test } from "@playwright/test";
import pg from "pg";
import { openCopySite } from "../peers/copy-site.ts";
import { officialApiOrigin, officialOrigin, strangeOrigin } from "./browser.ts";
import { developmentPassword } from "../../tools/dev/trader.ts";
import { Visit } from "./visit.ts";

const gateway = process.env.E2E_URL!;
const official = "https://www.tidemark.example/";
const sites = [
  { prefix: "", siteId: "MAIN", appId: "web-main", tag: "en-US" },
  { prefix: "/kr", siteId: "KO", appId: "web-ko", tag: "en-US" },
  { prefix: "/vn", siteId: "VN", appId: "web-vn", tag: "vi-VN" },
  { prefix: "/br", siteId: "BR", appId: "web-br", tag: "pt-BR" },
] as const;
const configPath = (name: string): string => `/configs/${name}.json`;
const datetimePath = "/market/v3/current/datetime";
/** Addresses as a proxy in front of the gateway would tell them. */
const from = (ip: string) => ({ extraHTTPHeaders: { "x-forwarded-for": ip } });
const addresses = { korea: "168.126.63.1", unitedStates: "8.8.8.8" } as const;

let database: pg.Client;
let visit: Visit;

test.beforeAll(async () => {
  database = new pg.Client({ connectionString: process.env.E2E_DATABASE! });
  await database.connect();
});
test.afterAll(() => database.end());
test.afterEach(() => visit.close());

/** The official website, for those who are sent there. */
async function openOfficialSite({ context }: Visit): Promise<void> {
  await context.route(`${official}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Official</h1>" }),
  );
}

/** From here on nobody answers this page's calls, though its files still come. */
async function cutOff({ page }: Visit): Promise<void> {
  await page.route(/\/(configs|market|content|user)\//, (route) => route.abort("connectionrefused"));
}

test.describe("a page", () => {
  test("is not initialised, initialising, initialised, and asks for time and config before anything else", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.page.addInitScript(() => {
      const states: string[] = [];
      Object.assign(globalThis, { states });
      const note = (): void => {
        const state = document.documentElement?.dataset.lifecycle;
        if (state !== undefined && states.at(-1) !== state) states.push(state);
      };
      new MutationObserver(note).observe(document, { subtree: true, childList: true, attributes: true });
      const opened: (string | undefined)[] = [];
      Object.assign(globalThis, {
        opened,
        WebSocket: class extends WebSocket {
          constructor(url: string) {
            opened.push(document.documentElement.dataset.lifecycle);
            super(url);
          }
        },
      });
    });
    await visit.open("/markets");
    await visit.call("/content/public/abtest/check-strategy");
    expect(await visit.page.evaluate(() => (globalThis as unknown as { states: string[] }).states)).toEqual([
      "0",
      "1",
      "2",
    ]);
    // The connection is begun when the page has started, and not before it knows whom to ask.
    expect(await visit.page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual(["2"]);
    const paths = visit.sent.map(({ path }) => path);
    expect(paths[0]).toBe(datetimePath);
    expect(paths.slice(1, 3).toSorted()).toEqual([configPath("exchange"), configPath("web-main")]);
    expect(paths.slice(3)).not.toContain(datetimePath);
  });

  test("on the official website asks the host beside it, a. in place of www., by calls and by its connection", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    const connection = visit.page.waitForEvent("websocket");
    await visit.open(`${officialOrigin}/markets`);
    await visit.call("/content/public/whitelist");
    expect(visit.sent.length).toBeGreaterThan(3);
    expect([...new Set(visit.sent.map(({ host }) => host))]).toEqual([new URL(officialApiOrigin).host]);
    expect((await connection).url()).toBe(`${officialApiOrigin.replace("http", "ws")}/ws`);
  });

  test("on each of the four sites has that site's config, language and header, and its links stay there", async ({
    browser,
  }) => {
    for (const { prefix, siteId, appId, tag } of sites) {
      // A browser that asks for none of our languages is spoken to in the site's own; Korean has a condition of its own.
      visit = await Visit.begin(browser, { locale: "nl-NL" });
      await visit.open(`${prefix}/markets`);
      await visit.speaks(tag);
      await visit.call("/content/public/abtest/check-strategy");
      expect(visit.sent.filter(({ path }) => path.startsWith("/configs/")).map(({ path }) => path)).toEqual([
        configPath("exchange"),
        configPath(appId),
      ]);
      for (const { path, request } of visit.sent) expect([path, request.headers().site]).toEqual([path, siteId]);
      const links = await visit.page
        .locator('header a[href^="/"]')
        .evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
      expect(links.length).toBeGreaterThan(0);
      for (const link of links) expect(`${link}/`).toMatch(new RegExp(`^${prefix}/`));
      await visit.close();
    }
  });

  test("speaks English to a browser that asks for Simplified Chinese, on every site", async ({ browser }) => {
    visit = await Visit.begin(browser, { locale: "zh-CN" });
    for (const { prefix } of sites) {
      await visit.open(`${prefix}/markets`);
      await visit.speaks("en-US");
    }
  });

  test("remembers which trials a guest and then a user are part of, and of the user no secret: his session is in a cookie", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.open("/markets");
    const trials = async (path: string) => {
      const { request } = await visit.call(path);
      const { code, data } = (await (await request.response())!.json()) as { code: number; data: object };
      expect(code).toBe(200);
      expect(Object.keys(data)).toContain("register-bonus-popup");
      await expect.poll(() => visit.kept("strategies", "sessionStorage")).toEqual(data);
    };
    await trials("/content/public/abtest/check-strategy");
    expect(visit.callsOf("/content/user/abtest/check-strategy")).toHaveLength(0);
    await visit.signIn("bot19");
    await trials("/content/user/abtest/check-strategy");
    expect(await visit.kept("user")).toMatchObject({ userId: "2019", displayUserId: "2019" });
    const cookies = (await visit.context.cookies()).filter(({ name }) => /^tm-(session|refresh)$/.test(name));
    expect(cookies.map(({ httpOnly }) => httpOnly)).toEqual([true, true]);
    const left = await visit.page.evaluate(() => JSON.stringify([localStorage, sessionStorage, document.cookie]));
    for (const secret of [developmentPassword, ...cookies.map(({ value }) => value)])
      expect(left).not.toContain(secret);
    expect(await visit.kept("site")).toBe("MAIN");
    await visit.open("/vn/markets");
    expect(await visit.kept("site")).toBe("VN");
  });

  test("is laid out by the trading pairs and accounts of the last visit while they are asked for anew", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.signIn("bot19", "/spot/BTC_USDT");
    await visit.page.getByRole("button", { name: "Transfer" }).first().click();
    await expect.poll(() => visit.kept("accounts")).toMatchObject({ userId: "2019" });
    const { list } = (await visit.kept<{ list: { id: number; transferAvailable: number }[] }>("accounts"))!;
    expect(list).toContainEqual({ id: 1, transferAvailable: 3 });
    // From here on the exchange does not answer these two: what was kept is all there is.
    const suspended = list.map((one) => (one.id === 1 ? { ...one, transferAvailable: 0 } : one));
    await visit.page.evaluate((accounts) => {
      const record = JSON.parse(localStorage.getItem("spot.accounts")!) as { data: object };
      localStorage.setItem("spot.accounts", JSON.stringify({ ...record, data: { ...record.data, list: accounts } }));
    }, suspended);
    await visit.page.route(/\/(market\/v2\/directory|asset\/transfer\/info)/, () => undefined);
    await visit.reload();
    await expect(visit.at("ticket-price")).toBeVisible();
    await visit.page.getByRole("button", { name: "Transfer" }).first().click();
    await expect(visit.page.getByText("Wallet: Suspend", { exact: true })).toBeVisible();
    const kept = await visit.page.evaluate(() => localStorage.getItem("spot.tradingPairs")!);
    expect(JSON.parse(kept)).toMatchObject({ version: 1, data: { markets: expect.any(Array) as unknown[] } });
  });

  test("asks for a list anew when its page or its filter changes, and another filter begins at the first page", async ({
    browser,
  }) => {
    const path = "/api/trade-api/order/history";
    visit = await Visit.begin(browser);
    // A trader with many orders.
    await visit.context.route(`**${path}*`, async (route) => {
      const answer = await route.fetch();
      const body = (await answer.json()) as { data: { list: unknown[] } };
      await route.fulfill({ response: answer, json: { ...body, data: { ...body.data, total: 25 } } });
    });
    const warnings: string[] = [];
    visit.page.on("console", (message) => void (message.type() === "warning" && warnings.push(message.text())));
    await visit.signIn("bot18", "/spot/BTC_USDT");
    await visit.page.getByRole("tab", { name: "Order History" }).click();
    const asked = async (count: number) => {
      const { query } = await visit.call(path, count);
      return [query.get("symbol"), query.get("pageNum"), query.get("pageSize")];
    };
    expect(await asked(1)).toEqual([null, "1", "10"]);
    await visit.page.getByRole("button", { name: "Next page" }).click();
    expect(await asked(2)).toEqual([null, "2", "10"]);
    await visit.page.getByRole("checkbox", { name: "Hide other pairs" }).click({ force: true });
    expect(await asked(3)).toEqual(["BTC/USDT", "1", "10"]);
    expect(warnings).toContain("orderHistory: a list without items");
  });
});

test.describe("a language", () => {
  const choose = async (name: string): Promise<void> => {
    await visit.at("language-button").click();
    await visit.at("language").getByRole("button", { name }).click();
  };

  test("is chosen without a reload, remembered for its site alone, and told to the exchange by who is signed in", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.open("/markets");
    await choose("Deutsch");
    await visit.speaks("de-DE");
    await visit.open("/br/markets");
    await visit.speaks("en-US");
    await choose("日本語");
    await visit.speaks("ja-JP");
    expect(await visit.kept("languages")).toEqual({ MAIN: "de_DE", BR: "ja_JP" });
    expect(visit.callsOf("/user/changeLanguage")).toEqual([]);
    await visit.signIn("bot19");
    await visit.speaks("de-DE");
    await choose("Français");
    const { request } = await visit.call("/user/changeLanguage");
    expect(request.postData()).toContain("fr_FR");
    expect(await (await request.response())!.json()).toMatchObject({ code: 200 });
  });

  test("is each of the thirteen, and the page says its words", async ({ browser }) => {
    visit = await Visit.begin(browser, from(addresses.korea));
    await visit.open("/markets");
    for (const [tag, name, logIn] of [
      ["de-DE", "Deutsch", "Anmelden"],
      ["es-ES", "Español", "Iniciar sesión"],
      ["fa-IR", "فارسی", "ورود"],
      ["fr-FR", "Français", "Se connecter"],
      ["it-IT", "Italiano", "Accedi"],
      ["ja-JP", "日本語", "ログイン"],
      ["ko-KR", "한국어", "로그인"],
      ["pt-BR", "Português", "Entrar"],
      ["ru-RU", "Русский", "Войти"],
      ["tr-TR", "Türkçe", "Giriş Yap"],
      ["vi-VN", "Tiếng Việt", "Đăng nhập"],
      ["zh-TW", "繁體中文", "登入"],
      ["en-US", "English", "Log In"],
    ] as const) {
      await visit.page.locator("footer").getByRole("button", { name }).click();
      await visit.speaks(tag);
      await expect(visit.at("sign-in")).toHaveText(logIn);
      await expect(visit.page.locator("html")).toHaveAttribute("dir", tag === "fa-IR" ? "rtl" : "ltr");
    }
  });

  test("that is Korean, and its currency, are for those whose flag is set, by name or by their country", async ({
    browser,
  }) => {
    const offers = async (is: boolean): Promise<void> => {
      await visit.speaks(is ? "ko-KR" : "en-US");
      await visit.at("language-button").click();
      const panel = visit.at("language");
      await expect(panel.getByRole("button", { name: "English" })).toBeVisible();
      await expect(panel.getByRole("button", { name: "한국어" })).toHaveCount(is ? 1 : 0);
      await expect(panel.getByRole("button", { name: "KRW" })).toHaveCount(is ? 1 : 0);
      await visit.page.keyboard.press("Escape");
    };
    await database.query("delete from content.user_flags where uid = 2020");
    visit = await Visit.begin(browser, { locale: "ko-KR" });
    await visit.signIn("bot20", "/kr/markets");
    await visit.reload();
    await offers(false);
    await database.query("insert into content.user_flags (uid, flag, is_on) values (2020, 'koreanWhite', true)");
    await visit.reload();
    await offers(true);
    await expect
      .poll(() => visit.kept("user"))
      .toMatchObject({ userAct: { p2p: false, kycWhite: false, ko_KR: true } });
    await visit.close();
    visit = await Visit.begin(browser, { locale: "ko-KR", ...from(addresses.korea) });
    await visit.open("/kr/markets");
    await offers(true);
  });
});

test.describe("a copy of the site", () => {
  test("that has no config says that it is not official, and leaves for the official website by itself", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await openOfficialSite(visit);
    await visit.page.clock.install();
    await visit.page.goto(`${strangeOrigin}/markets`);
    await visit.hasState(9);
    const alert = visit.at("phishing");
    await expect(alert).toContainText("This is not the official website");
    await expect(alert).toContainText("www.tidemark.example");
    await visit.page.clock.fastForward(6_000);
    await visit.page.waitForURL(official);
  });

  test("that hands everything on shows the operator's tip in the reader's language, and the way to the official website", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser, { locale: "de-DE" });
    await openOfficialSite(visit);
    await openCopySite(visit.context, "tidemark-copy.example", gateway);
    await visit.page.goto("http://www.tidemark-copy.example/markets");
    await visit.hasState(9);
    const alert = visit.at("phishing");
    await expect(alert).toContainText(
      "Dies ist keine offizielle Website. Ihr Konto und Ihr Guthaben könnten in Gefahr",
    );
    await alert.getByRole("link").click();
    await visit.page.waitForURL(official);
  });

  for (const [what, answer] of [
    ["is not found", { status: 404, json: { code: 40400, message: "Not found.", data: {} } }],
    ["lacks a field", { json: { version: 1, siteId: "MAIN", appId: "web-main", website: null } }],
    ["is of another site", { json: { version: 1, siteId: "BR", appId: "web-br" } }],
    ["is a page", { contentType: "text/html", body: "<!doctype html><title>Oops</title>" }],
  ] as const)
    test(`is what a page is whose config ${what}`, async ({ browser }) => {
      visit = await Visit.begin(browser);
      await visit.page.route(`**${configPath("web-main")}*`, (route) => route.fulfill(answer));
      await visit.page.goto("/markets");
      await visit.hasState(9);
      await expect(visit.at("phishing")).toContainText("This is not the official website");
    });
});

test.describe("a network that is down", () => {
  test("is told on a host of ours, and the page starts as soon as somebody answers again", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await cutOff(visit);
    await visit.page.goto("/markets");
    await visit.hasState(9);
    await expect(visit.page.getByText("The exchange cannot be reached.")).toBeVisible();
    expect(visit.callsOf(configPath("exchange"))).toHaveLength(3);
    await visit.page.unrouteAll();
    await visit.page.getByRole("button", { name: "Try again" }).click();
    await visit.hasState(2);
  });

  test("is bridged by the config of the last visit, but never by that of another site", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await visit.open("/vn/markets");
    await cutOff(visit);
    await visit.reload();
    expect(visit.callsOf(configPath("web-vn")).at(-1)!.query.get("v")).toMatch(/^\d+$/);
    await visit.page.goto("/br/markets");
    await visit.hasState(9);
  });
});

test.describe("a region in which the product is not offered", () => {
  test("is sent to the denied page, which does not send on", async ({ browser }) => {
    visit = await Visit.begin(browser, from(addresses.unitedStates));
    const documents: string[] = [];
    visit.page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await visit.page.goto("/vn/markets");
    await visit.page.waitForURL("**/vn/denied_current_pc/");
    await visit.hasState(2);
    const { request } = await visit.call(datetimePath, 2);
    expect(await (await request.response())!.json()).toMatchObject({ code: 1405 });
    expect(documents).toEqual(["/vn/markets", "/vn/denied_current_pc/"]);
  });
});

test.describe("inside another site's frame", () => {
  const stranger = "http://stranger.example/";
  /** A stranger's page with ours in a frame, `may` saying what the frame is allowed. */
  const frameTheExchange = ({ context }: Visit, may = "") =>
    context.route(`${stranger}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe ${may} src="${gateway}/markets"></iframe>` }),
    );
  /** As if somebody on the way had taken out what forbids frames. */
  const stripAnswers = ({ context }: Visit) =>
    context.route(`${gateway}/markets`, async (route) => {
      const answer = await route.fetch();
      const { "x-frame-options": _options, "content-security-policy": _policy, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });

  test("nothing of ours is shown: the answers themselves forbid it", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await frameTheExchange(visit);
    await visit.page.goto(stranger);
    await expect.poll(() => visit.page.frames()[1]!.url()).toMatch(/^chrome-error:/);
    expect(visit.sent).toEqual([]);
  });

  test("a page that is shown all the same sends the top window to its own address", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await frameTheExchange(visit, 'sandbox="allow-scripts allow-same-origin allow-top-navigation"');
    await stripAnswers(visit);
    await visit.page.goto(stranger);
    await visit.page.waitForURL(`${gateway}/markets`);
    await visit.hasState(2);
  });

  test("and where the browser forbids that, it is blank and has asked for nothing", async ({ browser }) => {
    visit = await Visit.begin(browser);
    const shown: string[] = [];
    visit.page.on("framenavigated", (frame) => {
      if (frame !== visit.page.mainFrame()) shown.push(frame.url());
    });
    await frameTheExchange(visit);
    await stripAnswers(visit);
    await visit.page.goto(stranger);
    await expect.poll(() => [shown[0], shown.at(-1)]).toEqual([`${gateway}/markets`, "about:blank"]);
    expect(visit.page.url()).toBe(stranger);
    expect(visit.sent).toEqual([]);
  });
});
