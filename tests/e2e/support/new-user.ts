import type { BrowserContextOptions } from "@playwright/test";
import { readMailbox } from "./mailbox.ts";
import type { Look } from "./looks.ts";
import { Visit } from "./visit.ts";

export const password = "Quiet-Harbour-26";
export const otherPassword = "Louder-Harbour-27";
let count = 0;
export const newEmail = (): string => `walker${Date.now().toString(36)}${(count += 1)}@example.com`;

/** A mobile number of the country that the page assumes, and its international form. */
export function newNumber({ name }: Look): { readonly typed: string; readonly called: string } {
  const digits = `${Date.now()}${(count += 1)}`.slice(-6);
  const [code, typed] = name.startsWith("fa") ? ["+98", `9121${digits}`] : ["+1", `2125${digits}`];
  return { typed, called: code + typed };
}

export async function typePassword(visit: Visit, text: string, again = text): Promise<void> {
  await visit.at("new-password").fill(text);
  await visit.at("confirm-password").fill(again);
}

export async function agree(visit: Visit): Promise<void> {
  await visit.page.getByRole("checkbox").focus();
  await visit.page.keyboard.press("Space");
}

/** A page with this look, at a path. */
export async function openPage(look: Look, path: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await Visit.begin(look.browser, { ...look.options, ...options });
  await visit.open(path);
  return visit;
}

/** Registers a new user by form and code, up to the page that follows; closes the welcome offer. */
export async function register(
  look: Look,
  email: string,
  back = "/markets",
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await openPage(look, `/auth/register/email?backurl=${encodeURIComponent(back)}`, options);
  await visit.at("register-id").fill(email);
  await typePassword(visit, password);
  await agree(visit);
  await visit.at("register-submit").click();
  await visit.at("code-email").fill(await readMailbox.code(email));
  await visit.arrivesAt(back);
  await visit.at("offer-later").click();
  return visit;
}

export async function signIn(visit: Visit, loginId: string, secret = password, back = "/markets"): Promise<void> {
  await visit.open(`/auth/login?backurl=${encodeURIComponent(back)}`);
  await visit.at("login-id").fill(loginId);
  await visit.at("login-password").fill(secret);
  await visit.at("login-submit").click();
}

export async function signOut(visit: Visit): Promise<void> {
  await visit.at("account-menu").click();
  await visit.at("sign-out").click();
  await visit.at("account-menu").waitFor({ state: "detached" });
  // A page that needs a session leads to the sign-in by itself, and what is opened meanwhile would be aborted.
  if (new URL(visit.page.url()).pathname.startsWith("/personal/")) await visit.page.waitForURL(/\/auth\/login/);
}

/** A wrong code of six digits. */
export const wrongCode = (code: string): string => (code === "000000" ? "111111" : "000000");

/** The help behind a code field, opened and closed again. */
export async function readHelp(visit: Visit, { translated }: Look, channel: "email" | "sms"): Promise<string> {
  const help = visit.page.getByRole("button", { name: translated("The code did not arrive?") }).last();
  await help.click();
  const lines = visit.page.getByRole("list").filter({ hasText: translated("Contact customer support: {support}") });
  await lines.filter({ hasText: translated("Wait a few minutes") }).waitFor();
  const path = channel === "email" ? "Double-check the email address" : "Double-check the phone number";
  await lines.filter({ hasText: translated(path) }).waitFor();
  const text = (await lines.textContent()) ?? "";
  await help.click();
  return text;
}
