import { type Browser, type BrowserContextOptions } from "@playwright/test";
import { readMailbox } from "./letters.ts";
import { Visit } from "./visit.ts";

export const password = "Quiet-Harbour-26";
let count = 0;
export const newEmail = (): string => `walker${Date.now().toString(36)}${(count += 1)}@example.com`;

export async function typePassword(visit: Visit, text: string, again = text): Promise<void> {
  await visit.at("new-password").fill(text);
  await visit.at("confirm-password").fill(again);
}

/** Somebody new, through the form and the code, until the page that comes after. */
export async function register(
  browser: Browser,
  email: string,
  options: BrowserContextOptions = {},
  back = "/markets",
): Promise<Visit> {
  const visit = await Visit.begin(browser, options);
  await visit.open(`/auth/register/email?backurl=${encodeURIComponent(back)}`);
  await visit.at("register-id").fill(email);
  await typePassword(visit, password);
  await visit.page.getByText("I have read and agree").click();
  await visit.at("register-submit").click();
  await visit.at("code-email").fill(await readMailbox.code(email));
  await visit.page.waitForURL(`**${back}`);
  return visit;
}
