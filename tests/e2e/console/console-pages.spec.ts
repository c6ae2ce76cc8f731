import { randomUUID } from "node:crypto";
import { expect, type Page, test } from "@playwright/test";
import { jpegOf } from "../../../services/platform/testing/drawn-picture.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { signIn } from "../../../tools/dev/trader.ts";
import { layoutFindings } from "../../../tools/visual/layout.ts";
import { axeViolations } from "../../../tools/visual/pages.ts";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";

// Every page of the console, as its own navigation lists them, with something to show on each.
test.describe.configure({ mode: "serial" });

const origin = process.env.E2E_CONSOLE!;
const arrives = { timeout: 60_000 };
const bot = 10;
const uid = seededUids.firstBot + bot - 1;
const reason = "seen by every operator";
/** A tablet upright and lying, and the width that the console is drawn for. */
const sizes = [
  { width: 820, height: 1180 },
  { width: 1024, height: 768 },
  { width: 1280, height: 800 },
] as const;
let operator: OperatorVisit;

/** What a trader gives operators to do: a name, documents and a question. */
async function submitAll(): Promise<void> {
  const { client } = await signIn(process.env.E2E_URL!, `bot${bot}`, "console-pages");
  const good = (outcome: { readonly ok: boolean }): void => expect(outcome).toMatchObject({ ok: true });
  good(await client.call("changeNickname", { nickName: "Harbour Light" }));
  const data = {
    givenNames: "Ida",
    familyName: "Strand",
    birthDate: "1990-03-04",
    citizenship: "NO",
    street: "Kaigata 3",
    postcode: "5003",
    city: "Bergen",
    country: "NO",
  };
  good(await client.call("savePersonalData", data));
  for (const part of ["front", "selfie"] as const) {
    const file = new File([Uint8Array.from(await jpegOf(bot))], "x.jpg", { type: "image/jpeg" });
    const upload = async () =>
      (await client.call("uploadPicture", { part, documentKind: "passport", documentCountry: "NO", file })).ok;
    // Pictures are decoded and drawn again; a machine that is busy with others may not answer in time.
    await expect.poll(upload, { timeout: 90_000 }).toBe(true);
  }
  good(await client.call("submitVerification", {}));
  const text = "It has been on its way since yesterday. What can I do?";
  const ticket = { requestId: randomUUID(), topic: "WITHDRAWAL", subject: "Withdrawal takes long", text } as const;
  good(await client.call("openTicket", ticket));
}

/** Asked as the operator's own page asks. */
async function ask(page: Page, path: string, body: object): Promise<void> {
  const code = await page.evaluate(
    async ([to, sent]) => {
      const headers = { "content-type": "application/json" };
      const answered = await fetch(to, { method: "POST", headers, body: JSON.stringify(sent) });
      return ((await answered.json()) as { code: number }).code;
    },
    [path, body] as const,
  );
  expect([path, code]).toEqual([path, 200]);
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  operator = await openOperator(browser);
  await submitAll();
});
test.afterAll(() => operator?.context.close());

/** At every size in both themes: nothing sticks out or is cut off, and axe finds nothing. */
async function looksRight(page: Page, name: string): Promise<string[]> {
  const findings: string[] = [];
  for (const { width, height } of sizes)
    for (const theme of ["dark", "light"] as const) {
      await page.setViewportSize({ width, height });
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      // Colours pass over into the other theme.
      await page.evaluate(() => Promise.all(document.getAnimations().map(async (one) => one.finished.catch(() => {}))));
      const look = `${name} ${width} ${theme}`;
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${theme}.png`) });
      for (const { kind, what } of await layoutFindings(page)) findings.push(`${look}: ${kind} ${what}`);
      if (width !== 1024) for (const line of await axeViolations(page)) findings.push(`${look}: ${line}`);
    }
  return findings;
}

test("the sign-in and an invitation look right on a tablet and at 1280 px, in both themes", async () => {
  test.setTimeout(300_000);
  const { page } = operator;
  await page.goto(origin);
  await expect(page.getByTestId("sign-in")).toBeVisible(arrives);
  const findings = await looksRight(page, "sign-in");
  await page.goto(invitationOf("rosa", "all", origin));
  await expect(page.getByTestId("accept-invitation")).toBeVisible(arrives);
  findings.push(...(await looksRight(page, "invitation")));
  await page.getByTestId("accept-invitation").click();
  await expect(page.getByTestId("operator")).toContainText("rosa", arrives);
  expect(findings).toEqual([]);
});

test("[D.10] every page of the console looks right on a tablet and at 1280 px, in both themes: axe has no finding and nothing sticks out", async () => {
  test.setTimeout(1_200_000);
  const { page, problems } = operator;
  const text = { lang: "en_US", title: "Maintenance on Sunday", summary: "An hour", body: "Trading pauses at 04:00." };
  await ask(page, "/console/article/save", { slug: "console-pages", kind: "ANNOUNCEMENT", text });
  await ask(page, "/console/propose/set-trading-stop", { uid, stopped: false, requestId: "pages", reason });
  const flag = { kind: "countryFlag", country: "NO", flag: "kycWhite", isOn: true };
  await ask(page, "/console/content/change", { change: flag, reason });
  const links = page.getByRole("navigation").getByRole("link");
  const paths = await links.evaluateAll((all) => all.map((link) => link.getAttribute("href")!));
  expect(paths.length).toBeGreaterThanOrEqual(15);
  const findings: string[] = [];
  for (const path of paths) {
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(origin + path);
    await expect(page.getByRole("heading", { level: 1 })).not.toBeEmpty(arrives);
    await expect(page.locator("main .animate-pulse")).toHaveCount(0, arrives);
    await expect(page.getByRole("main")).not.toBeEmpty(arrives);
    if (path === "/users") {
      await page.getByTestId("find").fill(String(uid));
      await page.getByTestId("find-button").click();
      await expect(page.getByTestId("account")).toBeVisible(arrives);
    }
    findings.push(...(await looksRight(page, path.slice(1))));
  }
  expect(findings).toEqual([]);
  expect(problems).toEqual([]);
});
