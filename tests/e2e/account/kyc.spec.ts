import { expect, test } from "@playwright/test";
import { drawnPicture, jpegOf } from "../../../services/platform/testing/drawn-picture.ts";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { operatorTool } from "../support/operator.ts";
import { Visit } from "../support/visit.ts";

// One account from its first picture to a level and back: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

/** Pictures are decoded and drawn again, and a provider looks at them; a busy machine takes its time. */
const stored = { timeout: 45_000 };

const number = 18;
const name = `bot${number}`;
const uid = String(seededUids.firstBot + number - 1);
const page = "/personal/settings/profile?part=verification";
let visit: Visit;

test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, {
    locale: "en-US",
    viewport: { width: 1440, height: 900 },
    permissions: ["camera"],
  });
  await visit.signIn(name);
});
test.afterAll(() => visit.context.close());

const fileOf = (buffer: Buffer, file = "card.jpg") => ({ name: file, mimeType: "image/jpeg", buffer });
const choose = async (part: "front" | "back" | "selfie", bytes: Buffer) =>
  visit.at(`kyc-file-${part}`).setInputFiles(fileOf(bytes));
const toNext = () => visit.at("kyc-continue").click();

async function chooseCountry(field: string, country: string): Promise<void> {
  await visit.at(field).click();
  await visit.page.getByRole("searchbox").fill(country);
  await visit.page.getByRole("option", { name: country, exact: true }).click();
}

/** The status beside the title, and the same in the user menu. */
async function isShownAs(label: string): Promise<void> {
  await expect(visit.at("kyc-status")).toHaveText(label, stored);
  await visit.at("account-menu").click();
  await expect(visit.at("user").getByText(label, { exact: true })).toBeVisible();
  await visit.page.keyboard.press("Escape");
}

test("[S1.82 S2.14 S2.106 S4.15] profile and user menu lead to the verification: unverified, with the limit of each level", async () => {
  await visit.open("/personal/settings/profile");
  await visit.at("profile-verify").click();
  await visit.arrivesAt(page);
  await isShownAs("Unverified");
  const levels = visit.at("kyc-level");
  await expect(levels).toHaveCount(3);
  await expect(levels.nth(0)).toHaveAttribute("aria-current", "true");
  await expect(levels.nth(0)).toContainText("You are here");
  for (const [at, limit] of ["0", "20,000", "2,000,000"].entries())
    await expect(levels.nth(at).getByText(limit, { exact: true })).toBeVisible();
  await visit.at("account-menu").click();
  await visit.at("user").getByText("Unverified", { exact: true }).click();
  await visit.arrivesAt(page);
  await visit.open("/personal/withdrawal");
  await visit.at("withdrawal-notice").getByRole("link").click();
  await visit.arrivesAt(page);
});

test("personal data is marked where it is missing or too young, and goes to the exchange as it was typed", async () => {
  await visit.at("kyc-start").click();
  await toNext();
  await expect(visit.at("kyc-data").getByText("Please fill this in.")).toHaveCount(7);
  expect(visit.callsOf("/kyc/data")).toEqual([]);
  const typed = {
    givenNames: "Maren Elisabeth",
    familyName: "Holt",
    birthDate: "2012-01-01",
    street: "Hafenweg 12",
    postcode: "20457",
    city: "Hamburg",
  };
  for (const [field, text] of Object.entries(typed)) await visit.at(`kyc-${field}`).fill(text);
  await chooseCountry("kyc-citizenship", "Germany");
  await chooseCountry("kyc-country", "Germany");
  await toNext();
  await expect(visit.page.getByText("You must be at least 18 years old.")).toBeVisible();
  await visit.at("kyc-birthDate").fill("1994-06-21");
  await toNext();
  await expect(visit.at("kyc-document")).toBeVisible();
  expect(visit.callsOf("/kyc/data")).toHaveLength(1);
});

test("pictures are measured in the browser: what is blurred, dark, reflecting or too small is not sent", async () => {
  await toNext();
  await expect(visit.at("kyc-problem-front")).toHaveText("A picture is missing.");
  await choose("front", await drawnPicture(1).blur(30).jpeg().toBuffer());
  await expect(visit.at("kyc-flaws-front")).toContainText("It is blurred.");
  await choose("front", await drawnPicture(1).linear(0.15, 0).jpeg().toBuffer());
  await expect(visit.at("kyc-flaws-front")).toContainText("It is too dark.");
  await choose("front", await jpegOf(1, { width: 640, height: 320 }));
  await expect(visit.at("kyc-flaws-front")).toContainText("640 × 320 pixels; the shorter side needs 400.");
  await expect(visit.at("kyc-anyway-front")).toHaveCount(0);
  await choose("front", Buffer.from("no picture"));
  await expect(visit.at("kyc-problem-front")).toContainText("cannot read the file");
  await toNext();
  expect(visit.callsOf("/kyc/file")).toEqual([]);
});

test("[S7.27] front and back are sent as files, a flaw that its owner has looked at does not keep a picture back", async () => {
  await choose("front", await jpegOf(1));
  await expect(visit.at("kyc-fine-front")).toBeVisible();
  await choose("back", await drawnPicture(2).blur(30).jpeg().toBuffer());
  await toNext();
  expect(visit.callsOf("/kyc/file")).toEqual([]);
  await visit.at("kyc-anyway-back").click();
  await toNext();
  await expect(visit.at("kyc-selfie")).toBeVisible(stored);
  const sent = visit.callsOf("/kyc/file");
  expect(sent).toHaveLength(2);
  for (const { request } of sent) expect(request.headers()["content-type"]).toMatch(/^multipart\/form-data; boundary=/);
});

test("[S1.82] the camera takes the selfie, and everything is shown once more before it is submitted", async () => {
  await visit.at("kyc-take-selfie").click();
  await expect(visit.at("kyc-shoot")).toBeEnabled();
  await visit.at("kyc-shoot").click();
  await expect(visit.at("kyc-camera")).toHaveCount(0);
  await expect(visit.at("kyc-slot-selfie").getByRole("img", { name: "Selfie" })).toBeVisible();
  // The pattern of the browser's own camera has no edges of print.
  if (await visit.at("kyc-anyway-selfie").isVisible()) await visit.at("kyc-anyway-selfie").click();
  await toNext();
  const step = visit.at("kyc-submit");
  for (const text of ["Maren Elisabeth Holt", "1994-06-21", "Hafenweg 12, 20457 Hamburg", "Identity card, Germany"])
    await expect(step.getByText(text)).toBeVisible();
  await expect(step.getByRole("img")).toHaveCount(3);
  await toNext();
  expect(visit.callsOf("/kyc/submit")).toEqual([]);
  await visit.at("kyc-true").click();
  await visit.at("kyc-for-myself").click();
  await toNext();
  await isShownAs("Pending");
});

test("[S4.16] pending: machines look, then a person, and the page follows by itself", async () => {
  await expect(visit.at("kyc-pending")).toHaveAttribute("data-state", "IN_REVIEW", stored);
  await expect(visit.at("kyc-pending").locator("[aria-current=step]")).toContainText("A person looks at it");
  expect(operatorTool(["verifications"])).toContain(`${uid}  `);
});

test("[S4.17] a refusal arrives by itself with its cause, and asks for that part alone", async () => {
  operatorTool(["refuse-verification", uid, "BACK_UNREADABLE", "--reason", "blurred"]);
  await expect(visit.at("kyc-refused")).toHaveAttribute("data-reason", "BACK_UNREADABLE", stored);
  await isShownAs("Failed");
  await expect(visit.page.getByText("The back of your document cannot be read.")).toBeVisible();
  await expect(visit.at("kyc-tries")).toHaveText("Try 1 of 5. Reason code BACK_UNREADABLE.");
  for (const part of ["data", "front", "selfie"]) await expect(visit.at(`kyc-part-${part}`)).toContainText("Accepted");
  const before = visit.callsOf("/kyc/file").length;
  await visit.at("kyc-again-back").click();
  await expect(visit.at("kyc-slot-front")).toContainText("Stored");
  await choose("back", await jpegOf(3));
  await toNext();
  await expect(visit.at("kyc-submit")).toBeVisible(stored);
  expect(visit.callsOf("/kyc/file")).toHaveLength(before + 1);
  await visit.at("kyc-true").click();
  await visit.at("kyc-for-myself").click();
  await toNext();
  await expect(visit.at("kyc-pending")).toBeVisible();
});

test("[S1.82 S4.18 S4.14] an approval arrives by itself: verified, level 1 and its limit, also where coins are withdrawn", async () => {
  await expect(visit.at("kyc-pending")).toHaveAttribute("data-state", "IN_REVIEW", stored);
  operatorTool(["approve-verification", uid, "--reason", "compared"]);
  await isShownAs("Verified");
  await expect(visit.page.getByText("Up to 20,000 USDT may leave in 24 hours.")).toBeVisible();
  await expect(visit.at("kyc-level").nth(1)).toHaveAttribute("aria-current", "true");
  await expect(async () => {
    await visit.open("/personal/withdrawal");
    await expect(visit.at("withdrawal-limit")).toHaveText("20,000.00 of 20,000.00 USDT", { timeout: 3_000 });
  }).toPass(stored);
  await visit.at("withdrawal-level").click();
  await visit.arrivesAt(page);
});

test("a level that was taken away is gone by itself, and its user begins again with all tries", async () => {
  operatorTool(["set-kyc-level", `${name}@tidemark.test`, "0", "--reason", "asked to"]);
  await isShownAs("Unverified");
  await visit.at("kyc-start").click();
  await expect(visit.at("kyc-data")).toBeVisible();
});
