import { expect, test } from "@playwright/test";
import { decideNickname, operatorTool } from "../support/operator.ts";
import { Visit } from "../support/visit.ts";

// One account, three changes: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });

const name = "bot17";
const page = "/personal/settings/profile";
let visit: Visit;

test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await visit.signIn(name);
});
test.afterAll(() => visit.context.close());

/** Values in a sentence are isolated by direction marks. */
const plain = (text: string | null): string => (text ?? "").replaceAll(/[\u2066-\u2069]/g, "");
const toast = (text: string) =>
  visit.page.locator("[data-sonner-toast]").filter({ hasText: new RegExp(text.replaceAll(/[.'?]/g, ".")) });
const openMenu = async () => {
  await visit.at("account-menu").click();
  await expect(visit.at("account-name")).toBeVisible();
};
const hint = async () => plain(await visit.at("nickname").textContent());

async function change(nickname: string): Promise<void> {
  await visit.open(page);
  await visit.at("profile-nickname-edit").click();
  await visit.at("nickname-text").fill(nickname);
  await visit.at("nickname-submit").click();
}

test("[S1.78 S3.109 S2.97 S2.98 S2.99 S2.100 S2.104 S5.2 S5.5] the pencil of the user menu opens the dialog: count, cross, hint, no emoji, Cancel and Confirm", async () => {
  await openMenu();
  await visit.at("edit-nickname").click();
  await expect(visit.at("nickname-text")).toHaveValue(name);
  expect(await hint()).toContain("You can edit your nickname 3 more time(s) this month");
  expect(await hint()).toContain("5/25");
  await visit.at("nickname").getByRole("button", { name: "Clear" }).click();
  await expect(visit.at("nickname-text")).toHaveValue("");
  await expect(visit.at("nickname-submit")).toBeDisabled();
  await visit.at("nickname-text").pressSequentially("ebb🌊 7️⃣");
  await expect(visit.at("nickname-text")).toHaveValue("ebb 7");
  await visit.at("nickname-cancel").click();
  await expect(visit.at("nickname")).toHaveCount(0);
});

test("[S5.1 S5.3 S9.2 S7.44] too long a name and one with a sensitive word stay in the dialog with their reason", async () => {
  await change("x".repeat(26));
  await expect(visit.at("nickname").getByText("Nickname can not be longer than 25 characters")).toBeVisible();
  expect(visit.callsOf("/user/nick/name")).toEqual([]);
  await visit.at("nickname-text").fill("f r e e sh1t");
  await visit.at("nickname-submit").click();
  await expect
    .poll(hint)
    .toContain("Your attempt to change the nickname f r e e sh1t has failed because it contains sensitive words.");
});

test("[S7.43 S4.20 S4.21 S8.26 S8.27 S2.105] a submitted nickname is under review: toast, tag, tooltip, and editing is refused", async () => {
  await change("ebb and flow");
  await expect(toast("Nickname change request submitted. We'll review it soon.")).toBeVisible();
  await expect(visit.at("nickname")).toHaveCount(0);
  await expect(visit.at("profile-nickname").getByText("Review", { exact: true })).toBeVisible();
  await expect(visit.at("profile-name")).toHaveText(name);
  await visit.at("profile-nickname-edit").click();
  await expect(toast("Your submitted nickname is under review. Please wait for the results.")).toBeVisible();
  await expect(visit.at("nickname")).toHaveCount(0);
  await openMenu();
  const tag = visit.at("user").getByRole("button", { name: /^Review[.]/ });
  expect(plain(await tag.getAttribute("aria-label"))).toContain(
    "Your nickname modification ebb and flow is currently under review.",
  );
  await visit.at("edit-nickname").click();
  await expect(visit.at("nickname")).toHaveCount(0);
});

test("[S4.22 S8.25] a refused one leaves the Failed tag with its reason, and the old nickname", async () => {
  decideNickname("reject", "ebb and flow");
  await visit.open(page);
  const row = visit.at("profile-nickname");
  await expect(row.getByText("Failed", { exact: true })).toBeVisible();
  expect(plain(await row.textContent())).toContain(
    "Your attempt to change the nickname ebb and flow has failed because it contains sensitive words.",
  );
  await expect(visit.at("profile-name")).toHaveText(name);
});

test("[S4.23 S4.24 S2.51] an accepted one is in use: on the page and in the greeting", async () => {
  await change("spring tide");
  await expect(visit.at("nickname")).toHaveCount(0);
  decideNickname("accept", "spring tide");
  await visit.open(page);
  await expect(visit.at("profile-name")).toHaveText("spring tide");
  await expect(visit.at("profile-nickname").getByText(/Review|Failed/)).toHaveCount(0);
  await openMenu();
  await expect(visit.at("account-name")).toHaveText(/, spring tide$/);
});

test("[S5.4 S5.6 S8.24 D.13] after three changes the month is used up: field and Confirm are off", async () => {
  await change("neap tide");
  await expect(visit.at("nickname")).toHaveCount(0);
  decideNickname("accept", "neap tide");
  await visit.open(page);
  await expect(visit.at("profile-name")).toHaveText("neap tide");
  await visit.at("profile-nickname-edit").click();
  expect(await hint()).toContain("You have reached the limit of 3 nickname changes this month");
  await expect(visit.at("nickname-text")).toBeDisabled();
  await expect(visit.at("nickname-submit")).toBeDisabled();
  await visit.at("nickname-cancel").click();
});

test("[S2.14 S2.106 S4.14 S7.39] the page shows verification beside the profile, and the label of verified traders", async () => {
  await expect(visit.at("profile-identity").getByText("Unverified", { exact: true })).toBeVisible();
  operatorTool(["set-kyc-level", `${name}@tidemark.test`, "1", "--reason", "papers seen"]);
  await expect(async () => {
    operatorTool(["set-verified-trader", `${name}@tidemark.test`, "on", "--reason", "leads"]);
  }).toPass({ timeout: 15_000 });
  await visit.open(page);
  await expect(visit.at("profile-identity").getByText("Verified", { exact: true })).toBeVisible();
  await visit.call("/kyc/getkyc");
  expect(await visit.kept("user")).toMatchObject({ kycStatus: 2 });
  await expect(visit.page.getByText("Verified Trader", { exact: true })).toBeVisible();
  await expect(visit.at("profile-identity").getByRole("meter")).toBeVisible();
  await openMenu();
  await expect(visit.at("user").getByText("Verified", { exact: true })).toBeVisible();
});
