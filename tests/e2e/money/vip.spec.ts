import { expect, test } from "@playwright/test";
import pg from "pg";
import { NativeSide } from "../../peers/native-side.ts";
import { refuseCall } from "../support/refuse-call.ts";
import { Visit } from "../support/visit.ts";
import { desktop, phone } from "../support/window-sizes.ts";

// One account: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });

const name = "bot12";
const uid = 2012;
const vipPage = "/m/#/vip";
let visit: Visit;

/** As the platform does at midnight, for one account: the level goes to the core through the module's outbox. */
async function setLevel(level: number): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE });
  await database.connect();
  await database.query(
    `with next as (update vip.outbox_counter set last_number = last_number + 1 returning last_number)
     insert into vip.outbox (number, command, made_at) select last_number, $1::jsonb, $2 from next`,
    [JSON.stringify({ type: "set_vip_level", uid, level }), Date.now()],
  );
  await database.end();
}

test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, { locale: "en-US", viewport: desktop });
});
test.afterAll(() => visit.context.close());

test("[S2.22] a visitor sees all levels with what they need and charge, and the way to log in", async () => {
  await visit.open(vipPage);
  await expect(visit.page.getByRole("heading", { level: 1 })).toHaveText("VIP programme");
  await expect(visit.at("vip-row")).toHaveCount(6);
  await expect(visit.at("vip-row").nth(2)).toContainText("25M");
  await expect(visit.at("vip-row").nth(2)).toContainText("0.0160% / 0.0375%");
  await expect(visit.at("vip-sign-in")).toHaveAttribute("href", /backurl=.*vip/);
  await expect(visit.at("own-vip")).toHaveCount(0);
  // Trades that a bonus carried count as volume.
  await expect(visit.page.getByText("Bonus is not counted in assets.")).toBeVisible();
});

test("[S1.13 S2.22] a user sees the own level, three measures on the way to the next, and the nearest of them", async () => {
  await visit.signIn(name);
  await visit.open(vipPage);
  await expect(visit.at("own-vip-level")).toHaveText("VIP 0");
  const measures = visit.at("level-progress").getByRole("progressbar");
  await expect(measures).toHaveCount(3);
  await expect(visit.page.locator("[data-nearest=true]")).toHaveCount(1);
  await expect(visit.at("nearest")).toContainText(/VIP \d/);
});

test("[S2.103 S3.8 S1.13] a new level is on the badge, which leads to the VIP page, and its date and rates are there", async () => {
  await setLevel(2);
  await expect
    .poll(
      async () => {
        await visit.open("/markets");
        await visit.at("account-menu").click();
        return visit.at("vip").textContent();
      },
      { timeout: 30_000 },
    )
    .toContain("VIP 2");
  await visit.at("vip").click();
  await visit.arrivesAt(/\/m\/#\/vip$/);
  await visit.stands();
  await expect(visit.at("own-vip-level")).toHaveText("VIP 2");
  await expect(visit.at("own-vip")).toContainText("0.0650% / 0.0775%");
  await expect(visit.at("own-vip")).toContainText(`since ${new Date().toISOString().slice(0, 4)}`);
  await expect(visit.page.locator("[data-testid=vip-row][aria-current=true]")).toContainText("VIP 2");
  await expect(visit.at("nearest")).toContainText(/VIP \d/);
});

test("[S1.13 S2.21] the fee page, the ticket and the facts of a market show the rates of the own level", async () => {
  await visit.open("/fees");
  await expect(visit.page.getByText("Your level is the highest that your spot volume, your contract")).toBeVisible();
  await expect(visit.at("own-fees")).toContainText("VIP 2");
  await expect(visit.at("level-progress").getByRole("progressbar")).toHaveCount(3);
  await visit.open("/spot/BTC_USDT");
  await expect(visit.page.getByText("0.0775%").first()).toBeVisible();
});

test("[S2.22] while the own level cannot be loaded the page says so, and asks again", async () => {
  const answer = await refuseCall(visit.page, "/exchange-account-center-api/fee-level");
  await visit.open(vipPage);
  await expect(visit.page.getByText("Your level could not be loaded")).toBeVisible();
  await expect(visit.at("vip-row")).toHaveCount(6);
  await answer();
  await visit.page.getByRole("button", { name: "Try again" }).click();
  await expect(visit.at("own-vip-level")).toHaveText("VIP 2");
});

test("[S2.22] inside the app the page has the app's bar, one heading and a verb at its foot", async ({ browser }) => {
  const inside = await Visit.begin(browser, { locale: "en-US", viewport: phone });
  const app = await NativeSide.open(inside.context, process.env.E2E_URL!, {});
  await app.embrace(inside.page);
  await inside.open(vipPage);
  await expect(inside.at("in-app-bar")).toContainText("VIP programme");
  await expect(inside.page.getByRole("heading", { level: 1 })).toHaveCount(1);
  await expect(inside.at("vip-row")).toHaveCount(6);
  await expect(inside.at("vip-trade")).toBeVisible();
  const { scroll, width } = await inside.page.evaluate(() => ({
    scroll: document.documentElement.scrollWidth,
    width: document.documentElement.clientWidth,
  }));
  expect(scroll).toBe(width);
  await inside.close();
});
