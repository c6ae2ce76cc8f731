import { join } from "node:path";
import { expect, type Page, test } from "@playwright/test";
import { type StartedService, startService, throwAwayDatabase } from "@tidemark/kit-testing";
import { consoleRole, ensureConsoleRole, migrateConsole } from "../../../services/console/src/index.ts";
import { migratePlatform } from "../../../services/platform/src/index.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { root } from "../../../tools/dev/processes/root.ts";
import { invitationOf, openOperator, operatorTool } from "../support/operator.ts";

// The console as it runs: its own process, origin and database, the command line that invites, and a browser with an authenticator.
test.describe.configure({ mode: "serial" });

const slowMs = 60_000;
let database: Awaited<ReturnType<typeof throwAwayDatabase>>;
let service: StartedService;
let origin: string;

test.beforeAll(async () => {
  test.setTimeout(300_000);
  database = await throwAwayDatabase();
  await migratePlatform(database.url);
  await ensureConsoleRole(database.url);
  await migrateConsole(database.url);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  const url = new URL(database.url);
  url.username = consoleRole;
  const env = {
    POSTGRES_URLS: url.toString(),
    CONSOLE_PORT: String(port),
    CONSOLE_ORIGIN: origin,
    CONSOLE_WEB_DIRECTORY: process.env.E2E_CONSOLE_WEB!,
  };
  service = await startService(join(root, "services/console/src/main.ts"), env, "console: listening");
});
test.afterAll(async () => {
  await service?.end("SIGTERM");
  await database?.drop();
});

const invite = (name: string, roles: string): string => invitationOf(name, roles, origin, database.url);

const rowsOf = (page: Page, text: string) => page.getByTestId("audit-row").filter({ hasText: text });

test("[D.10] an operator is invited at the command line, makes a passkey, and signs in by it alone", async ({
  browser,
}) => {
  test.setTimeout(300_000);
  const link = invite("olivia", "markets,risk");
  const { context, page, problems } = await openOperator(browser);
  await page.goto(origin);
  await expect(page.getByTestId("sign-in")).toBeVisible({ timeout: slowMs });
  await page.goto(link);
  await page.reload();
  await expect(page.getByText("You are invited as olivia")).toBeVisible({ timeout: slowMs });
  await page.screenshot({ path: test.info().outputPath("invitation-1280.png") });
  await page.getByTestId("accept-invitation").click();
  await expect(page.getByTestId("operator")).toContainText("olivia", { timeout: slowMs });
  expect(page.url()).toBe(`${origin}/audit`);
  await expect(rowsOf(page, "invitation accepted")).toHaveCount(1, { timeout: slowMs });
  await page.getByTestId("sign-out").click();
  await expect(page.getByTestId("sign-in")).toBeVisible({ timeout: slowMs });
  await page.screenshot({ path: test.info().outputPath("sign-in-1280.png") });
  await page.getByTestId("sign-in").click();
  await expect(page.getByTestId("operator")).toContainText("markets, risk", { timeout: slowMs });
  await expect(rowsOf(page, "signed in")).toHaveCount(1, { timeout: slowMs });
  expect(problems).toEqual([]);
  await context.close();
});

test("a second operator reads what the first did; filters, keys, and the state of the chain", async ({ browser }) => {
  test.setTimeout(300_000);
  const link = invite("oscar", "treasury");
  const { context, page, problems } = await openOperator(browser);
  await page.goto(link);
  await page.getByTestId("accept-invitation").click({ timeout: slowMs });
  await expect(rowsOf(page, "oscar").first()).toBeVisible({ timeout: slowMs });
  await expect(page.getByTestId("chain")).toHaveAttribute("data-whole", "true");
  await expect(rowsOf(page, "invited olivia")).toContainText("joined the operators");
  await page.keyboard.press("j");
  await expect(page.getByTestId("audit-row").nth(1)).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("k");
  await expect(page.getByTestId("audit-row").first()).toHaveAttribute("aria-selected", "true");
  await page.keyboard.press("?");
  await expect(page.getByTestId("keys")).toBeVisible();
  await page.keyboard.press("Escape");
  await page.screenshot({ path: test.info().outputPath("audit-1280.png") });
  await page.keyboard.press("/");
  await page.keyboard.type("olivia");
  await expect(rowsOf(page, "oscar")).toHaveCount(0, { timeout: slowMs });
  await expect(rowsOf(page, "olivia").first()).toBeVisible();
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, overflow]).toEqual([width, 0]);
    await page.screenshot({ path: test.info().outputPath(`audit-found-${width}.png`) });
  }
  expect(problems).toEqual([]);
  // The link was good once, and who is dismissed is out at once.
  await page.goto("about:blank");
  await page.goto(link);
  await expect(page.getByTestId("invitation-over")).toBeVisible({ timeout: slowMs });
  operatorTool(["dismiss", "oscar", "--reason", "left the house"], database.url);
  await page.goto(origin);
  await expect(page.getByTestId("sign-in")).toBeVisible({ timeout: slowMs });
  await context.close();
});

test("pages load nothing of others, stand in no frame, and none of a trader's paths is there", async ({ request }) => {
  const headers = (await request.get(origin)).headers();
  expect(headers["x-frame-options"]).toBe("DENY");
  expect(headers["content-security-policy"]).toContain("default-src 'none'; script-src 'self';");
  for (const path of ["/user/userInfo", "/operator/proposals"]) {
    const answer = await request.post(origin + path, { data: {} });
    expect(((await answer.json()) as { code: number }).code).toBe(40400);
  }
});
