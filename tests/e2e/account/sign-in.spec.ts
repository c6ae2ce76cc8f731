import { expect, test } from "@playwright/test";
import pg from "pg";
import { developmentPassword } from "../../../tools/dev/trader.ts";
import { readMailbox } from "../support/mailbox.ts";
import { type Look, path } from "../support/looks.ts";
import {
  agree,
  openPage,
  newEmail,
  newNumber,
  otherPassword,
  password,
  readHelp,
  signIn,
  signOut,
  typePassword,
  wrongCode,
} from "../support/new-user.ts";
import { Visit } from "../support/visit.ts";

test.describe.configure({ mode: "parallel" });

/** The users that alice invited, and her referral code. */
async function ofAlice<T>(ask: (database: pg.Client) => Promise<T>): Promise<T> {
  const database = new pg.Client({ connectionString: process.env.E2E_DATABASE! });
  await database.connect();
  return ask(database).finally(() => database.end());
}
const inviteOfAlice = (): Promise<string> =>
  ofAlice(async (database) => {
    const { rows } = await database.query(
      "select referral_code from identity.users where email = 'alice@tidemark.test'",
    );
    return (rows[0] as { referral_code: string }).referral_code;
  });
const isInvitedByAlice = (email: string): Promise<boolean> =>
  ofAlice(async (database) => {
    const { rowCount } = await database.query(
      `select 1 from identity.users one join identity.users other on one.referred_by = other.uid
       where one.email = $1 and other.email = 'alice@tidemark.test'`,
      [email],
    );
    return rowCount === 1;
  });

/** All validation messages of the form; nothing is sent before it is valid. */
async function fillRegistration(visit: Visit, look: Look, email: string): Promise<void> {
  const main = visit.page.locator("main");
  await visit.at("register-submit").click();
  for (const text of [
    "Please input correct email address",
    "Please enter a password",
    "Please agree to the terms of use.",
  ])
    await expect(main).toContainText(look.translated(text));
  await typePassword(visit, "too-simple");
  await expect(main).toContainText(look.translated("Password format error"));
  await visit.at("register-id").fill(`${"x".repeat(45)}@example.com`);
  await expect(main).toContainText(look.translated("Email address must not exceed 50 characters."));
  await visit.at("register-id").fill(email);
  await typePassword(visit, password, otherPassword);
  await expect(main).toContainText(look.translated("The two passwords are different. Please retry."));
  await typePassword(visit, password);
  await visit.page.getByRole("button", { name: look.translated("Were you invited?") }).click();
  await visit.at("register-referral").fill("short");
  await expect(main).toContainText(look.translated("A referral code has 8 letters and digits."));
  await visit.at("register-referral").fill("zzzzzzzz");
  await agree(visit);
}

path(
  "en phone",
  "[S2.9 S2.33 S2.34 S2.35 S2.36 S2.42 S2.47 S3.112 S3.113 S4.25 S5.21 S8.21 S8.22 S8.29 S9.8] somebody registers by e-mail: what is wrong is said beside its field, a code comes anew after the countdown, and the right one opens the account of an invited person",
  async (look) => {
    const email = newEmail();
    const invite = await inviteOfAlice();
    const visit = await openPage(look, "/auth/register/email?backurl=%2Fmarkets");
    const main = visit.page.locator("main");
    await fillRegistration(visit, look, email);
    await visit.at("register-submit").click();
    await expect(main).toContainText(
      look.translated("Resend code in {0} seconds. Valid for {1} minutes.", { "1": "10" }),
    );
    expect(await readHelp(visit, look, "email")).toMatch(look.translated("Check the spam folder"));
    const first = await readMailbox.code(email);
    await visit.at("code-email").fill(wrongCode(first));
    await expect(main).toContainText(look.translated("Invalid verify code."));
    await visit.at("code-email").fill(first);

    // An unknown referral code is reported at its field, and the sent code stays valid.
    await expect(main).toContainText(look.translated("There is no such referral code."));
    await visit.at("register-referral").fill(invite);
    await visit.at("register-submit").click();
    const since = Date.now();
    await visit.at("send-email").click();
    await expect(visit.page.locator("body")).toContainText(look.translated("Verification code sent successfully"));
    const second = await readMailbox.code(email, since);
    if (second !== first) {
      await visit.at("code-email").fill(first);
      await expect(main).toContainText(look.translated("Invalid verify code."));
    }
    await visit.at("code-email").fill(second);
    await visit.arrivesAt("/markets");
    const offer = visit.page.getByRole("alertdialog");
    await expect(offer).toContainText(look.translated("Special offer"));
    await expect(offer).toContainText(look.translated("Exclusive register bonus"));
    await offer.getByRole("button", { name: look.translated("not now") }).click();
    await expect(offer).toHaveCount(0);
    expect(await isInvitedByAlice(email)).toBe(true);

    await signOut(visit);
    await signIn(visit, email, otherPassword);
    await expect(main).toContainText(look.translated("The account or the password is wrong."));
    await visit.at("login-password").fill(password);
    await visit.at("login-submit").click();
    await visit.arrivesAt("/markets");
    await visit.close();
  },
);

path(
  "fa desktop",
  "[S2.43 S3.112 S5.13 S2.39 S2.40 S2.30] somebody registers by phone, with the code of a text message; a forgotten password is replaced by the code, ends the other session and locks withdrawals",
  async (look) => {
    const { typed, called } = newNumber(look);
    const before = await openPage(look, "/auth/register/phone?backurl=%2Fmarkets");
    await before.at("register-id").fill("12");
    await before.at("register-submit").click();
    await expect(before.page.locator("main")).toContainText(look.translated("Please input valid cellphone number"));
    await before.at("register-id").fill(typed);
    await typePassword(before, password);
    await agree(before);
    await before.at("register-submit").click();
    await before.at("code-sms").fill(await readMailbox.code(called));
    await before.arrivesAt("/markets");

    // The return path is another site's: it is ignored.
    const visit = await openPage(look, "/auth/login?backurl=https%3A%2F%2Fevil.example%2Fmarkets");
    const main = visit.page.locator("main");
    await visit.page.getByRole("link", { name: look.translated("Forgot password?") }).click();
    await visit.at("forgot-id").fill("nobody");
    await visit.at("forgot-submit").click();
    await expect(main).toContainText(look.translated("Please input a valid email address/cellphone number."));
    await visit.at("forgot-id").fill(typed);
    const since = Date.now();
    await visit.at("forgot-submit").click();
    await visit.arrivesAt(/\/auth\/reset/);
    await typePassword(visit, otherPassword);
    await visit.at("reset-submit").click();
    await expect(main).toContainText(look.translated("Please enter 6-digit SMS verification code"));
    expect(await readHelp(visit, look, "sms")).not.toMatch(look.translated("Check the spam folder"));
    await visit.at("code-sms").fill(await readMailbox.code(called, since));
    await expect(main).toContainText(
      look.translated("Withdrawals stay locked for 24 hours after the change, and all devices are logged out."),
    );
    await visit.at("reset-submit").click();
    await visit.arrivesAt(/\/auth\/login/);
    await visit.at("login-id").fill(typed);
    await visit.at("login-password").fill(password);
    await visit.at("login-submit").click();
    await expect(main).toContainText(look.translated("The account or the password is wrong."));
    await visit.at("login-password").fill(otherPassword);
    await visit.at("login-submit").click();
    await visit.page.waitForURL((url) => url.pathname === "/" && url.host === new URL(process.env.E2E_URL!).host);

    // The welcome offer is not shown to signed-out users.
    await before.open("/markets");
    await expect(before.at("account-menu")).toHaveCount(0);
    await expect(before.page.getByRole("alertdialog")).toHaveCount(0);
    await visit.open("/personal/security");
    await expect(visit.at("withdrawal-lock")).toContainText(
      look.translated("Withdrawals are locked until {date} because your security settings were changed."),
    );
    const lockedFor = Number(await visit.at("withdrawal-lock").getAttribute("data-until")) - Date.now();
    expect(lockedFor / 3_600_000).toBeGreaterThan(23.9);
    await Promise.all([before.close(), visit.close()]);
  },
);

path(
  "en desktop",
  "[S2.31 S2.32 S4.26] a QR code expires and is refreshed; scanned and confirmed by a signed-in phone it lets the browser in",
  async (look) => {
    const visit = await openPage(look, "/auth/login?backurl=%2Fmarkets");
    const main = visit.page.locator("main");
    const tab = visit.page.getByRole("tab", { name: look.translated("QR code") });
    await tab.click();
    await expect(main).toContainText(look.translated("Expires in {time}"));
    const phone = await Visit.begin(look.browser, look.options);
    await phone.signIn("carol");
    await expect(main).toContainText(look.translated("QR code expired"), { timeout: 20_000 });
    const made = visit.page.waitForResponse((response) => response.url().includes("/user/qr/create"));
    await visit.page.getByRole("button", { name: look.translated("Refresh") }).click();
    const { data } = (await (await made).json()) as { data: { code: string } };
    await phone.open(`/auth/qr/${data.code}`);
    await expect(phone.page.locator("main")).toContainText(look.translated("Log in on another device?"));
    await expect(phone.page.locator("main")).toContainText("Chrome");
    await expect(main).toContainText(look.translated("Scanned. Confirm on your phone."));
    await phone.at("qr-password").fill(developmentPassword);
    await phone.page.getByRole("button", { name: look.translated("Confirm log in") }).click();
    await expect(phone.at("qr-answered")).toContainText(look.translated("The other device is logged in."));
    await visit.arrivesAt("/markets");
    await Promise.all([phone.close(), visit.close()]);
  },
);
