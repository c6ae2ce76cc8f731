import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "@playwright/test";
import { generateSync } from "otplib";
import { readMailbox } from "../support/mailbox.ts";
import { type Look, path } from "../support/looks.ts";
import { newEmail, newNumber, password, readHelp, register, signIn, signOut, wrongCode } from "../support/new-user.ts";
import { addPasskeyAuthenticator } from "../support/passkey-authenticator.ts";
import { Visit } from "../support/visit.ts";

test.describe.configure({ mode: "parallel" });

// Passkeys belong to names: a number has none.
const baseURL = (process.env.E2E_URL ?? "http://127.0.0.1:8080").replace("127.0.0.1", "localhost");
const center = "/personal/security";

/** A new user on the Security Center. */
async function atCenter(look: Look, email: string): Promise<Visit> {
  const visit = await register(look, email, center, { baseURL });
  await expect(visit.at("strength")).toHaveAttribute("data-count", "1");
  return visit;
}

/** Requests a code to a contact of the account and types it; if it is too soon for another, it retries. */
async function sendOwnCode(visit: Visit, to: string): Promise<void> {
  const since = Date.now();
  await expect(async () => {
    await visit.at("send-own").click({ timeout: 1_000 });
    await visit.at("send-own").waitFor({ state: "detached", timeout: 1_500 });
  }).toPass();
  await visit.at("code-own").fill(await readMailbox.code(to, since));
}

/** A code is valid once, so the test uses the previous, the current and the next step: clocks may differ by one. */
const googleCodeOf = (key: string, stepsLater: number): string =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1_000) + stepsLater * 30 });

/** Codes change every thirty seconds; one that is about to is not typed any more. */
async function roomInStep(): Promise<void> {
  const leftMs = 30_000 - (Date.now() % 30_000);
  if (leftMs < 6_000) await sleep(leftMs);
}

async function bindAuthenticator(visit: Visit, { translated }: Look, email: string): Promise<string> {
  await visit.at("guard-authenticator-open").click();
  const key = visit.at("authenticator-key");
  await expect(key).toHaveText(/^[A-Z2-7 ]{16,}$/);
  const secret = (await key.textContent())!.replaceAll(" ", "");
  const dialog = visit.at("authenticator-bind");
  await visit.at("authenticator-bind-submit").click();
  for (const text of [
    "Please enter 6-digit Google verification code",
    "Please enter the 6-digit email verification code",
    "Withdrawals stay locked for 24 hours after the change, and other devices are logged out.",
  ])
    await expect(dialog).toContainText(translated(text));
  await sendOwnCode(visit, email);
  await roomInStep();
  await visit.at("code-google").fill(googleCodeOf(secret, -1));
  await visit.at("authenticator-bind-submit").click();
  await expect(visit.at("guard-authenticator")).toHaveAttribute("data-on", "true");
  return secret;
}

path(
  "en desktop",
  "[S2.15 S2.44 S2.50 S5.12 S5.14 S1.80] an authenticator is bound by QR code and key; making an API key asks for it, every log in too, and the secret is shown once",
  async (look) => {
    const email = newEmail();
    const visit = await atCenter(look, email);
    const secret = await bindAuthenticator(visit, look, email);

    // Binding does not confirm the factor: creating a key asks for it, and continues when it is shown.
    await visit.open("/personal/settings/my-api");
    await visit.at("api-create-open").click();
    await visit.at("api-label").fill("bot");
    await visit.at("api-create-submit").click();
    await expect(visit.at("api-create")).toContainText(look.translated("5 to 20 digits, letters and underscores"));
    await visit.at("api-label").fill("market_maker_1");
    await visit.at("api-ips").fill("203.0.113.14\n198.51.100.0/28");
    await visit.page.getByRole("checkbox", { name: look.translated("Trade", {}, "permission of an API key") }).focus();
    await visit.page.keyboard.press("Space");
    await visit.at("api-create-submit").click();
    await visit.at("code-factor").fill(googleCodeOf(secret, 0));
    await expect(visit.at("api-secret")).toHaveText(/^[\w-]{32,}$/);
    const shown = (await visit.at("api-secret").textContent())!;
    await visit.page.keyboard.press("Escape");
    await visit.at("api-stored").click();
    await visit.reload();
    await expect(visit.at("api-row")).toContainText("market_maker_1");
    await expect(visit.at("api-row")).toContainText(look.translated("Trade", {}, "permission of an API key"));
    await expect(visit.at("api-row")).not.toContainText(look.translated("Withdraw"));
    expect(await visit.page.content()).not.toContain(shown);
    await visit.at("api-more").click();
    await visit.at("api-remove-open").click();
    await visit.at("api-remove-submit").click();
    await expect(visit.at("api-row")).toHaveCount(0);

    await signOut(visit);
    await signIn(visit, email, password, center);
    await visit.arrivesAt(/\/auth\/verify/);
    await visit.at("code-google").fill("000000");
    await expect(visit.page.locator("main")).toContainText(look.translated("Invalid Google Authenticator code"));
    await visit.at("code-google").fill(googleCodeOf(secret, 1));
    await visit.arrivesAt(center);
    await visit.close();
  },
);

path(
  "fa phone",
  "[S2.49 S1.79 S2.13] the Security Center sets the anti-phishing code, ends one session and all others, tells what happened, and freezes the account",
  async (look) => {
    const email = newEmail();
    const visit = await atCenter(look, email);
    await visit.at("guard-antiPhishing-open").click();
    await visit.at("anti-phishing-text").fill("grey heron");
    await sendOwnCode(visit, email);
    await visit.at("anti-phishing-submit").click();
    await expect(visit.at("guard-antiPhishing")).toContainText("grey heron");

    const others = [];
    for (let i = 0; i < 2; i += 1) {
      const other = await Visit.begin(look.browser, { ...look.options, baseURL });
      await signIn(other, email);
      await other.arrivesAt("/markets");
      others.push(other);
    }
    await visit.reload();
    await expect(visit.at("session-row")).toHaveCount(3);
    await visit.at("session-end").first().click();
    await expect(visit.at("session-row")).toHaveCount(2);
    await visit.at("sessions-end").click();
    await visit.at("sessions-end-ask-submit").click();
    await expect(visit.at("session-row")).toHaveCount(1);
    await others[0]!.page.goto(center);
    await others[0]!.arrivesAt(/\/auth\/login/, 15_000);
    await Promise.all(others.slice(1).map((other) => other.close()));
    await expect(visit.at("activity-row").first()).toContainText(look.translated("Session ended"));

    await visit.at("freeze-open").click();
    await visit.at("freeze-submit").click();
    await expect(visit.at("account-menu")).toHaveCount(0);
    await expect(visit.page.locator("body")).toContainText(
      look.translated("The account is frozen. Write to {support} to open it again."),
    );
    await signIn(others[0]!, email);
    await expect(others[0]!.page.locator("main")).toContainText(
      look.translated("The account is frozen. Please contact support."),
    );
    await Promise.all([visit.close(), others[0]!.close()]);
  },
);

path(
  "fa desktop",
  "[S2.42 S2.43 S5.13 D.68] codes by e-mail and text message are factors: a phone is added, both are asked for at the next log in, and help stands behind each",
  async (look) => {
    const email = newEmail();
    const { typed, called } = newNumber(look);
    const visit = await atCenter(look, email);
    await visit.at("guard-phone-open").click();
    await visit.at("address-submit").click();
    for (const text of [
      "Please input valid cellphone number",
      "Please enter 6-digit SMS verification code",
      "Please enter the 6-digit email verification code",
    ])
      await expect(visit.at("address")).toContainText(look.translated(text));
    await expect(visit.page.getByRole("button", { name: look.translated("The code did not arrive?") })).toHaveCount(2);
    await visit.at("address-new").fill(typed);
    await visit.at("send-new").click();
    await visit.at("code-new").fill(await readMailbox.code(called));
    await sendOwnCode(visit, email);
    await visit.at("address-submit").click();
    await expect(visit.at("guard-phone")).toHaveAttribute("data-on", "true");

    for (const [name, to] of [
      ["phone", called],
      ["email", email],
    ] as const) {
      await visit.at(`guard-${name}-open`).click();
      await visit.page.getByRole("dialog").getByRole("switch").focus();
      await visit.page.keyboard.press("Space");
      await sendOwnCode(visit, to);
      await visit.at("address-submit").click();
      await expect(visit.at(`guard-${name}`)).toContainText(look.translated("a code at every log in"));
    }
    await expect(visit.at("withdrawal-lock")).toBeVisible({ timeout: 15_000 });

    await signOut(visit);
    await signIn(visit, email, password, center);
    await visit.arrivesAt(/\/auth\/verify/);
    await expect(visit.page.getByRole("button", { name: look.translated("The code did not arrive?") })).toHaveCount(2);
    expect(await readHelp(visit, look, "sms")).not.toMatch(look.translated("Check the spam folder"));
    const since = Date.now();
    await visit.at("send-email").click();
    await visit.at("send-sms").click();
    const [emailCode, smsCode] = [await readMailbox.code(email, since), await readMailbox.code(called, since)];
    await visit.at("code-email").fill(wrongCode(emailCode));
    await visit.at("code-sms").fill(smsCode);
    await visit.at("verify-submit").click();
    await expect(visit.page.locator("main")).toContainText(look.translated("Invalid verify code."));
    await visit.at("code-email").fill(emailCode);
    await visit.at("verify-submit").click();
    await visit.arrivesAt(center);
    await visit.close();
  },
);

/** Withdrawal addresses: an invalid one is refused, a new one waits, leaves the allow list and is deleted. */
async function keepAddress(visit: Visit, look: Look): Promise<void> {
  const row = visit.at("address-row");
  const choose = async (text: string): Promise<void> => {
    await visit.page
      .getByRole("button", { name: look.translated("More about {name}", { name: "Cold storage" }) })
      .click();
    await visit.page.getByRole("menuitem", { name: look.translated(text) }).click();
  };
  await visit.at("address-add-open").click();
  await visit.at("address-label").fill("Cold storage");
  await visit.at("address-text").fill("1BoatSLRHtKNngkdXEeobR76b53LETtpy");
  await visit.at("address-add-submit").click();
  await expect(visit.at("address-add")).toContainText(look.translated("This is not an address of that network."));
  await visit.at("address-text").fill("1BoatSLRHtKNngkdXEeobR76b53LETtpyT");
  await visit.at("address-add-submit").click();
  await expect(row).toContainText(look.translated("Usable from {date}"));
  await choose("Take off the allow list");
  await expect(row).not.toContainText(look.translated("Allow-listed"));
  await choose("Delete");
  await expect(row).toHaveCount(0);
}

path(
  "en phone",
  "[S2.49] a passkey is added by its owner's password, logs in, lets a withdrawal address be kept, and is removed",
  async (look) => {
    const email = newEmail();
    const visit = await atCenter(look, email);
    const { cdp, authenticatorId } = await addPasskeyAuthenticator(visit.context, visit.page);
    await visit.at("guard-passkey-open").click();
    await visit.at("passkey-name").fill("Laptop");
    await visit.at("passkey-password").fill("not-my-Password-1");
    await visit.at("passkey-add-submit").click();
    await expect(visit.at("passkey-add")).toContainText(look.translated("The old password is wrong."));
    await visit.at("passkey-password").fill(password);
    await visit.at("passkey-add-submit").click();
    await expect(visit.at("guard-passkey")).toHaveAttribute("data-on", "true");
    await expect(visit.at("strength")).toHaveAttribute("data-count", "2");
    await expect(visit.at("activity-row").first()).toContainText(look.translated("Passkey added"));
    const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
    expect(credentials).toMatchObject([{ rpId: "localhost", isResidentCredential: true }]);

    await signOut(visit);
    await visit.open(`/auth/login?backurl=${encodeURIComponent(center)}`);
    // Without user verification the browser returns nothing, so there is nothing to send.
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
    await visit.at("login-passkey").click();
    await expect(visit.page.locator("body")).toContainText(
      look.translated("The passkey was not used. Please try again."),
    );
    await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
    await visit.at("login-passkey").click();
    await visit.arrivesAt(center);
    // A sign-in with a second factor has confirmed it: it is not asked for again.
    await keepAddress(visit, look);
    await visit.at("guard-passkey-open").click();
    await expect(visit.at("passkey-row")).toContainText("Laptop");
    await visit.page.getByRole("button", { name: look.translated("Remove {name}", { name: "Laptop" }) }).click();
    await visit.at("passkey-remove-submit").click();
    await expect(visit.at("passkey-row")).toHaveCount(0);
    await expect(visit.at("guard-passkey")).toHaveAttribute("data-on", "false");
    await visit.close();
  },
);
