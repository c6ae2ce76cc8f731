import { expect, type Page, test } from "@playwright/test";
import { jpegOf } from "../../../services/platform/testing/drawn-picture.ts";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";
import { clientOf } from "../support/page-client.ts";
import { Visit } from "../support/visit.ts";

// A trader and an operator, each in a browser of their own: what one submits the other decides about.
test.describe.configure({ mode: "serial" });
test.setTimeout(300_000);

const origin = process.env.E2E_CONSOLE!;
const arrives = { timeout: 45_000 };
let trader: Visit;
let uid: string;
let operator: OperatorVisit;

test.beforeAll(async ({ browser }) => {
  trader = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await trader.signIn("bot15");
  uid = await (
    await clientOf(trader)
  ).evaluate(async (own) => {
    const outcome = await own.call("userInfo", {});
    return outcome.ok ? outcome.value.userId : "";
  });
  operator = await openOperator(browser);
  await operator.page.goto(invitationOf("ines", "support", origin));
  await operator.page.getByTestId("accept-invitation").click(arrives);
  await expect(operator.page.getByTestId("operator")).toContainText("ines", arrives);
});
test.afterAll(async () => {
  await trader.context.close();
  await operator.context.close();
});

async function submitNickname(nickname: string): Promise<void> {
  await trader.open("/personal/settings/profile");
  await trader.at("profile-nickname-edit").click();
  await trader.at("nickname-text").fill(nickname);
  await trader.at("nickname-submit").click();
  await expect(trader.at("nickname")).toHaveCount(0);
}
const rowOf = (page: Page, nickname: string) => page.getByTestId("nickname-row").filter({ hasText: nickname });

test("an operator refuses a nickname by keyboard and accepts another; the trader's bell and page say so", async () => {
  const { page } = operator;
  await submitNickname("tide pool");
  await page.goto(`${origin}/nicknames`);
  await expect(rowOf(page, "tide pool")).toContainText("tldepool", arrives);
  await page.screenshot({ path: test.info().outputPath("nicknames-1280.png") });
  // Other tests have names in the queue as well.
  await rowOf(page, "tide pool").click();
  await page.keyboard.press("r");
  await expect(page.getByTestId("reasons")).toBeVisible();
  await page.keyboard.press("3");
  await expect(rowOf(page, "tide pool")).toHaveCount(0, arrives);
  await trader.at("bell-button").click();
  await expect(trader.at("bell")).toContainText("tide pool", arrives);
  await submitNickname("high water");
  await rowOf(page, "high water").click(arrives);
  await page.keyboard.press("a");
  await expect(rowOf(page, "high water")).toHaveCount(0, arrives);
  await trader.open("/personal/settings/profile");
  await expect(trader.at("profile-name")).toHaveText("high water", arrives);
});

/** Everything that a verification takes, sent by the trader's own page. */
async function submitDocuments(parts: readonly ("front" | "selfie")[]): Promise<void> {
  const client = await clientOf(trader);
  for (const [place, part] of parts.entries()) {
    const bytes = [...(await jpegOf(place + 1))];
    const upload = () =>
      client.evaluate(
        async (own, [name, content]) => {
          const outcome = await own.call("uploadPicture", {
            part: name,
            documentKind: "passport",
            documentCountry: "NO",
            file: new File([Uint8Array.from(content)], "x.jpg", { type: "image/jpeg" }),
          });
          return outcome.ok ? "stored" : `${outcome.code} ${outcome.message}`;
        },
        [part, bytes] as const,
      );
    // Pictures are decoded and drawn again; a machine that is busy with others may not answer in time.
    await expect.poll(upload, { timeout: 90_000 }).toBe("stored");
  }
  expect(await client.evaluate((own) => own.call("submitVerification", {}))).toMatchObject({ ok: true });
}
const caseRow = (page: Page) => page.getByTestId("verification-row").filter({ hasText: uid });

/** What the trader's own page says, which stands open all the time. */
const verificationPage = "/personal/settings/profile?part=verification";
const status = () => trader.at("kyc-status");

async function openCase(page: Page): Promise<void> {
  await caseRow(page).click(arrives);
  await page.keyboard.press("v");
  await expect(page.getByTestId("personal-data")).toContainText("Strand", arrives);
}
async function refuse(page: Page, reason: string): Promise<void> {
  await page.getByTestId("refuse").click();
  await page.getByTestId(`reason-${reason}`).click();
  await expect(caseRow(page)).toHaveCount(0, arrives);
  await expect(trader.at("kyc-refused")).toHaveAttribute("data-reason", reason, arrives);
  await expect(status()).toHaveText("Failed");
}
async function sendAgain(part: "front" | "selfie"): Promise<void> {
  await submitDocuments([part]);
  await expect(trader.at("kyc-pending")).toHaveAttribute("data-state", "IN_REVIEW", arrives);
}

test("[S1.82 S4.17] documents stay hidden until they are opened; two refusals name their reasons, the next try is approved, and the trader's page follows without a reload", async () => {
  const { page, problems } = operator;
  await trader.open(verificationPage);
  await expect(status()).toHaveText("Unverified", arrives);
  await trader.page.evaluate(() => document.documentElement.setAttribute("data-never-reloaded", ""));
  const client = await clientOf(trader);
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
  expect(await client.evaluate((own, typed) => own.call("savePersonalData", typed), data)).toMatchObject({ ok: true });
  await submitDocuments(["front", "selfie"]);
  await expect(trader.at("kyc-pending")).toHaveAttribute("data-state", "IN_REVIEW", arrives);
  await page.goto(`${origin}/identity`);
  await caseRow(page).click(arrives);
  await expect(page.getByTestId("approve")).toBeDisabled();
  await expect(page.getByText("Strand")).toHaveCount(0);
  await openCase(page);
  const picture = page.getByTestId("picture-front").locator("img");
  await expect
    .poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth), arrives)
    .toBeGreaterThan(400);
  for (const width of [1024, 1280, 1440]) {
    await page.setViewportSize({ width, height: 800 });
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    expect([width, overflow]).toEqual([width, 0]);
    await page.screenshot({ path: test.info().outputPath(`identity-${width}.png`) });
  }
  await refuse(page, "SELFIE_UNCLEAR");
  await expect(trader.at("kyc-tries")).toHaveText("Try 1 of 5. Reason code SELFIE_UNCLEAR.");
  await sendAgain("selfie");
  await openCase(page);
  await refuse(page, "FRONT_UNREADABLE");
  await expect(trader.at("kyc-tries")).toHaveText("Try 2 of 5. Reason code FRONT_UNREADABLE.");
  await expect(trader.at("kyc-part-selfie")).toContainText("Accepted");
  await sendAgain("front");
  await openCase(page);
  await page.keyboard.press("a");
  await expect(caseRow(page)).toHaveCount(0, arrives);
  await expect(status()).toHaveText("Verified", arrives);
  await expect(trader.at("kyc-level").nth(1)).toHaveAttribute("aria-current", "true", arrives);
  await expect(trader.page.locator("html")).toHaveAttribute("data-never-reloaded", "");
  await page.goto(`${origin}/audit`);
  await expect(page.getByTestId("audit-row").filter({ hasText: "verification viewed" }).first()).toBeVisible(arrives);
  await expect(page.getByTestId("chain")).toHaveAttribute("data-whole", "true");
  expect(problems).toEqual([]);
});
