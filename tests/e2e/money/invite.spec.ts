import { expect, test } from "@playwright/test";
import pg from "pg";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { refuseCall } from "../support/refuse-call.ts";
import { Visit } from "../support/visit.ts";
import { desktop, phone } from "../support/window-sizes.ts";

// A bot's friends and shares are written as the module writes them; how they come there is shown by tests/paths/money/invites.test.ts.
test.describe.configure({ mode: "serial" });

const inviter = { name: "bot11", uid: seededUids.firstBot + 10 };
const friend = seededUids.firstBot + 11;
const dayMs = 86_400_000;

test.beforeAll(async () => {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE });
  await database.connect();
  const yesterday = Math.floor(Date.now() / dayMs) - 1;
  await database.query("update identity.users set referred_by = $1, created_at = $3 where uid = $2", [
    inviter.uid,
    friend,
    (yesterday - 40) * dayMs,
  ]);
  for (let back = 0; back < 30; back += 3)
    await database.query(
      `insert into invites.shares
         (inviter, friend, tier, day, product, asset_id, fees, amount, fees_worth, worth, number, state)
       values ($1, $2, 1, $3, 4, 1, 1500000000, 300000000, 1500000000, 300000000, $4, 'PAID')`,
      [inviter.uid, friend, yesterday - back, 1_000_000 + back],
    );
  await database.end();
});

test("[S1.11 S1.81] an inviter sees code and link, what came of it by day and friend, and every share", async ({
  browser,
}) => {
  const visit = await Visit.begin(browser, { locale: "en-US", viewport: desktop });
  await visit.signIn(inviter.name);
  await visit.open("/personal/invite");
  await expect(visit.at("invite-earned")).toHaveText("30.00");
  await expect(visit.at("invite-figures")).toContainText("1 has traded");
  const code = await visit.at("invite-code").innerText();
  await expect(visit.at("invite-link")).toContainText(`/auth/register/email?invite=${code}`);
  await expect(visit.at("invite-friend")).toContainText(/bo\*\*\*@tidemark.test.*150.00.*30.00/);
  await expect(visit.at("invite-share-row")).toHaveCount(10);
  await expect(visit.at("invite-share-row").first()).toContainText("3 USDT");
  await visit.at("invite-qr").click();
  await expect(visit.at("invite-card")).toContainText(code);
  // A friend comes to the site that the inviter uses.
  await visit.open("/vn/personal/invite");
  await expect(visit.at("invite-link")).toContainText(`/vn/auth/register/email?invite=${code}`);
  await visit.close();

  // The link fills the code into the form of a new account.
  const visitor = await Visit.begin(browser, { locale: "en-US", viewport: desktop });
  await visitor.open(`/auth/register/email?invite=${code}`);
  await expect(visitor.at("register-referral")).toHaveValue(code);
  // What the programme pays is told to anyone.
  await visitor.open("/m/#/mobile/invite");
  await expect(visitor.at("invite-lead")).toContainText(/20% .* 365 days, and 5% /);
  await visitor.close();
});

test("[S2.19] the mobile entry has the programme in Persian, and visitors are led to log in", async ({ browser }) => {
  const visitor = await Visit.begin(browser, { locale: "fa-IR", viewport: phone });
  await visitor.open("/m/#/mobile/invite");
  await expect(visitor.page.locator("html")).toHaveAttribute("dir", "rtl");
  await expect(visitor.at("invite-sign-in")).toBeVisible();
  await visitor.signIn(inviter.name);
  await visitor.open("/m/#/mobile/invite");
  await expect(visitor.at("invite-earned")).toHaveText("30.00");
  await visitor.close();
});

test("[S1.81] while the programme cannot be loaded the page says so, and asks again", async ({ browser }) => {
  const visit = await Visit.begin(browser, { locale: "en-US", viewport: desktop });
  await visit.signIn(inviter.name);
  const answer = await refuseCall(visit.page, "/user/invite/status");
  await visit.open("/personal/invite");
  await expect(visit.page.getByText("This part could not be loaded.")).toBeVisible();
  await expect(visit.at("invite-friend")).toBeVisible();
  await answer();
  await visit.page.getByRole("button", { name: "Try again" }).click();
  await expect(visit.at("invite-code")).toHaveText(/^\w+$/);
  await visit.close();
});
