import { expect, test } from "@playwright/test";
import { NativeSide } from "../../peers/native-side.ts";
import { inUnitedStates } from "../support/countries.ts";
import { Visit } from "../support/visit.ts";

const gateway = process.env.E2E_URL!;
const userInfoPath = "/user/userInfo";
const account = { userId: "2024", loginId: "bot24@tidemark.test" };
const fpt = "f".repeat(72);

let visit: Visit;
let app: NativeSide;
test.afterEach(() => visit.close());

/** The app's token of a signed-in user: the value that a page has in an http-only cookie. */
async function tokenOf(name: string): Promise<string> {
  await visit.signIn(name);
  return (await visit.context.cookies()).find((cookie) => cookie.name === "tm-session")!.value;
}

test("[S3.17 S6.6 S6.7 S7.16 S7.80] the app says who is here, whatever the browser remembers, and its token signs every request", async ({
  browser,
}) => {
  visit = await Visit.begin(browser);
  const user = { ...account, token: await tokenOf("bot24") };
  // The browser has stored another user.
  await visit.page.evaluate(() => {
    const record = JSON.parse(localStorage.getItem("spot.user")!) as { data: object };
    localStorage.setItem(
      "spot.user",
      JSON.stringify({ ...record, data: { ...record.data, userId: "1", loginId: "old" } }),
    );
  });
  app = await NativeSide.open(visit.context, gateway, { user, fpt });
  await app.embrace(visit.page);
  visit.sent.length = 0;
  await visit.reload();
  expect(await (await (await visit.call(userInfoPath)).request.response())!.json()).toMatchObject({ code: 200 });
  expect((await app.names())[0]).toBe("user.getUser");
  for (const { path, request } of visit.sent) {
    const { authorization, uid, ...headers } = request.headers();
    expect({ path, authorization, uid }).toEqual({ path, authorization: `Bearer ${user.token}`, uid: user.userId });
    expect(JSON.parse(headers["client-data"]!)).toMatchObject({ clientType: 1 });
  }
  // Nothing of the app's user is stored in the browser, least of all the token.
  const left = await visit.page.evaluate(() => JSON.stringify([localStorage, sessionStorage]));
  expect(left).not.toContain(user.token);
  expect((await visit.kept<{ loginId: string }>("user"))!.loginId).toBe("old");
});

test("[S7.31] inside the app nobody asks for the region, and pages start in every country", async ({ browser }) => {
  visit = await Visit.begin(browser, inUnitedStates);
  app = await NativeSide.open(visit.context, gateway, { fpt });
  await app.embrace(visit.page);
  await visit.open("/markets");
  await visit.call("/content/public/whitelist");
  // The same path is called later for the proof key: only calls before the start count.
  const lastConfig = visit.sent.findLastIndex(({ path }) => path.startsWith("/configs/"));
  expect(visit.sent.slice(0, lastConfig + 1).map(({ path }) => path)).toEqual([
    "/content/public/getLangList",
    "/configs/exchange.json",
    "/configs/web-main.json",
  ]);
  expect(new URL(visit.page.url()).pathname).toBe("/markets");
});

test("[S3.23 S7.79] the app's fingerprint has seventy-two characters and goes with requests; one of another length does not", async ({
  browser,
}) => {
  visit = await Visit.begin(browser);
  app = await NativeSide.open(visit.context, gateway, { fpt: "f".repeat(40) });
  await app.embrace(visit.page);
  await visit.open("/nft");
  await expect.poll(() => app.names()).toContain("device.getfpt");
  expect(await visit.kept("fingerprint")).toBeUndefined();
  await app.change({ fpt });
  await visit.reload();
  await expect.poll(() => visit.kept("fingerprint")).toMatchObject({ app: fpt, web: "" });
  // Requests sent before the token was known must not be counted with those after it.
  await visit.page.waitForLoadState("networkidle");
  visit.sent.length = 0;
  await visit.reload();
  await visit.call("/content/public/abtest/check-strategy");
  await visit.page.waitForLoadState("networkidle");
  expect(visit.sent.length).toBeGreaterThan(3);
  for (const { path, request } of visit.sent)
    expect([path, request.headers()["fingerprint-token"]]).toEqual([path, fpt]);
  expect(visit.callsOf("/content/public/fingerprint")).toEqual([]);
});

test("[S2.66 S2.67 S7.81] the bar of the app has a title, leaves room for the phone's own bar, and its back icon closes the web view", async ({
  browser,
}) => {
  visit = await Visit.begin(browser, { viewport: { width: 390, height: 844 } });
  app = await NativeSide.open(visit.context, gateway, { fpt });
  await app.embrace(visit.page);
  await visit.open("/markets");
  const bar = visit.at("in-app-bar");
  await expect(bar).toHaveCSS("padding-top", "20px");
  await expect(bar.getByRole("heading")).toHaveText("Markets");
  await visit.open("/markets?statusBarHeight=44");
  await expect(bar).toHaveCSS("padding-top", "44px");
  expect(await app.names()).not.toContain("navigator.closeWebApp");
  await bar.getByRole("button").click();
  await expect.poll(() => app.names()).toContain("navigator.closeWebApp");
});

const getUser = "user.getUser";
for (const [what, warning, manner] of [
  ["says nothing for three seconds", "Bridge 1, Time-out", { raw: { [getUser]: null } }],
  ["is not there", "Bridge 2, Bridge not found", undefined],
  ["finds fault with what it was asked", "Bridge 3, Parameter error", { raw: { [getUser]: '{"error":3}' } }],
  ["answers what is no JSON", "Bridge 4, JSON parse error", { raw: { [getUser]: '{"data":' } }],
  ["has no such function", "Bridge 5, Bridge function not found", { raw: { [getUser]: '{"error":5}' } }],
] as const)
  test(`an app that ${what} has a guest in it, and the page says why on the console`, async ({ browser }) => {
    visit = await Visit.begin(browser, { userAgent: "Mozilla/5.0 (Linux; Android 16) TidemarkApp/1.0.0" });
    if (manner !== undefined) {
      app = await NativeSide.open(visit.context, gateway, { fpt, ...manner });
      await app.embrace(visit.page);
    }
    const warnings: string[] = [];
    visit.page.on("console", (message) => {
      if (message.type() === "warning") warnings.push(message.text());
    });
    await visit.open("/markets");
    await visit.call("/content/public/abtest/check-strategy");
    expect(warnings).toContain(`${warning}: ${getUser}`);
    if (warning !== "Bridge 1, Time-out") return;
    const configs = await visit.page.evaluate(() =>
      performance.getEntriesByType("resource").filter(({ name }) => name.includes("/configs/")),
    );
    for (const { startTime } of configs) expect(startTime).toBeGreaterThan(3_000);
  });

test("[S4.37 S7.78] a session that is refused inside the app is cleared there, the app signs in, and the page begins anew", async ({
  browser,
}) => {
  visit = await Visit.begin(browser);
  const nextUser = { ...account, token: await tokenOf("bot24") };
  const cookies = await visit.context.cookies();
  // A page that stays open without its cookies would renew its session by itself: its bell asks for what is unread.
  await visit.page.goto("about:blank");
  visit.sent.length = 0;
  await visit.context.clearCookies();
  app = await NativeSide.open(visit.context, gateway, { user: { ...account, token: "long-expired" }, fpt });
  await app.embrace(visit.page);
  await visit.open("/nft");
  await expect.poll(() => app.names()).toContain("user.login");
  // Asked for the user, or for a guest where the session was refused before: one of them comes.
  const strategies = () => visit.sent.filter(({ path }) => path.endsWith("/abtest/check-strategy"));
  await expect.poll(() => strategies().length).toBeGreaterThan(0);
  expect((await app.names()).filter((name) => name.startsWith("user."))).toEqual([
    "user.getUser",
    "user.clearUserInfo",
    "user.login",
  ]);
  // The user cancelled: the page stays signed out, and nothing was renewed without the app.
  expect(visit.callsOf("/user/refresh_token")).toEqual([]);
  expect(new URL(visit.page.url()).pathname).toBe("/nft");

  await app.change({ user: { ...account, token: "long-expired" }, nextUser });
  visit.page.on("response", (response) => {
    if (response.url().includes(userInfoPath)) void visit.context.addCookies(cookies);
  });
  visit.sent.length = 0;
  const answered = async () => {
    const last = visit
      .callsOf(userInfoPath)
      .findLast(({ request }) => request.headers().authorization === `Bearer ${nextUser.token}`);
    return ((await (await last?.request.response())?.json()) as { code: number } | undefined)?.code;
  };
  await visit.page.reload();
  await expect.poll(answered).toBe(200);
});
