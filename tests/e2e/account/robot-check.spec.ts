import { fileURLToPath } from "node:url";
import { type Browser, expect, type Locator, test } from "@playwright/test";
import { sql } from "kysely";
import { openWorld, type World } from "../../../services/platform/testing/world.ts";
import { seedRegistration } from "../../../tools/dev/seed/campaigns.ts";
import { type RobotPeer, startRobotPeer } from "../../peers/robots.ts";
import { newEmail, password, typePassword } from "../support/new-user.ts";
import { Visit } from "../support/visit.ts";

/** The page as `pnpm e2e` has built it. */
const built = process.env.E2E_WEB ?? fileURLToPath(new URL("../../../.run/e2e-web", import.meta.url));
let peer: RobotPeer;
let world: World;
let visit: Visit;

// A platform and a gateway of their own: the config selects the check for all visitors.
test.beforeAll(async () => {
  peer = await startRobotPeer();
  world = await openWorld({
    platform: { SIGN_IN_NEW_DEVICE: "notice", ...peer.platformEnv },
    gateway: { WEB_DIRECTORY: built, ...peer.gatewayEnv },
  });
  // Only a running campaign has an offer for new users.
  await seedRegistration(world.database.url);
});
test.afterAll(async () => {
  // Started processes are stopped even if the rest failed to start.
  await Promise.all([world?.close(), peer?.stop()]);
});
test.afterEach(() => visit.close());

/** The operator's robot-check settings, merged over the config. */
async function setCommonConfig(common: Readonly<Record<string, string>>): Promise<void> {
  await sql`
    update content.configs set version = version + 1,
      body = jsonb_set(body, '{settings,common}', body->'settings'->'common' || ${JSON.stringify(common)}::jsonb)
    where name = 'exchange'`.execute(world.owner.db);
}

const begin = (browser: Browser, locale = "en-US"): Promise<Visit> =>
  Visit.begin(browser, { baseURL: world.url, locale });
const slider = (): Locator => visit.page.getByRole("button", { name: "Slide to verify" });
const codePath = "/user/code/send";

async function fillIn(email: string): Promise<void> {
  await visit.at("register-id").fill(email);
  await typePassword(visit, password);
  await visit.at("register-terms").check({ force: true });
}

/** Whether a script from this URL would run in the current document. */
const runs = (src: string): Promise<boolean> =>
  visit.page.evaluate(
    (address) =>
      new Promise<boolean>((resolve) => {
        const script = Object.assign(document.createElement("script"), { src: address });
        script.addEventListener("load", () => resolve(true));
        script.addEventListener("error", () => resolve(false));
        document.head.append(script);
      }),
    src,
  );
const hasThirdPartyScript = (): Promise<boolean> => visit.page.evaluate(() => "initGeetest4" in globalThis);

test("[S7.72 S7.74] who registers slides where nothing else is said, in his language, and no page behind the door has a stranger's script", async ({
  browser,
}) => {
  await setCommonConfig(peer.common);
  visit = await begin(browser, "de-DE");
  await visit.open("/markets");
  expect(await runs(`${peer.url}/v4/gt4.js`)).toBe(false);
  // From one page of ours to the next by link: sign-in is a document of its own.
  await visit.page.locator('a[href^="/auth/register"]').first().click();
  await visit.arrivesAt(/\/auth\/register\/email/);
  await expect.poll(() => hasThirdPartyScript().catch(() => false)).toBe(true);
  const email = newEmail();
  await fillIn(email);
  await visit.at("register-submit").click();
  await slider().click();
  await visit.at("code-email").waitFor();
  await visit.at("code-email").fill(await world.sink.codeOf(email));
  await expect(visit.at("code-email")).toBeHidden({ timeout: 45_000 });
  await visit.page.waitForURL((url) => !url.pathname.startsWith("/auth/"));
  await expect.poll(() => hasThirdPartyScript().catch(() => true)).toBe(false);
  await visit.stands();
  // A new user is welcomed after the reload too, and only once.
  await visit.at("offer-later").click();
  await visit.reload();
  await expect(visit.at("offer-later")).toBeHidden();
  expect((await visit.page.context().cookies()).map(({ name }) => name)).toContain("tm-session");
  expect([await peer.seen("geetest"), await peer.seen("validate")]).toEqual([["deu"], ["success"]]);
});

test("[S7.73 S3.21] reCAPTCHA gives a token without a word where common.robotVerifyType says so", async ({
  browser,
}) => {
  await setCommonConfig({ ...peer.common, robotVerifyType: "recaptcha" });
  visit = await begin(browser, "fa-IR");
  await visit.open("/auth/forgot");
  await visit.page.waitForFunction(() => "grecaptcha" in globalThis);
  await visit.at("forgot-id").fill("somebody@example.com");
  await visit.at("forgot-submit").click();
  await visit.arrivesAt(/\/auth\/reset/);
  const { request } = await visit.call(codePath);
  expect(request.postDataJSON()).toMatchObject({ robot: { kind: "recaptcha", token: expect.any(String) } });
  expect([await peer.seen("recaptcha"), await peer.seen("siteverify")]).toEqual([["fa"], ["success"]]);
});

test("[S8.17] while the script is on its way the reader is told to wait; who closes the check is told that it was not run", async ({
  browser,
}) => {
  await setCommonConfig({ ...peer.common, robotVerifyType: "geetest" });
  visit = await begin(browser, "it-IT");
  let release = (): void => undefined;
  const comes = new Promise<void>((resolve) => (release = resolve));
  await visit.page.route("**/v4/gt4.js", async (route) => {
    await comes;
    await route.continue();
  });
  await visit.page.goto("/auth/register/email", { waitUntil: "commit" });
  await visit.stands();
  await fillIn(newEmail());
  await visit.at("register-submit").click();
  await expect(visit.page.getByText("Attendi il caricamento")).toBeVisible();
  expect(visit.callsOf(codePath)).toHaveLength(0);
  release();
  await expect.poll(hasThirdPartyScript).toBe(true);
  await visit.at("register-submit").click();
  await expect(visit.page.locator(".geetest_box")).toHaveAttribute("lang", "eng");
  await visit.page.getByRole("button", { name: "Close" }).click();
  await expect(slider()).toBeHidden();
  await expect(visit.page.getByText("Non è stato possibile eseguire la verifica anti-robot. Riprova.")).toBeVisible();
  expect(visit.callsOf(codePath)).toHaveLength(0);
  await visit.at("register-submit").click();
  await slider().click();
  await visit.call(codePath);
  await expect(visit.at("code-email")).toBeVisible();
});
