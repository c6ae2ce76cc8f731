import { expect, test } from "@playwright/test";
import type { AppConfig } from "@tidemark/contracts";
import { answerTo, clientOf, refreshPath, userInfoPath } from "../support/page-client.ts";
import { Visit } from "../support/visit.ts";

const networkText = "Sorry, a network error occurred. Please try again later.";

let visit: Visit;
test.afterEach(() => visit.close());

/** Signed in, and the bell has asked for what is unread: it would renew an expired session by itself. */
async function signedIn(): Promise<void> {
  await visit.signIn("bot23");
  await (await visit.call("/activities/notify/unread")).request.response();
}

test.describe("a session", () => {
  test("that has expired is renewed once for ten calls that meet it at the same time, and all are answered", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await signedIn();
    const client = await clientOf(visit);
    await visit.context.clearCookies({ name: "tm-session" });
    visit.sent.length = 0;
    const outcomes = await client.evaluate((page) =>
      Promise.all(Array.from({ length: 10 }, () => page.call("userInfo", {}))),
    );
    expect(outcomes.map(({ ok }) => ok)).toEqual(Array.from({ length: 10 }, () => true));
    // The first is signed with the key of the session that is gone; the second, with the device's, is the one that counts.
    const codes = await Promise.all(visit.callsOf(refreshPath).map(async (sent) => (await answerTo(sent)).code));
    expect(codes).toEqual([40300, 200]);
    expect(visit.callsOf(userInfoPath)).toHaveLength(20);
  });

  test("that a busy exchange cannot renew is not over", async ({ browser }) => {
    visit = await Visit.begin(browser);
    await signedIn();
    const client = await clientOf(visit);
    await visit.context.clearCookies({ name: "tm-session" });
    await visit.page.route(`**${refreshPath}*`, (route) =>
      route.fulfill({ json: { code: 50002, message: "The exchange is busy. Please try again.", data: {} } }),
    );
    expect(await client.evaluate((page) => page.call("userInfo", {}))).toMatchObject({ ok: false, code: 10001 });
    expect(await visit.kept("user")).toMatchObject({ userId: "2023" });
    await visit.page.unrouteAll();
    expect(await client.evaluate((page) => page.call("userInfo", {}))).toMatchObject({ ok: true });
  });

  test("[S4.34] that is refused says 'Login has expired', forgets the user and loads the page again after a second", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await signedIn();
    const client = await clientOf(visit);
    await visit.context.clearCookies({ name: /^tm-(session|refresh)$/ });
    const loads: number[] = [];
    visit.page.on("request", (request) => {
      if (request.isNavigationRequest()) loads.push(Date.now());
    });
    await client.evaluate((page) => page.call("userInfo", {}));
    const endedAt = Date.now();
    await expect(visit.page.getByText("Login has expired")).toBeVisible();
    expect(await visit.kept("user")).toBeNull();
    await expect.poll(() => loads.length).toBe(1);
    expect(loads[0]! - endedAt).toBeGreaterThan(800);
    await visit.hasState(2);
    await expect(visit.at("sign-in").first()).toBeVisible();
  });

  test("[S4.39 S6.3 S6.5] that a visitor does not have is asked of him at the login page, with the way back and his query", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.open("/br/markets?campaign=tide");
    await (await clientOf(visit)).evaluate((client) => void client.call("userInfo", {}));
    await visit.arrivesAt(/\/br\/auth\/login/);
    const wanted = { campaign: "tide", backurl: "/br/markets?campaign=tide" };
    expect(Object.fromEntries(new URL(visit.page.url()).searchParams)).toEqual(wanted);
    await visit.page.goto("/kr/personal/security?tab=codes");
    await visit.arrivesAt(/\/kr\/auth\/login/);
    expect(Object.fromEntries(new URL(visit.page.url()).searchParams)).toEqual({
      tab: "codes",
      backurl: "/kr/personal/security?tab=codes",
    });
  });

  test("[S4.36] that cannot be ended says why and goes on; one that can leads to the front page", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await signedIn();
    await visit.page.route("**/user/logout*", (route) => route.abort("connectionrefused"));
    await visit.at("account-menu").click();
    await visit.at("sign-out").click();
    await expect(visit.page.getByText(networkText)).toBeVisible();
    expect(await visit.kept("user")).toMatchObject({ userId: "2023" });
    await visit.page.unrouteAll();
    await visit.at("sign-out").click();
    await expect.poll(() => visit.kept("user")).toBeNull();
    await expect.poll(() => new URL(visit.page.url()).pathname).not.toBe("/markets");
  });

  test("[S4.35] that is ended from the menu or the palette leads to the path that the config gives the entry", async ({
    browser,
  }) => {
    visit = await Visit.begin(browser);
    await visit.context.route("**/configs/exchange.json*", async (route) => {
      const answer = await route.fetch();
      const config = (await answer.json()) as AppConfig;
      const user = config.navbar.user.map((entry) => (entry.id === "log-out" ? { ...entry, path: "/status" } : entry));
      await route.fulfill({ response: answer, json: { ...config, navbar: { ...config.navbar, user } } });
    });
    await signedIn();
    await visit.at("account-menu").click();
    await visit.at("sign-out").click();
    await visit.arrivesAt("/status");
    expect(await visit.kept("user")).toBeNull();
    await signedIn();
    await visit.at("search-button").click();
    await visit.at("palette-input").fill("log out");
    await visit.at("palette").getByRole("option", { name: "Log Out" }).click();
    await visit.arrivesAt("/status");
    expect(await visit.kept("user")).toBeNull();
  });
});
