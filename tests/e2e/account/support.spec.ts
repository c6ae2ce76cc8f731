import { expect, test } from "@playwright/test";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";
import { Visit } from "../support/visit.ts";

// A trader and an operator, each in a browser of their own: what one asks the other answers.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

const origin = process.env.E2E_CONSOLE!;
const arrives = { timeout: 45_000 };
let trader: Visit;
let operator: OperatorVisit;

test.beforeAll(async ({ browser }) => {
  trader = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await trader.signIn("bot18");
  operator = await openOperator(browser);
  await operator.page.goto(invitationOf("tomas", "support", origin));
  await operator.page.getByTestId("accept-invitation").click(arrives);
  await expect(operator.page.getByTestId("operator")).toContainText("tomas", arrives);
});
test.afterAll(async () => {
  await trader.context.close();
  await operator.context.close();
});

test("[D.124] a trader opens a ticket, an operator answers it, and the answer arrives in the bell and on the open page", async () => {
  await trader.open("/personal/support");
  await trader.at("ticket-open").click();
  await trader.at("ticket-new-submit").click();
  await expect(trader.at("ticket-new")).toContainText("Write what happened.");
  await trader.at("ticket-subject").fill("Withdrawal takes long");
  await trader.at("ticket-text").fill("It says a person looks at it.\nIs something wrong?");
  await trader.page.screenshot({ path: test.info().outputPath("ticket-new-1440.png") });
  await trader.at("ticket-new-submit").click();
  await trader.arrivesAt(/\/personal\/support\/\d+$/);
  await expect(trader.at("ticket-state")).toHaveText("Waiting for support", arrives);
  const { page } = operator;
  await page.goto(`${origin}/tickets`);
  await page.getByTestId("ticket-row").filter({ hasText: "Withdrawal takes long" }).click(arrives);
  await expect(page.getByTestId("written-USER")).toContainText("Is something wrong?", arrives);
  await page.getByTestId("answer-text").fill("Nothing is wrong. It is on its way.");
  await page.screenshot({ path: test.info().outputPath("console-ticket-1280.png") });
  await page.getByTestId("answer-send").click();
  await expect(page.getByTestId("ticket-row").filter({ hasText: "Withdrawal takes long" })).toHaveCount(0, arrives);
  await expect(trader.at("ticket-SUPPORT")).toContainText("Nothing is wrong. It is on its way.", arrives);
  await expect(trader.at("ticket-state")).toHaveText("Waiting for you", arrives);
  await trader.page.screenshot({ path: test.info().outputPath("ticket-1440.png") });
  await trader.at("bell-button").click();
  await expect(trader.at("bell")).toContainText("Support has answered: Withdrawal takes long", arrives);
});

test("the trader writes back and closes it; the message leads to the ticket", async () => {
  await trader.page.keyboard.press("Escape");
  await trader.at("ticket-answer").fill("Thank you.");
  await trader.at("ticket-send").click();
  await expect(trader.at("ticket-USER")).toHaveCount(2, arrives);
  await expect(trader.at("ticket-state")).toHaveText("Waiting for support", arrives);
  await trader.at("ticket-close").click();
  await expect(trader.at("ticket-state")).toHaveText("Closed", arrives);
  await expect(trader.at("ticket-answer")).toHaveCount(0);
  await trader.open("/personal/message/user");
  await trader.at("message").filter({ hasText: "Support has answered" }).getByRole("link").click();
  await trader.arrivesAt(/\/personal\/support\/\d+$/);
  await expect(trader.at("ticket-state")).toHaveText("Closed", arrives);
  expect(operator.problems).toEqual([]);
});

test("[D.56 D.125] an announcement is written and published in the console, found by its words, and read in the reader's language", async ({
  browser,
}) => {
  const { page } = operator;
  await page.goto(`${origin}/articles`);
  await page.getByTestId("article-new").click(arrives);
  await page.getByTestId("article-slug").fill("funding-every-four-hours");
  await page.getByTestId("article-title").fill("Funding changes to every 4 hours");
  await page.getByTestId("article-summary").fill("The cap of a day stays the same.");
  await page
    .getByTestId("article-body")
    .fill("From Monday.\n\n## What changes\n\n- Nothing is closed\n- <b>Alerts</b> stay");
  await page.getByTestId("article-save").click();
  await expect(page.getByTestId("article-row").first()).toContainText("Draft", arrives);
  const reader = await Visit.begin(browser, { locale: "en-US", viewport: { width: 1440, height: 900 } });
  await reader.open("/announcements");
  await expect(reader.page.getByText("Nothing has been published yet")).toBeVisible(arrives);
  await page.getByTestId("article-publish").click();
  await expect(page.getByTestId("article-row").first()).toContainText("Published", arrives);
  await page.screenshot({ path: test.info().outputPath("console-articles-1280.png") });
  await page.getByTestId("article-lang").click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await page.getByTestId("article-title").fill("Funding künftig alle 4 Stunden");
  await page.getByTestId("article-body").fill("Ab Montag.");
  await page.getByTestId("article-save").click();
  await expect(page.getByTestId("article-row").first()).toContainText("2 of 13 languages", arrives);
  await reader.reload();
  await expect(reader.at("article-row")).toHaveCount(1, arrives);
  await reader.page.getByRole("searchbox").fill("nothing like it");
  await expect(reader.page.getByText("Nothing was found")).toBeVisible(arrives);
  await reader.page.getByRole("searchbox").fill("alerts FUNDING");
  await reader.at("article-row").click(arrives);
  await reader.arrivesAt("/announcements/funding-every-four-hours");
  await expect(reader.at("article").getByRole("heading", { level: 2 })).toHaveText("What changes", arrives);
  await expect(reader.at("article")).toContainText("<b>Alerts</b> stay");
  await reader.close();
  const german = await Visit.begin(browser, { locale: "de-DE" });
  await german.open("/announcements/funding-every-four-hours");
  await expect(german.page.getByRole("heading", { level: 1 })).toHaveText("Funding künftig alle 4 Stunden", arrives);
  await german.close();
  const persian = await Visit.begin(browser, { locale: "fa-IR" });
  await persian.open("/announcements/funding-every-four-hours");
  await expect(persian.page.getByRole("heading", { level: 1 })).toHaveText("Funding changes to every 4 hours", arrives);
  await persian.open("/announcements/never-written");
  await expect(persian.at("article")).toBeVisible();
  await persian.close();
});
