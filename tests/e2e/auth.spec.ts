import { expect, test } from "@playwright/test";
import { readMailbox } from "./letters.ts";
import { newEmail, password, register, typePassword } from "./newcomer.ts";
import { Visit } from "./visit.ts";

const changed = "Louder-Harbour-27";

test("S2.41 somebody registers by e-mail: what is wrong is said, a wrong code too, and the right one opens the account", async ({
  browser,
}) => {
  const email = newEmail();
  const visit = await Visit.begin(browser);
  await visit.open("/auth/register/email?backurl=%2Fmarkets");
  await visit.at("register-submit").click();
  const main = visit.page.locator("main");
  for (const words of [
    "Please input correct email address",
    "Password format error",
    "Please agree to the terms of use.",
  ])
    await expect(main).toContainText(words);
  await visit.at("register-id").fill(`${"x".repeat(45)}@example.com`);
  await expect(main).toContainText("Email address must not exceed 50 characters.");
  await visit.at("register-id").fill(email);
  await typePassword(visit, password, changed);
  await expect(main).toContainText("The two passwords are different. Please retry.");
  await typePassword(visit, password);
  await visit.page.getByText("I have read and agree").click();
  await visit.at("register-submit").click();
  await expect(main).toContainText(/Resend code in \d+ seconds\. Valid for 10 minutes\./);
  const code = await readMailbox.code(email);
  await visit.at("code-email").fill(code === "000000" ? "111111" : "000000");
  await expect(main).toContainText("Invalid verify code.");
  await visit.at("code-email").fill(code);
  await visit.page.waitForURL("**/markets");
  await expect(visit.page.getByRole("alertdialog")).toContainText("Exclusive register bonus");
  await visit.at("offer-later").click();
  await expect(visit.page.getByRole("alertdialog")).toHaveCount(0);
  await visit.close();
});

test("S2.42 somebody registers by phone, with the code of a text message", async ({ browser }) => {
  const visit = await Visit.begin(browser, { locale: "de-DE" });
  await visit.open("/auth/register/phone?backurl=%2Fmarkets");
  await expect(visit.at("country-code")).toContainText("+49");
  const number = `1512${String(Date.now()).slice(-7)}`;
  await visit.at("register-id").fill(number);
  await typePassword(visit, password);
  await visit
    .at("register-terms")
    .locator("..")
    .click({ position: { x: 8, y: 8 } });
  await visit.at("register-submit").click();
  await visit.at("code-sms").fill(await readMailbox.code(`+49${number}`));
  await visit.page.waitForURL("**/markets");
  await visit.close();
});

test("S2.44 a forgotten password is replaced by the code, ends the other session and lets in by the new one", async ({
  browser,
}) => {
  const email = newEmail();
  const before = await register(browser, email);
  const visit = await Visit.begin(browser);
  await visit.open("/auth/login?backurl=%2Fmarkets");
  await visit.page.getByText("Forgot password?").click();
  await visit.at("forgot-id").fill("nobody");
  await visit.at("forgot-submit").click();
  await expect(visit.page.locator("main")).toContainText("Please input a valid email address/cellphone number.");
  await visit.at("forgot-id").fill(email);
  const since = Date.now();
  await visit.at("forgot-submit").click();
  await visit.page.waitForURL("**/auth/reset**");
  await typePassword(visit, changed);
  await visit.at("code-email").fill(await readMailbox.code(email, since));
  await expect(visit.page.locator("main")).toContainText("Withdrawals stay locked for 24 hours");
  await visit.at("reset-submit").click();
  await visit.page.waitForURL("**/auth/login**");
  await visit.at("login-id").fill(email);
  await visit.at("login-password").fill(password);
  await visit.at("login-submit").click();
  await expect(visit.page.locator("main")).toContainText("The account or the password is wrong.");
  await visit.at("login-password").fill(changed);
  await visit.at("login-submit").click();
  await visit.page.waitForURL("**/markets");
  await before.open("/markets");
  await expect(before.page.locator("body")).toContainText("Login has expired");
  await Promise.all([before.close(), visit.close()]);
});

test("S2.39 a QR code expires and is refreshed; scanned and confirmed by a signed-in phone it lets the browser in", async ({
  browser,
}) => {
  const phone = await register(browser, newEmail());
  const visit = await Visit.begin(browser);
  await visit.page.clock.install();
  await visit.open("/auth/login?backurl=%2Fmarkets");
  await visit.page.getByRole("tab", { name: "QR code" }).click();
  await expect(visit.page.locator("main")).toContainText("Expires in 0:5");
  await visit.page.clock.fastForward(61_000);
  await expect(visit.page.locator("main")).toContainText("QR code expired");
  const made = visit.page.waitForResponse((response) => response.url().includes("/user/qr/create"));
  await visit.at("qr-refresh").click();
  const { data } = (await (await made).json()) as { data: { code: string } };
  await phone.open(`/auth/qr/${data.code}`);
  await expect(phone.page.locator("main")).toContainText("Log in on another device?");
  await expect(phone.page.locator("main")).toContainText("Chrome");
  await visit.page.clock.runFor(3_000);
  await expect(visit.page.locator("main")).toContainText("Scanned. Confirm on your phone.");
  await phone.at("qr-allow").click();
  await expect(phone.at("qr-answered")).toContainText("The other device is logged in.");
  await visit.page.clock.runFor(3_000);
  await visit.page.waitForURL("**/markets");
  await Promise.all([phone.close(), visit.close()]);
});

test("S2.53 Google opens an account after the terms; an address that is registered is linked by its owner's password and a code", async ({
  browser,
}) => {
  const visit = await Visit.begin(browser);
  const person = newEmail();
  await visit.open("/auth/login?backurl=%2Fmarkets");
  await visit.at("third-google").click();
  await visit.page.locator("[name=account]").fill(person.split("@")[0]!);
  await visit.page.locator("[name=email]").fill(person);
  await visit.page.locator("form button").click();
  await expect(visit.page.locator("main")).toContainText("Welcome. One step is left.");
  await visit.at("third-register").click();
  await expect(visit.page.locator("main")).toContainText("Please agree to the terms of use.");
  await visit.page.getByText("I have read and agree").click();
  await visit.at("third-register").click();
  await visit.page.waitForURL("**/markets");
  await visit.close();

  const email = newEmail();
  await (await register(browser, email)).close();
  const other = await Visit.begin(browser);
  await other.open("/auth/login?backurl=%2Fmarkets");
  await other.at("third-google").click();
  await other.page.locator("[name=account]").fill(email.split("@")[0]!);
  await other.page.locator("[name=email]").fill(email);
  await other.page.locator("form button").click();
  await other.page.waitForURL("**/auth/associate");
  await expect(other.page.locator("main")).toContainText(
    "This email is already registered. You can verify your email and link it to a third-party account.",
  );
  await other.at("associate-password").fill(password);
  await other.at("associate-submit").click();
  await other.page.waitForURL("**/auth/verify**");
  const since = Date.now();
  await other.at("send-email").click();
  await expect(other.page.locator("body")).toContainText("Verification code sent successfully");
  await other.at("code-email").fill(await readMailbox.code(email, since));
  await other.page.waitForURL("**/markets");
  await other.close();
});
