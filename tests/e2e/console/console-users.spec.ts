import { expect, type Page, test } from "@playwright/test";
import { openDatabase } from "@tidemark/kit-node";
import { bindFactor } from "../../../services/platform/testing/factor.ts";
import { noticeSink } from "../../../services/platform/testing/notice-sink.ts";
import { intentSigner } from "../../../services/platform/src/index.ts";
import { type Exchange, throwAwayExchange } from "../../../tools/dev/exchange.ts";
import { emailOf, seededUids } from "../../../tools/dev/seed/people.ts";
import { freePort } from "../../../tools/dev/processes/ports.ts";
import { developmentPassword, signIn, type Trader } from "../../../tools/dev/trader.ts";
import { axeFindings } from "../../../tools/visual/pages.ts";
import { invitationOf, openOperator, type OperatorVisit } from "../support/operator.ts";
import { Screen } from "../support/screen.ts";

// An exchange of its own, with its console: an operator finds, sees and stops traders, decides about a withdrawal and changes content.
test.describe.configure({ mode: "serial" });
test.setTimeout(120_000);

const arrives = { timeout: 45_000 };
const reason = "the owner called from the known number";
const seed = "1".repeat(64);
const uid = String(seededUids.bob);
let exchange: Exchange;
let origin: string;
let bob: Screen;
let alice: Trader;
let database: ReturnType<typeof openDatabase>;
let operator: OperatorVisit;
let second: OperatorVisit;

async function operatorOf(
  browser: Parameters<typeof openOperator>[0],
  name: string,
  roles: string,
): Promise<OperatorVisit> {
  const visit = await openOperator(browser);
  await visit.page.goto(invitationOf(name, roles, origin, exchange.databaseUrl));
  await visit.page.getByTestId("accept-invitation").click(arrives);
  await expect(visit.page.getByTestId("operator")).toContainText(name, arrives);
  return visit;
}

test.beforeAll(async ({ browser }) => {
  test.setTimeout(240_000);
  const port = await freePort();
  origin = `http://localhost:${port}`;
  exchange = await throwAwayExchange({
    webDirectory: process.env.E2E_WEB!,
    mailboxPort: 0,
    console: { port, origin, webDirectory: process.env.E2E_CONSOLE_WEB! },
    gatewayEnv: { RATE_READ_PER_SECOND: "1000" },
    platformEnv: {
      RATE_READ_PER_SECOND: "1000",
      WITHDRAWAL_ADDRESS_WAIT_MS: "0",
      WITHDRAWAL_LOCK_MS: "0",
      WITHDRAWAL_REVIEW_FROM_USDT: "5000",
      WITHDRAWAL_APPROVERS: `olivia=${intentSigner("olivia", seed).publicKey}`,
    },
  });
  database = openDatabase(exchange.databaseUrl, 2);
  bob = await Screen.signIn(browser, "bob", { context: { baseURL: exchange.url } });
  alice = await signIn(exchange.url, "alice", "alice-device");
  operator = await operatorOf(browser, "ines", "all");
  second = await operatorOf(browser, "tomas", "all");
});
test.afterAll(async () => {
  for (const page of [bob?.page, operator?.page, second?.page]) await page?.context().close();
  await database?.close();
  await exchange?.remove();
});

/** At the widths of a tablet and of larger screens, in both themes: nothing is cut off, and axe has no finding. */
async function looksRight(page: Page, name: string): Promise<void> {
  // Toasts cover the page, and what a pending button announced names a button that is gone.
  await expect(page.locator("[data-sonner-toast], [data-live-announcer] [role=img]")).toHaveCount(0, arrives);
  for (const width of [1024, 1280, 1440])
    for (const theme of ["dark", "light"] as const) {
      await page.setViewportSize({ width, height: 800 });
      await page.evaluate((value) => (document.documentElement.dataset.theme = value), theme);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect([name, width, overflow]).toEqual([name, width, 0]);
      await page.screenshot({ path: test.info().outputPath(`${name}-${width}-${theme}.png`) });
      if (width === 1280) expect([name, theme, await axeFindings(page)]).toEqual([name, theme, []]);
    }
  await page.evaluate(() => (document.documentElement.dataset.theme = "dark"));
  await page.setViewportSize({ width: 1280, height: 800 });
}

async function give(page: Page, text = reason): Promise<void> {
  await page.getByTestId("reason-text").fill(text);
  await page.getByTestId("reason-confirm").click();
  await expect(page.getByTestId("reason-dialog")).toHaveCount(0, arrives);
}

async function find(page: Page, text: string): Promise<void> {
  await page.goto(`${origin}/users`);
  await page.getByTestId("find").fill(text);
  await page.getByTestId("find-button").click();
  await expect(page.getByTestId("account")).toBeVisible(arrives);
}

test("[U.61 U.62] an operator finds a trader, sees the e-mail address only with a reason, and the view is a row of the log", async () => {
  const { page, problems } = operator;
  await page.goto(`${origin}/users`);
  await page.getByTestId("find").fill("nobody@tidemark.test");
  await page.getByTestId("find-button").click();
  await expect(page.getByText("No account found")).toBeVisible(arrives);
  await find(page, emailOf("bob"));
  await expect(page.getByTestId("contacts")).toContainText(`UID ${uid}`);
  await expect(page.getByTestId("contacts")).toContainText("bo***@tidemark.test");
  await expect(page.getByTestId("product-status").first()).toHaveAttribute("data-status", "3");
  await expect(page.getByTestId("timeline-row").filter({ hasText: "Signed in" }).first()).toBeVisible(arrives);
  await looksRight(page, "users");
  await page.keyboard.press("v");
  await expect(page.getByTestId("reason-confirm")).toBeDisabled();
  await looksRight(page, "users-reason");
  await give(page);
  await expect(page.getByTestId("contacts")).toContainText(emailOf("bob"), arrives);
  await expect(page.getByTestId("timeline-row").filter({ hasText: "Personal data seen" })).toContainText(
    reason,
    arrives,
  );
  // Hidden again after half a minute.
  await expect(page.getByTestId("contacts")).not.toContainText(emailOf("bob"), arrives);
  await page.goto(`${origin}/audit`);
  await expect(page.getByTestId("audit-row").filter({ hasText: `account viewed ${uid}` })).toBeVisible(arrives);
  expect(problems).toEqual([]);
});

test("[U.63] an account is frozen at once, its owner's page sees it, and two operators reopen it", async () => {
  const { page, problems } = operator;
  await find(page, uid);
  await page.getByTestId("act-freezeUser").click();
  await give(page);
  await expect(page.getByTestId("frozen")).toBeVisible(arrives);
  // A page that does not know yet that its session is over leaves the form for the front.
  await expect(async () => {
    await bob.page.goto("/auth/login");
    await bob.at("login-id").fill(emailOf("bob"), { timeout: 5_000 });
  }).toPass(arrives);
  await bob.at("login-password").fill(developmentPassword);
  await bob.at("login-submit").click();
  await expect(bob.page.getByText("The account is frozen. Please contact support.").first()).toBeVisible(arrives);
  await page.getByTestId("act-unfreezeUser").click();
  await give(page);
  await expect(page.getByText("You asked to reopen it.")).toBeVisible(arrives);
  await looksRight(page, "users-frozen");
  await find(second.page, uid);
  await expect(second.page.getByText("You are the second.")).toBeVisible(arrives);
  await second.page.getByTestId("act-unfreezeUser").click();
  await give(second.page);
  await expect(second.page.getByTestId("frozen")).toHaveCount(0, arrives);
  await bob.at("login-password").fill(developmentPassword);
  await bob.at("login-submit").click();
  await expect(bob.page).not.toHaveURL(/auth\/login/, arrives);
  expect([...problems, ...second.problems]).toEqual([]);
});

test("[U.70] a status of one account waits for another operator, and the owner's transfer is refused by it", async () => {
  const { page, problems } = operator;
  await find(page, uid);
  const capital = page.getByTestId("product-status").first();
  await expect(capital).toHaveAttribute("data-status", "3");
  await page.getByTestId("act-setAccountStatus").click();
  await page.getByTestId("status-product-1").click();
  await page.getByTestId("status-1").click();
  await expect(page.getByTestId("reason-dialog")).toContainText("another operator has to approve it");
  await looksRight(page, "users-status");
  await give(page);
  await expect(page.getByTestId("status-waits")).toContainText("Another operator has to approve it", arrives);
  await expect(capital).toHaveAttribute("data-status", "3");
  await looksRight(page, "users-status-waits");
  await second.page.goto(`${origin}/proposals`);
  await second.page.getByTestId("proposal-row").filter({ hasText: "SUSPENDED_OUT" }).getByTestId("approve").click();
  await expect(second.page.getByTestId("proposal-row")).toHaveCount(0, arrives);
  await expect(capital).toHaveAttribute("data-status", "1", arrives);
  await expect(page.getByTestId("status-waits")).toHaveCount(0, arrives);
  await bob.page.goto("/personal/assets/spot");
  await bob.at("assets-menu").click(arrives);
  await bob.at("open-transfer").click();
  await expect(bob.at("transfer-suspended")).toContainText("Suspend out", arrives);
  await expect(bob.at("transfer-submit")).toBeDisabled();
  expect([...problems, ...second.problems]).toEqual([]);
});

test("[D.61] an operator sets the label Verified Trader with a reason, and the owner's profile shows it until it is removed", async () => {
  const { page, problems } = operator;
  await find(page, uid);
  await page.getByTestId("act-setVerifiedTrader").click();
  await give(page, "leads the spot traders of the desk");
  await expect(page.getByTestId("verified-trader")).toBeVisible(arrives);
  await expect(page.getByTestId("timeline-row").filter({ hasText: "Label Verified Trader set" })).toBeVisible(arrives);
  await bob.page.goto("/personal/settings/profile");
  await expect(bob.page.getByText("Verified Trader")).toBeVisible(arrives);
  await page.getByTestId("act-removeVerifiedTrader").click();
  await give(page);
  await expect(page.getByTestId("verified-trader")).toHaveCount(0, arrives);
  await bob.page.reload();
  await expect(bob.at("profile-name")).toBeVisible(arrives);
  await expect(bob.page.getByText("Verified Trader")).toHaveCount(0);
  expect(problems).toEqual([]);
});

/** A withdrawal that operators have to decide about. */
async function askForReview(amount: string): Promise<string> {
  const { list } = await ok(alice.client.call("withdrawalAddressList", {}));
  const wish = { network: "LOCAL_EVM", address: "0x70997970C51812dc3A010C7d01b50e0d17dc79C8", label: "Cold" } as const;
  const addressId = list[0]?.id ?? (await ok(alice.client.call("addWithdrawalAddress", wish))).id;
  const ask = { requestId: `e${amount}`, addressId, asset: "USDT", amount };
  const { id } = await ok(alice.client.call("requestWithdrawal", ask));
  const code = await noticeSink(database.db).codeOf(emailOf("alice"));
  expect(await ok(alice.client.call("confirmWithdrawal", { id, code }))).toMatchObject({ state: "IN_REVIEW" });
  return id;
}
type Outcome<T> = { readonly ok: true; readonly value: T } | { readonly ok: false };
async function ok<T>(asked: Promise<Outcome<T>>): Promise<T> {
  const outcome = await asked;
  if (!outcome.ok) throw new Error(JSON.stringify(outcome));
  return outcome.value;
}

test("[U.64 U.65] withdrawals wait with their reasons; a signature that no approver made is refused, a refusal gives the money back, and an asset is halted", async () => {
  const { page, problems } = operator;
  await (await bindFactor(alice.client, emailOf("alice"), database.db)).confirm();
  const id = await askForReview("6000");
  await page.goto(`${origin}/withdrawals`);
  await expect(page.getByTestId("withdrawal-row")).toContainText("6,000 USDT", arrives);
  await expect(page.getByTestId("case")).toContainText("New address");
  await expect(page.getByTestId("intent")).toContainText(`id: ${id}`);
  await looksRight(page, "withdrawals");
  await page.getByTestId("approve").click();
  await page.getByTestId("approver").fill("olivia");
  await page.getByTestId("signature").fill("0".repeat(128));
  await page.getByTestId("reason-text").fill(reason);
  await page.getByTestId("signature-add").click();
  await expect(page.getByText("no signature of olivia")).toBeVisible(arrives);
  await page.keyboard.press("Escape");
  await expect(page.getByTestId("signed-by")).toContainText("nobody yet");
  await page.keyboard.press("r");
  await give(page);
  await expect(page.getByTestId("withdrawal-row")).toHaveCount(0, arrives);
  await expect(page.getByTestId("decided-row").filter({ hasText: "Goes back" })).toBeVisible(arrives);
  const { list } = await ok(alice.client.call("withdrawalList", { pageSize: 10 }));
  expect(list.find((row) => row.id === id)).toMatchObject({ state: "RETURNING" });
  await page.getByTestId("halt").click();
  await give(page, "the hot address looks wrong");
  await expect(page.getByTestId("halt-row")).toContainText("OPERATOR", arrives);
  await looksRight(page, "withdrawals-decided");
  expect(problems).toEqual([]);
});

test("[U.66] a config is previewed, refused by its rules, asked for by one operator and written by another", async () => {
  const { page, problems } = operator;
  await page.goto(`${origin}/content`);
  const text = page.getByTestId("config-text");
  const body = JSON.parse(await text.inputValue(arrives)) as Record<string, unknown>;
  await looksRight(page, "content");
  await text.fill(JSON.stringify({ ...body, lang: "klingon" }, null, 2));
  await page.getByTestId("config-preview").click();
  await expect(page.getByTestId("content-problem")).toContainText("lang", arrives);
  await expect(page.getByTestId("reason-confirm")).toBeDisabled();
  await page.keyboard.press("Escape");
  await text.fill(JSON.stringify({ ...body, website: "https://next.tidemark.example" }, null, 2));
  await page.getByTestId("config-preview").click();
  await expect(page.getByTestId("difference")).toContainText("https://next.tidemark.example", arrives);
  await looksRight(page, "content-preview");
  await give(page);
  await expect(page.getByTestId("waiting-change")).toContainText(reason, arrives);
  await expect(page.getByTestId("approve-change")).toHaveCount(0);
  await second.page.goto(`${origin}/content`);
  await second.page.getByTestId("approve-change").click(arrives);
  await expect(second.page.getByTestId("difference")).toContainText("next.tidemark.example", arrives);
  await give(second.page);
  await expect(second.page.getByTestId("waiting-change")).toHaveCount(0, arrives);
  expect(JSON.parse(await second.page.getByTestId("config-text").inputValue())).toMatchObject({
    website: "https://next.tidemark.example",
  });
  for (const section of ["trials", "flags"]) {
    await second.page.getByTestId(`section-${section}`).click();
    await looksRight(second.page, `content-${section}`);
  }
  expect([...problems, ...second.problems]).toEqual([]);
});
