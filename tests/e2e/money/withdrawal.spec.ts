import { expect, test } from "@playwright/test";
import type { Exchange } from "../../../tools/dev/exchange.ts";
import { emailOf } from "../../../tools/dev/seed/people.ts";
import { type Authenticator, bindAuthenticator } from "../support/authenticator.ts";
import { exchangeWithoutWaits } from "../support/exchange-without-waits.ts";
import { lookOf } from "../support/looks.ts";
import { readMailbox } from "../support/mailbox.ts";
import { Screen } from "../support/screen.ts";

// An exchange of its own: after a factor was bound nothing leaves for a day, and a new address waits a day; here neither waits. Each test
// starts where the one before ended.
test.describe.configure({ mode: "serial" });

const page = "/personal/withdrawal";
const address = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
let exchange: Exchange;
let alice: Screen;
let authenticator: Authenticator;

test.beforeAll(async ({ browser }) => {
  test.setTimeout(150_000);
  exchange = await exchangeWithoutWaits({ platformEnv: { WITHDRAWAL_REVIEW_FROM_USDT: "5000" } });
  alice = await Screen.signIn(browser, "alice", { context: { baseURL: exchange.url } });
});
test.afterAll(async () => {
  await alice?.page.context().close();
  await exchange?.remove();
});

const mailCode = (since: number): Promise<string> => readMailbox.code(emailOf("alice"), since, exchange.mailboxUrl);

/** Fills the form, reviews it and confirms it up to the code of the mail. */
async function request(amount: string): Promise<number> {
  await alice.at("withdrawal-address").first().click();
  await alice.at("withdrawal-amount").fill(amount);
  await alice.at("withdrawal-review-open").click();
  await expect(alice.at("review-address")).toHaveAttribute("data-address", address);
  const since = Date.now();
  await alice.at("withdrawal-review-submit").click();
  return since;
}

test("[S2.12 S2.111] before anything is typed the page says which factor a withdrawal needs, and leads to where one is bound", async () => {
  await alice.at("assets-menu").click();
  await alice.at("assets").getByRole("link", { name: "Withdraw" }).click();
  await expect(alice.page).toHaveURL(new RegExp(`${page}$`));
  await expect(alice.at("withdrawal-notice")).toHaveAttribute("data-obstacle", "factor");
  await expect(alice.at("withdrawal-review-open")).toBeDisabled();
  await expect(alice.at("withdrawal-amount")).toBeDisabled();
  await alice.page.getByRole("link", { name: "Open the Security Center" }).click();
  authenticator = await bindAuthenticator(alice, exchange.mailboxUrl);

  await alice.page.goto(page);
  await expect(alice.at("withdrawal-notice")).toHaveAttribute("data-obstacle", "none");
  await expect(alice.at("withdrawal-notice")).toContainText("You will confirm with your authenticator");
});

test("[U.33 S1.77] coin, network with its fee, an address of the book and an amount come to what arrives and what is left, as the exchange books it", async () => {
  await alice.page.getByRole("link", { name: "Add address" }).click();
  await alice.at("address-add-open").click();
  await alice.at("address-label").fill("Cold wallet");
  await alice.at("address-network").click();
  await alice.page.getByRole("option", { name: "Local EVM chain" }).click();
  await alice.at("address-text").fill(address);
  await alice.at("address-add-submit").click();
  await alice.at("code-factor").fill(authenticator.code(0));
  await expect(alice.at("address-row")).toContainText("Cold wallet");

  await alice.page.goto(page);
  await alice.at("withdrawal-amount").fill("9.5");
  await expect(alice.at("withdrawal")).toContainText("At least 10 USDT");
  await alice.at("withdrawal-max").click();
  const most = (await alice.at("withdrawal-available").innerText()).replace(/[^0-9.]/g, "");
  expect(Number((await alice.at("withdrawal-amount").inputValue()).replaceAll(",", ""))).toBe(Number(most));
  await alice.at("withdrawal-amount").fill("100.5");
  await expect(alice.at("withdrawal-sent")).toHaveText("100.50 USDT");
  await expect(alice.at("withdrawal-fee")).toHaveText("1.00 USDT");
  await expect(alice.at("withdrawal-arrives")).toHaveText("99.50");
  await expect(alice.at("withdrawal-limit")).toHaveText("2,000,000.00 of 2,000,000.00 USDT");
  await alice.at("withdrawal-review-open").click();
  await expect(alice.at("withdrawal")).toContainText("Please choose an address");
  await expect(alice.at("withdrawal-review")).toHaveCount(0);
});

test("confirmed by the code of the mail it is approved, counts in the limit and can no longer be cancelled", async () => {
  const since = await request("100.5");
  const code = await mailCode(since);
  await alice.at("code-withdrawal").fill(code === "000000" ? "111111" : "000000");
  await alice.at("withdrawal-code-submit").click();
  await expect(alice.at("withdrawal-code")).toContainText("Invalid verify code.");
  await alice.at("code-withdrawal").fill(code);
  await alice.at("withdrawal-code-submit").click();
  await expect(alice.at("withdrawal-code")).toHaveCount(0);
  const open = alice.at("withdrawal-open");
  await expect(open).toHaveAttribute("data-state", "APPROVED");
  await expect(open).toContainText("It can no longer be cancelled.");
  await expect(open.getByTestId("withdrawal-cancel")).toHaveCount(0);
  await expect(alice.at("withdrawal-row").first()).toContainText("100.50 USDT");
  await expect(alice.at("withdrawal-limit")).toHaveText("1,999,899.50 of 2,000,000.00 USDT");
});

test("a code that was left for later waits with its reason; a large withdrawal waits for operators, says so before, and its owner takes it back", async () => {
  await alice.at("withdrawal-amount").fill("6000");
  await expect(alice.at("withdrawal-will-review")).toContainText("From 5,000.00 USDT on");
  const since = await request("6000");
  await expect(alice.at("code-withdrawal")).toBeVisible();
  await alice.page.keyboard.press("Escape");
  const first = alice.at("withdrawal-open").first();
  await expect(first).toHaveAttribute("data-state", "UNCONFIRMED");
  await expect(first).toContainText("without the code nothing leaves");
  await first.getByTestId("withdrawal-enter-code").click();
  await alice.at("code-withdrawal").fill(await mailCode(since));
  await alice.at("withdrawal-code-submit").click();
  await expect(first).toHaveAttribute("data-state", "IN_REVIEW");
  await expect(first).toContainText("there is nothing for you to do");
  await first.getByTestId("withdrawal-cancel").click();
  await expect(alice.at("withdrawal-cancel-ask")).toContainText("The amount comes back to the Capital Account");
  await alice.at("withdrawal-cancel-ask-submit").click();
  await expect(first).toHaveAttribute("data-state", "RETURNING");
});

test("[S7.59 D.64] read in Korean on the site for Korea, the form asks for the receiving provider, and the withdrawal keeps it", async () => {
  await alice.page.goto(`/kr${page}`);
  const receiver = alice.at("withdrawal-receiver");
  await expect(alice.at("withdrawal-amount")).toBeEnabled();
  await expect(receiver).toHaveCount(0);
  await alice.at("language-button").click();
  await alice.at("language").getByRole("button", { name: "한국어" }).click();
  await expect(alice.page.locator("html")).toHaveAttribute("lang", "ko-KR");
  await expect(receiver).toBeVisible();

  await alice.at("withdrawal-address").first().click();
  await alice.at("withdrawal-amount").fill("50");
  for (const wrong of ["", "<b>Harbour</b>"]) {
    await receiver.fill(wrong);
    await alice.at("withdrawal-review-open").click();
    await expect(receiver).toHaveAttribute("aria-invalid", "true");
    await expect(alice.at("withdrawal-review")).toHaveCount(0);
  }
  await receiver.fill("Harbour Exchange (Seoul)");
  await alice.at("withdrawal-review-open").click();
  await expect(alice.at("withdrawal-review")).toContainText("Harbour Exchange (Seoul)");
  const requested = alice.page.waitForResponse((response) => response.request().postData()?.includes("Seoul") === true);
  const since = Date.now();
  await alice.at("withdrawal-review-submit").click();
  expect(await (await requested).json()).toMatchObject({ code: 200, data: { receiver: "Harbour Exchange (Seoul)" } });
  await alice.at("code-withdrawal").fill(await mailCode(since));
  await alice.at("withdrawal-code-submit").click();
  await expect(alice.at("withdrawal-code")).toHaveCount(0);
  await expect(alice.at("withdrawal-open").first()).toHaveAttribute("data-state", "APPROVED");

  // The same site in English asks for none.
  await alice.at("language-button").click();
  await alice.at("language").getByRole("button", { name: "English" }).click();
  await expect(receiver).toHaveCount(0);
});

test("[S2.11 S2.110] the deposit page opens from the menu, and with the coin of its address", async () => {
  await alice.page.goto("/personal/assets");
  await alice.at("assets-menu").click();
  await alice.at("assets").getByRole("link", { name: "Deposit" }).click();
  await expect(alice.page).toHaveURL(/\/personal\/deposit$/);
  await expect(alice.at("coin")).toContainText("USDT");
  await alice.page.goto("/personal/deposit?asset=BTC");
  await expect(alice.page.getByRole("heading", { level: 1 })).toHaveText("Deposit");
  await expect(alice.at("coin")).toContainText("BTC");
});

test("money that is elsewhere comes by a transfer, which shows what may leave each account before one is chosen", async () => {
  await alice.page.goto("/personal/assets/wallet");
  await alice.at("assets-transfer").click();
  await alice.at("transfer-from-account").click();
  const options = alice.page.getByRole("option");
  await expect(options).toHaveCount(5);
  for (const name of ["Capital Account", "Spot", "Derivatives"])
    await expect(options.filter({ hasText: name })).toContainText(/\d\.\d{2}/);
  // Coin-margined contracts take no USDT.
  await expect(options.filter({ hasText: "Crypto Contract" })).toContainText("–");
  await alice.page.keyboard.press("Escape");
  await alice.page.keyboard.press("Escape");
});

test("the same page in Persian on a phone has every text, and asks for a factor in its own words", async ({
  browser,
}) => {
  const look = lookOf("fa phone", browser);
  const bob = await Screen.signIn(browser, "bob", { context: { ...look.options, baseURL: exchange.url } });
  await bob.page.goto(`${page}?asset=BTC`);
  await expect(bob.at("withdrawal-notice")).toHaveAttribute("data-obstacle", "factor");
  await expect(bob.at("withdrawal-notice")).toContainText(
    look.translated("A withdrawal needs a passkey or an authenticator, and your account has neither."),
  );
  await expect(bob.at("network-BITCOIN_REGTEST")).toBeVisible();
  await bob.page.context().close();
});
