import { expect, test } from "@playwright/test";
import { earnInterest, parseUnits } from "@tidemark/money";
import pg from "pg";
import { seededUids } from "../../../tools/dev/seed/people.ts";
import { refuseCall } from "../support/refuse-call.ts";
import { Visit } from "../support/visit.ts";
import { desktop, phone } from "../support/window-sizes.ts";

// One account: each test starts where the one before ended.
test.describe.configure({ mode: "serial" });

// He trades elsewhere meanwhile; nobody else counts the money of his Capital Account.
const name = "bob";
const earnPage = "/personal/earn/flexible";
const dayMs = 86_400_000;
let visit: Visit;

/** As if the interest of yesterday had been computed: it goes to the core through the module's outbox. */
async function payYesterday(amount: string): Promise<void> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE });
  await database.connect();
  const day = Math.floor(Date.now() / dayMs) - 1;
  const command = { type: "pay_earn", uid: seededUids.bob, asset: 1, amount: String(parseUnits(amount)), day };
  await database.query(
    `with next as (update earn.outbox_counter set last_number = last_number + 1 returning last_number)
     insert into earn.outbox (number, command, made_at) select last_number, $1::jsonb, $2 from next`,
    [JSON.stringify(command), Date.now()],
  );
  await database.end();
}

test.beforeAll(async ({ browser }) => {
  visit = await Visit.begin(browser, { locale: "en-US", viewport: desktop });
});
test.afterAll(() => visit.context.close());

test("[S2.16 S2.17 S3.61 S7.52] the menu entry carries the highest rate and leads to Earn", async () => {
  await visit.signIn(name);
  await visit.open("/markets");
  const entry = visit.page.getByRole("link", { name: /Earn/ }).first();
  await expect(entry).toContainText("8.20% APY");
  await entry.click();
  await visit.arrivesAt(/\/personal\/earn\/flexible$/);
  await expect(visit.at("earn-USDT")).toContainText("8.20%");
  await expect(visit.at("earn-total")).toHaveText("0.00");
});

test("[S1.9 S1.10] money is put in, stands as a sixth part of the assets, and a day's interest is shown before", async () => {
  await visit.at("earn-in-USDT").click();
  await visit.at("earn-amount").fill("1000");
  const daily = earnInterest(parseUnits("1000")!, parseUnits("0.082")!, 1);
  await expect(visit.at("earn-flexible")).toContainText(`0.${String(daily).padStart(8, "0")}`);
  await visit.at("earn-flexible-submit").click();
  await expect(visit.at("earn-have-USDT")).toHaveText("1,000.00");
  await expect(visit.at("earn-total")).toHaveText("1,000.00");
  await visit.open("/personal/assets");
  await expect(visit.at("account-earn")).toContainText("1,000.00");
  await visit.at("account-earn").click();
  await visit.arrivesAt(/\/personal\/earn\/flexible$/);
});

test("[S1.10] interest of a day is in the history, in the chart and in the sum", async () => {
  await payYesterday("0.22");
  await expect(visit.at("earn-earned-USDT")).toHaveText("+0.22000000", { timeout: 30_000 });
  await expect(visit.at("earn-chart")).toContainText("0.22 USDT so far");
  await visit.reload();
  await expect(visit.at("earn-change").first()).toContainText("Interest of");
});

test("[S1.5] staking is Earn with a fixed term: it shows its end and what leaving early gives, and is joined", async () => {
  await visit.page.goto(`${process.env.E2E_URL}/staking`);
  await visit.arrivesAt(/kind=term$/);
  await visit.at("earn-join-USDT").click();
  await visit.at("earn-amount").fill("200");
  const interest = earnInterest(parseUnits("200")!, parseUnits("0.096")!, 90);
  await expect(visit.at("earn-back")).toContainText(`20${(Number(interest) / 1e8).toFixed(8)}`.slice(0, 10));
  await visit.at("earn-term-submit").click();
  await expect(visit.at("earn-own-term")).toHaveAttribute("data-state", "ACTIVE");
  await expect(visit.at("earn-total")).toHaveText("1,200.00");
});

test("[S1.5 S1.9] what a term holds cannot be taken out before the term is left, and leaving gives it back in full", async () => {
  await visit.open(earnPage);
  await visit.at("earn-out-USDT").click();
  await expect(visit.at("earn-available")).toHaveText("1,000.00 USDT");
  await visit.at("earn-max").click();
  await visit.at("earn-flexible-submit").click();
  await expect(visit.at("earn-have-USDT")).toHaveText("200.00");
  await visit.at("earn-leave").click();
  await visit.at("earn-leave-ask-submit").click();
  await expect(visit.at("earn-own-term")).toHaveAttribute("data-state", "LEFT");
  await expect(visit.at("earn-total")).toHaveText("0.00");
});

test("[S1.5] a rate that has changed refuses the term and is shown at once; what is refused on the way says where the money is", async () => {
  const products = "**/public/earn/products*";
  await visit.page.route(products, async (route) => {
    const response = await route.fetch();
    const body = (await response.json()) as { data: { terms: { asset: string; yearRate: string }[] } };
    for (const term of body.data.terms) if (term.asset === "USDT") term.yearRate = "0.5";
    await route.fulfill({ response, json: body });
  });
  await visit.open(`${earnPage}?kind=term`);
  await expect(visit.at("earn-term-USDT")).toContainText("50.00%");
  await visit.at("earn-join-USDT").click();
  await visit.at("earn-amount").fill("200");
  await visit.page.unroute(products);
  await visit.at("earn-term-submit").click();
  const inFlexible = "200 USDT are in flexible Earn; the term was not joined: The rate is 9.6% a year now.";
  await expect(visit.page.getByText(inFlexible)).toBeVisible();
  await expect(visit.at("earn-total")).toHaveText("200.00");
  await expect(visit.at("earn-term-USDT")).toContainText("9.60%", { timeout: 15_000 });

  // A term that is left, whose money cannot be taken out at once.
  await visit.at("earn-join-USDT").click();
  await visit.at("earn-amount").fill("100");
  await visit.at("earn-term-submit").click();
  await expect(visit.at("earn-own-term").first()).toHaveAttribute("data-state", "ACTIVE");
  const answer = await refuseCall(visit.page, "/earn/redeem");
  await visit.at("earn-leave").click();
  await visit.at("earn-leave-ask-submit").click();
  const left = "The term has ended; 100.00 USDT are in flexible Earn: The exchange is busy. Please try again.";
  await expect(visit.page.getByText(left)).toBeVisible();
  await expect(visit.at("earn-own-term").first()).toHaveAttribute("data-state", "LEFT");
  await answer();
  await visit.open(earnPage);
  await visit.at("earn-out-USDT").click();
  await visit.at("earn-max").click();
  await visit.at("earn-flexible-submit").click();
  await expect(visit.at("earn-total")).toHaveText("0.00");
});

test("[S1.10] what cannot be loaded is said and can be asked for again, and so is that nothing is offered", async () => {
  const answer = await refuseCall(visit.page, "/earn/status");
  await visit.page.route("**/public/earn/products*", (route) =>
    route.fulfill({ json: { code: 200, message: "", data: { flexible: [], terms: [] } } }),
  );
  await visit.reload();
  await expect(visit.page.getByText("Your interest and your terms could not be loaded.")).toBeVisible();
  await expect(visit.page.getByText("Nothing is offered here at the moment")).toBeVisible();
  await answer();
  await visit.page.getByRole("button", { name: "Try again" }).click();
  await expect(visit.at("earn-own-term").first()).toBeVisible();
  await visit.page.unroute("**/public/earn/products*");
});

test("[S2.16] in Persian on a phone the page stands, and nothing is wider than the window", async ({ browser }) => {
  const small = await Visit.begin(browser, { locale: "fa-IR", viewport: phone });
  await small.signIn(name);
  await small.open(earnPage);
  await expect(small.at("earn-USDT")).toBeVisible();
  const width = await small.page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(phone.width);
  await small.context.close();
});
