import { expect, test } from "@playwright/test";
import { openCopySite } from "../../peers/copy-site.ts";
import { officialApiOrigin, officialOrigin, foreignOrigin } from "../support/browser.ts";
import { inUnitedStates } from "../support/countries.ts";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { Visit } from "../support/visit.ts";

const gateway = process.env.E2E_URL!;
const official = "https://www.tidemark.example/";
const configPath = (name: string): string => `/configs/${name}.json`;
const langListPath = "/content/public/getLangList";
const datetimePath = "/market/v3/current/datetime";

let visit: Visit;
test.afterEach(() => visit.close());

/** The official website, as a redirect target. */
async function openOfficialSite({ context }: Visit): Promise<void> {
  await context.route(`${official}**`, (route) =>
    route.fulfill({ contentType: "text/html", body: "<h1>Official</h1>" }),
  );
}

/** From here on this page's calls fail, though its files still load. */
async function cutOff({ page }: Visit): Promise<void> {
  await page.route(/\/(configs|market|content|user)\//, (route) => route.abort("connectionrefused"));
}

test.describe("a page", () => {
  test("is not initialised, initialising, initialised, and asks for time, config and languages before anything else", async ({
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
    // The WebSocket connects after the start, not before the host is known.
    expect(await visit.page.evaluate(() => (globalThis as unknown as { opened: string[] }).opened)).toEqual(["2"]);
    const paths = visit.sent.map(({ path }) => path);
    expect(paths[0]).toBe(datetimePath);
    expect(paths.slice(1, 4).toSorted()).toEqual([configPath("exchange"), configPath("web-main"), langListPath]);
    expect(paths.slice(4)).not.toContain(datetimePath);
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

  test("[S3.7 S3.28 S3.67 S7.35 D.29] remembers which trials a guest and then a user are part of, and of the user no secret: his session is in a cookie", async ({
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

  test("[S3.25 S3.26] is laid out by the trading pairs and accounts of the last visit while they are asked for anew", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.signIn("bot19", "/spot/BTC_USDT");
    await visit.page.getByRole("button", { name: "Transfer" }).first().click();
    await expect.poll(() => visit.kept("accounts")).toMatchObject({ userId: "2019" });
    const { list } = (await visit.kept<{ list: { id: number; transferAvailable: number }[] }>("accounts"))!;
    expect(list).toContainEqual({ id: 1, transferAvailable: 3 });
    // From here on these two calls fail: only the stored config is left.
    const suspended = list.map((one) => (one.id === 1 ? { ...one, transferAvailable: 0 } : one));
    await visit.page.evaluate((accounts) => {
      const record = JSON.parse(localStorage.getItem("spot.accounts")!) as { data: object };
      localStorage.setItem("spot.accounts", JSON.stringify({ ...record, data: { ...record.data, list: accounts } }));
    }, suspended);
    await visit.page.route(/\/(market\/v2\/directory|asset\/transfer\/info)/, () => undefined);
    await visit.reload();
    await expect(visit.at("ticket-price")).toBeVisible();
    await visit.page.getByRole("button", { name: "Transfer" }).first().click();
    await expect(visit.page.getByText("Capital Account: Suspend", { exact: true })).toBeVisible();
    const kept = await visit.page.evaluate(() => localStorage.getItem("spot.tradingPairs")!);
    expect(JSON.parse(kept)).toMatchObject({ version: 1, data: { markets: expect.any(Array) as unknown[] } });
  });

  test("[S7.22] asks for a list anew when its page or its filter changes, and another filter begins at the first page", async ({
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

test.describe("a copy of the site", () => {
  test("[S1.91 S4.5] that has no config says that it is not official, and leaves for the official website by itself", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await openOfficialSite(visit);
    await visit.page.clock.install();
    await visit.page.goto(`${foreignOrigin}/markets`);
    await visit.hasState(9);
    const alert = visit.at("phishing");
    await expect(alert).toContainText("This is not the official website");
    await expect(alert).toContainText("www.tidemark.example");
    await visit.page.clock.fastForward(6_000);
    await visit.arrivesAt(official);
  });

  test("[S2.46] that hands everything on shows the operator's tip in the reader's language, and the way to the official website", async ({
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
    await visit.arrivesAt(official);
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

  test("[S3.27] is bridged by the config of the last visit, but never by that of another site", async ({ browser }) => {
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
  test("[S2.5 S8.7] is sent to the denied page, which does not send on", async ({ browser }) => {
    visit = await Visit.begin(browser, inUnitedStates);
    const documents: string[] = [];
    visit.page.on("request", (request) => {
      if (request.isNavigationRequest()) documents.push(new URL(request.url()).pathname);
    });
    await visit.page.goto("/vn/markets");
    await visit.arrivesAt("/vn/denied_current_pc/");
    await visit.hasState(2);
    const { request } = await visit.call(datetimePath, 2);
    expect(await (await request.response())!.json()).toMatchObject({ code: 1405 });
    expect(documents).toEqual(["/vn/markets", "/vn/denied_current_pc/"]);
  });
});

test.describe("inside another site's frame", () => {
  const foreign = "http://stranger.example/";
  /** A foreign page with ours in a frame; `may` is the frame's sandbox permission. */
  const frameTheExchange = ({ context }: Visit, may = "") =>
    context.route(`${foreign}**`, (route) =>
      route.fulfill({ contentType: "text/html", body: `<iframe ${may} src="${gateway}/markets"></iframe>` }),
    );
  /** As if a proxy had removed the headers that forbid framing. */
  const stripAnswers = ({ context }: Visit) =>
    context.route(`${gateway}/markets`, async (route) => {
      const answer = await route.fetch();
      const { "x-frame-options": _options, "content-security-policy": _policy, ...headers } = answer.headers();
      await route.fulfill({ response: answer, headers });
    });

  test("nothing of ours is shown: the answers themselves forbid it", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await frameTheExchange(visit);
    await visit.page.goto(foreign);
    await expect.poll(() => visit.page.frames()[1]!.url()).toMatch(/^chrome-error:/);
    expect(visit.sent).toEqual([]);
  });

  test("a page that is shown all the same sends the top window to its own address", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await frameTheExchange(visit, 'sandbox="allow-scripts allow-same-origin allow-top-navigation"');
    await stripAnswers(visit);
    await visit.page.goto(foreign);
    await visit.arrivesAt(`${gateway}/markets`);
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
    await visit.page.goto(foreign);
    await expect.poll(() => [shown[0], shown.at(-1)]).toEqual([`${gateway}/markets`, "about:blank"]);
    expect(visit.page.url()).toBe(foreign);
    expect(visit.sent).toEqual([]);
  });
});
