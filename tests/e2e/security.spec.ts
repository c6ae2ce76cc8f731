import { type Browser, type CDPSession, expect, test } from "@playwright/test";
import { generateSync } from "otplib";
import { readMailbox } from "./letters.ts";
import { newEmail, password, register } from "./newcomer.ts";
import { Visit } from "./visit.ts";

// Passkeys belong to names: a number has none.
const baseURL = (process.env.E2E_URL ?? "http://127.0.0.1:8080").replace("127.0.0.1", "localhost");
const center = "/personal/security";

/** Somebody new in front of the Security Center; what is offered to newcomers has been put aside. */
async function atCenter(browser: Browser, email: string): Promise<Visit> {
  const visit = await register(browser, email, { baseURL }, center);
  await visit.at("offer-later").click();
  await expect(visit.at("strength")).toHaveAttribute("data-count", "1");
  return visit;
}

async function sendOwnCode(visit: Visit, email: string): Promise<void> {
  const since = Date.now();
  await visit.at("send-own").click();
  await visit.at("code-own").fill(await readMailbox.code(email, since));
}

async function signOut(visit: Visit): Promise<void> {
  await visit.at("account-menu").click();
  await visit.at("sign-out").click();
  await expect(visit.at("account-menu")).toHaveCount(0);
}

async function signIn(visit: Visit, email: string): Promise<void> {
  await visit.open(`/auth/login?backurl=${encodeURIComponent(center)}`);
  await visit.at("login-id").fill(email);
  await visit.at("login-password").fill(password);
  await visit.at("login-submit").click();
}

/** A code serves once, so the test takes the step before, the present one and the next: clocks may differ by one. */
const googleCodeOf = (key: string, stepsLater: number): string =>
  generateSync({ secret: key, epoch: Math.floor(Date.now() / 1_000) + stepsLater * 30 });

async function authenticatorOf(visit: Visit): Promise<{ cdp: CDPSession; authenticatorId: string }> {
  const cdp = await visit.context.newCDPSession(visit.page);
  await cdp.send("WebAuthn.enable");
  const { authenticatorId } = await cdp.send("WebAuthn.addVirtualAuthenticator", {
    options: {
      protocol: "ctap2",
      transport: "internal",
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return { cdp, authenticatorId };
}

test("S2.44 an authenticator is bound by QR code and key; what needs a second factor asks for it and goes on, and so does every log in", async ({
  browser,
}) => {
  const email = newEmail();
  const visit = await atCenter(browser, email);
  await visit.at("guard-authenticator-open").click();
  const key = visit.at("authenticator-key");
  await expect(key).toHaveText(/^[A-Z2-7 ]{16,}$/);
  const secret = (await key.textContent())!.replaceAll(" ", "");
  await visit.at("authenticator-bind-submit").click();
  await expect(visit.at("authenticator-bind")).toContainText("Please enter 6-digit Google verification code");
  await expect(visit.at("authenticator-bind")).toContainText("Please enter the 6-digit email verification code");
  await visit.page.getByRole("button", { name: "The code did not arrive?" }).click();
  for (const words of ["spam folder", "Wait a few minutes", "Double-check the email address", "customer support"])
    await expect(visit.at("authenticator-bind")).toContainText(words);
  await sendOwnCode(visit, email);
  await visit.at("code-google").fill(googleCodeOf(secret, -1));
  await visit.at("authenticator-bind-submit").click();
  await expect(visit.at("guard-authenticator")).toHaveAttribute("data-on", "true");

  // Binding does not show it: making a key asks, and goes on by itself when it is shown.
  await visit.open("/personal/settings/my-api");
  await visit.at("api-create-open").click();
  await visit.at("api-label").fill("bot");
  await visit.at("api-create-submit").click();
  await expect(visit.at("api-create")).toContainText("5 to 20 digits, letters and underscores");
  await visit.at("api-label").fill("market_maker_1");
  await visit.at("api-ips").fill("203.0.113.14\n198.51.100.0/28");
  await visit.at("api-create-submit").click();
  await visit.at("code-factor").fill(googleCodeOf(secret, 0));
  await expect(visit.at("api-secret")).toHaveText(/^[\w-]{32,}$/);
  const shown = (await visit.at("api-secret").textContent())!;
  await visit.page.keyboard.press("Escape");
  await visit.at("api-stored").click();
  await expect(visit.at("api-row")).toContainText("203.0.113.14");
  await visit.reload();
  await expect(visit.at("api-row")).toContainText("market_maker_1");
  expect(await visit.page.content()).not.toContain(shown);

  await signOut(visit);
  await signIn(visit, email);
  await visit.page.waitForURL("**/auth/verify**");
  await visit.at("code-google").fill("000000");
  await expect(visit.page.locator("main")).toContainText("Invalid Google Authenticator code");
  await visit.at("code-google").fill(googleCodeOf(secret, 1));
  await visit.page.waitForURL(`**${center}`);
  await expect(visit.at("guard-authenticator")).toHaveAttribute("data-on", "true");

  // A log in by the second factor has shown it: nothing is asked again.
  await visit.at("address-add-open").click();
  await visit.at("address-label").fill("Cold storage");
  await visit.at("address-text").fill("1BoatSLRHtKNngkdXEeobR76b53LETtpy");
  await visit.at("address-add-submit").click();
  await expect(visit.at("address-add")).toContainText("This is not an address of that network.");
  await visit.at("address-text").fill("1BoatSLRHtKNngkdXEeobR76b53LETtpyT");
  await visit.at("address-add-submit").click();
  await expect(visit.at("address-row")).toContainText("Usable from");
  await visit.close();
});

test("S2.49 the Security Center sets the anti-phishing code, ends another browser's session and adds a passkey that logs in", async ({
  browser,
}) => {
  const email = newEmail();
  const visit = await atCenter(browser, email);
  await visit.at("guard-antiPhishing-open").click();
  await visit.at("anti-phishing-text").fill("grey heron");
  await sendOwnCode(visit, email);
  await visit.at("anti-phishing-submit").click();
  await expect(visit.at("guard-antiPhishing")).toContainText("grey heron");

  const other = await Visit.begin(browser, { baseURL });
  await signIn(other, email);
  await other.page.waitForURL(`**${center}`);
  await expect(other.at("session-row")).toHaveCount(2);
  await visit.reload();
  await expect(visit.at("session-row")).toHaveCount(2);
  await visit.at("session-end").click();
  await expect(visit.at("session-row")).toHaveCount(1);
  await other.open(center);
  await expect(other.page.locator("body")).toContainText("Login has expired");
  await other.close();

  const { cdp, authenticatorId } = await authenticatorOf(visit);
  await visit.at("guard-passkey-open").click();
  await visit.at("passkey-name").fill("Laptop");
  await visit.at("passkey-password").fill("not-my-Password-1");
  await visit.at("passkey-add-submit").click();
  await expect(visit.at("passkey-add")).toContainText("password is wrong");
  await visit.at("passkey-password").fill(password);
  await visit.at("passkey-add-submit").click();
  await expect(visit.at("guard-passkey")).toHaveAttribute("data-on", "true");
  await expect(visit.at("strength")).toHaveAttribute("data-count", "3");
  await expect(visit.at("activity-row").first()).toContainText("Passkey added");
  const { credentials } = await cdp.send("WebAuthn.getCredentials", { authenticatorId });
  expect(credentials).toMatchObject([{ rpId: "localhost", isResidentCredential: true }]);

  await signOut(visit);
  await visit.open(`/auth/login?backurl=${encodeURIComponent(center)}`);
  // Without its owner's finger the browser gives nothing, and so there is nothing to send.
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: false });
  await visit.at("login-passkey").click();
  await expect(visit.page.locator("body")).toContainText("The passkey was not used.");
  await cdp.send("WebAuthn.setUserVerified", { authenticatorId, isUserVerified: true });
  await visit.at("login-passkey").click();
  await visit.page.waitForURL(`**${center}`);
  await visit.at("guard-passkey-open").click();
  await expect(visit.at("passkey-row")).toContainText("Laptop");
  await visit.page.getByRole("button", { name: "Remove Laptop" }).click();
  await visit.at("passkey-remove-submit").click();
  await expect(visit.at("passkey-row")).toHaveCount(0);
  await expect(visit.at("guard-passkey")).toHaveAttribute("data-on", "false");
  await visit.close();
});
