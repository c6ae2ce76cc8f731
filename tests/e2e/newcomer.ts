import type { BrowserContextOptions } from "@playwright/test";
import { readMailbox } from "./letters.ts";
import type { Look } from "./looks.ts";
import { Visit } from "./visit.ts";

export const password = "Quiet-Harbour-26";
export const otherPassword = "Louder-Harbour-27";
let count = 0;
export const newEmail = (): string => `walker${Date.now().toString(36)}${(count += 1)}@example.com`;

/** A mobile number of the country that the page takes the person to be in, and how it is called from elsewhere. */
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

/** Somebody with this look, at an address. */
export async function come(look: Look, address: string, options: BrowserContextOptions = {}): Promise<Visit> {
  const visit = await Visit.begin(look.browser, { ...look.options, ...options });
  await visit.open(address);
  return visit;
}

/** Somebody new, through the form and the code, until the page that comes after; what is offered to newcomers is put aside. */
export async function register(
  look: Look,
  email: string,
  back = "/markets",
  options: BrowserContextOptions = {},
): Promise<Visit> {
  const visit = await come(look, `/auth/register/email?backurl=${encodeURIComponent(back)}`, options);
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
}

/** What six digits are not. */
export const wrongCode = (code: string): string => (code === "000000" ? "111111" : "000000");

/** The help behind a code field, opened and closed again. */
export async function readHelp(visit: Visit, { says }: Look, channel: "email" | "sms"): Promise<string> {
  const help = visit.page.getByRole("button", { name: says("The code did not arrive?") }).last();
  await help.click();
  const lines = visit.page.getByRole("list").filter({ hasText: says("Contact customer support: {support}") });
  await lines.filter({ hasText: says("Wait a few minutes") }).waitFor();
  const address = channel === "email" ? "Double-check the email address" : "Double-check the phone number";
  await lines.filter({ hasText: says(address) }).waitFor();
  const text = (await lines.textContent()) ?? "";
  await help.click();
  return text;
}
