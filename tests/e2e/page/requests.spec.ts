import { expect, test } from "@playwright/test";
import { readProof } from "@tidemark/contracts";
import pg from "pg";
import { answerTo, clientOf, type Envelope, isMarked, refreshPath, userInfoPath } from "../support/page-client.ts";
import { sendsAtOnce } from "../support/sends-at-once.ts";
import { Visit } from "../support/visit.ts";

const timezoneId = "Asia/Tokyo";
const hourMs = 60 * 60 * 1_000;
const fingerprintPath = "/content/public/fingerprint";

let visit: Visit;
test.afterEach(() => visit.close());

test.describe("a request", () => {
  test("[S3.18 S3.19] says in its headers who asks, from where and by what, and carries a proof of its own", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser, { locale: "de-DE", timezoneId });
    await visit.signIn("bot21", "/spot/BTC_USDT");
    await visit.call("/api/trade-api/order/open");
    const fingerprint = await answerTo(await visit.call(fingerprintPath));
    visit.sent.length = 0;
    await visit.reload();
    await visit.call(userInfoPath);
    await visit.call("/api/exchange-account-center-api/asset/balances");
    const device = await visit.kept<{ deviceId: string; uuid: string }>("device");
    expect(device!.deviceId).not.toBe(device!.uuid);
    for (const sent of visit.sent) {
      const headers = await sent.request.allHeaders();
      expect({ path: sent.path, ...headers }).toMatchObject({
        path: sent.path,
        accept: "application/json, text/plain, */*",
        site: "MAIN",
        timezone: timezoneId,
        "client-data": JSON.stringify({ ...device, clientType: 0 }),
        "device-info": JSON.stringify({ language: "de-DE", timezone: timezoneId }),
        "fingerprint-token": fingerprint.data.token,
        "bot-mark": expect.stringMatching(/^1\.[0-9a-f]{32}$/),
        cookie: expect.stringContaining("tm-session="),
      });
      expect(headers.authorization).toBeUndefined();
    }
    expect(visit.callsOf(userInfoPath)[0]!.request.headers().lang).toBe("de_DE");
    const proofs = visit.sent.map(({ query }) => query.get("auth"));
    expect(proofs.every((proof) => readProof(proof) !== undefined)).toBe(true);
    expect(new Set(proofs).size).toBe(proofs.length);
    // The page's routine is WebAssembly, the test's is TypeScript: both marks are the same.
    expect(visit.sent.filter((sent) => !isMarked(sent))).toEqual([]);
  });

  test("[S7.10] is a form unless its call is of JSON, and says which origin it comes from where it changes something", async ({
    browser,
    baseURL,
  }) => {
    visit = await Visit.begin(browser);
    await visit.signIn("bot21");
    const typeOf = async (path: string) => {
      const headers = await (await visit.call(path)).request.allHeaders();
      expect(headers.origin).toBe(baseURL);
      return headers["content-type"];
    };
    expect(await typeOf(fingerprintPath)).toMatch(/^multipart\/form-data; boundary=/);
    await (await clientOf(visit)).evaluate((client) => client.renew());
    expect(await typeOf(refreshPath)).toBe("application/json");
  });

  test("that is sent a second time, or without its proof, is refused with 40300", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await visit.signIn("bot21");
    await visit.reload();
    const { request } = await visit.call(userInfoPath);
    expect(await (await request.response())!.json()).toMatchObject({ code: 200 });
    const again = async (address: string): Promise<Envelope> => {
      const headers = { "client-data": request.headers()["client-data"]! };
      return (await (await visit.context.request.get(address, { headers })).json()) as Envelope;
    };
    expect(await again(request.url())).toMatchObject({ code: 40300, data: { problem: "used" } });
    expect(await again(request.url().split("?")[0]!)).toMatchObject({ code: 40300, data: { problem: "missing" } });
    expect(await again(request.url().replace(/auth=\d/, "auth=2"))).toMatchObject({ code: 40300 });
  });

  test("of a device whose clock is three hours wrong carries the exchange's time, and is answered", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.page.clock.install({ time: Date.now() + 3 * hourMs });
    await visit.signIn("bot21");
    const signedIn = visit.callsOf("/user/login").at(-1)!;
    expect(await answerTo(signedIn)).toMatchObject({ code: 200 });
    expect(Math.abs(readProof(signedIn.query.get("auth"))!.time - Date.now())).toBeLessThan(60_000);
    visit.sent.length = 0;
    const outcome = await (await clientOf(visit)).evaluate((client) => client.call("userInfo", {}));
    expect([outcome.ok, visit.callsOf(userInfoPath).length]).toEqual([true, 1]);
  });

  test("is told to the log with path, time, result and code, and with a blank body where it is private", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.signIn("bot22", "/spot/BTC_USDT");
    await visit.call("/market/v2/depth");
    await visit.call("/content/user/abtest/check-strategy");
    const device = await visit.kept<{ deviceId: string }>("device");
    // Leaving the page sends the collected lines.
    await visit.page.goto("about:blank");
    const database = new pg.Client({ connectionString: process.env.E2E_DATABASE! });
    await database.connect();
    const line = async (path: string) =>
      (
        await database.query<{ result: string; code: number; ms: number; body: string; site: string; uid: string }>(
          "select result, code, ms, body, site, uid from content.request_log where device_id = $1 and path = $2",
          [device!.deviceId, path],
        )
      ).rows[0];
    try {
      await expect
        .poll(() => line("/user/login"), { timeout: 15_000 })
        .toMatchObject({
          result: "success",
          code: 200,
          body: "",
          site: "MAIN",
          uid: "2022",
        });
      expect((await line("/user/login"))!.ms).toBeGreaterThan(0);
      expect((await line("/market/v2/depth"))!.body).toContain("BTC/USDT");
    } finally {
      await database.end();
    }
  });
});

test.describe("a refusal", () => {
  test("is told in a toast for three seconds, and never more than two at once", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await visit.page.addInitScript(() => {
      const lives: number[] = [];
      let most = 0;
      const born = new Map<Element, number>();
      Object.assign(globalThis, { toasts: () => ({ lives, most }) });
      const look = (): void => {
        const toasts = document.querySelectorAll<HTMLElement>("[data-sonner-toast]");
        const shown = new Set([...toasts].filter(({ dataset }) => dataset.removed === "false"));
        most = Math.max(most, [...shown].filter(({ dataset }) => dataset.visible === "true").length);
        for (const toast of shown) if (!born.has(toast)) born.set(toast, performance.now());
        for (const [toast, at] of born)
          if (!shown.has(toast as HTMLElement)) {
            lives.push(performance.now() - at);
            born.delete(toast);
          }
      };
      new MutationObserver(look).observe(document, { subtree: true, childList: true, attributes: true });
    });
    await sendsAtOnce(visit.page);
    await visit.signIn("carol", "/spot/BTC_USDT");
    await visit.call("/api/exchange-account-center-api/asset/balances");
    await visit.at("ticket-price").fill("104310");
    for (const size of ["0.00001", "0.00002", "0.00003"]) {
      await visit.at("ticket-size").fill(size);
      await visit.at("buy-button").click();
      await expect(
        visit.page.getByText(/^The order is too small: it is worth [\d.]+ USDT, at least [\d.]+ USDT is required\.$/),
      ).not.toHaveCount(0);
    }
    type Toasts = { toasts(): { lives: number[]; most: number } };
    const shownToasts = () => visit.page.evaluate(() => (globalThis as unknown as Toasts).toasts());
    await expect.poll(async () => (await shownToasts()).lives.length, { timeout: 15_000 }).toBe(3);
    const { lives, most } = await shownToasts();
    expect(most).toBe(2);
    for (const life of lives) expect(life).toBeGreaterThan(2_900);
    expect(Math.min(...lives)).toBeLessThan(4_500);
  });
});

test.describe("the fingerprint token", () => {
  test("[S3.22] has forty characters, goes with every later request and is renewed when it is four hours old", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.page.clock.install();
    await visit.open("/markets");
    const { data } = await answerTo(await visit.call(fingerprintPath));
    expect(data.token).toMatch(/^[0-9a-f]{40}$/);
    await expect.poll(() => visit.kept("fingerprint")).toMatchObject({ web: data.token });
    // Three hours later the page is loaded again: the token's age does not depend on the page.
    await visit.page.clock.fastForward(3 * hourMs);
    await visit.reload();
    await visit.call("/content/public/whitelist", 2);
    expect(visit.sent.at(-1)!.request.headers()["fingerprint-token"]).toBe(data.token);
    expect(visit.callsOf(fingerprintPath)).toHaveLength(1);
    await visit.page.clock.fastForward(hourMs + 5 * 60_000);
    // Two tokens of the same second are equal: they are distinguished by when they were taken.
    const takenAt = async () => (await visit.kept<{ at: number }>("fingerprint"))!.at;
    const now = await visit.page.evaluate(() => Date.now());
    await expect.poll(takenAt, { timeout: 20_000 }).toBeGreaterThan(now - hourMs);
    expect(visit.callsOf(fingerprintPath)).toHaveLength(2);
  });
});
