// Who looks at a state, and with what browser.
import type { Browser, BrowserContext } from "@playwright/test";
import { developmentPassword, emailOf } from "../dev/seed/people.ts";
import { traderName } from "./own-trades.ts";
import type { PageState } from "./states.ts";
import type { Stage } from "./stories.ts";

type Visitor = BrowserContext["storageState"] extends () => Promise<infer State> ? State : never;
export type Visitors = { readonly member: Visitor; readonly trader: Visitor };
export const visitorOf = ({ isMember, isTrader }: PageState, { member, trader }: Visitors): Visitor | undefined =>
  isTrader === true ? trader : isMember === true ? member : undefined;

export async function visitorsOf(browser: Browser, url: string): Promise<Visitors> {
  return { member: await memberOf(browser, url), trader: await memberOf(browser, url, traderName) };
}

/** Signs in once; every context that begins with the result is that person's. */
async function memberOf(browser: Browser, url: string, name = "alice"): Promise<Visitor> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${url}/auth/login`);
  await page.locator("input").first().fill(emailOf(name));
  await page.locator('input[type="password"]').fill(developmentPassword);
  await page.keyboard.press("Enter");
  await page.waitForURL((address) => !address.pathname.startsWith("/auth/"));
  const state = await context.storageState();
  await context.close();
  return state;
}

/** A session that nobody renews ends after a quarter of an hour; all states take longer. */
const visitorsLastMs = 8 * 60_000;

/** Those who look, signed in again before their sessions end. */
export function signedInVisitors(browser: Browser, url: string): () => Promise<Visitors> {
  let visitors: Visitors | undefined;
  let signedInAt = 0;
  return async () => {
    if (visitors === undefined || performance.now() - signedInAt > visitorsLastMs) {
      visitors = await visitorsOf(browser, url);
      signedInAt = performance.now();
    }
    return visitors;
  };
}

const langs = { en: "en_US", fa: "fa_IR", ja: "ja_JP", de: "de_DE" } as const;

/** A browser whose reader has chosen this theme and this language. */
export async function contextOf(browser: Browser, stage: Stage, visitor?: Visitor): Promise<BrowserContext> {
  const context = await browser.newContext({
    reducedMotion: "reduce",
    ...(visitor === undefined ? {} : { storageState: visitor }),
  });
  await context.addInitScript(
    ({ theme, lang }) => {
      localStorage.setItem("spot.preferences", JSON.stringify({ version: 0, data: { theme } }));
      localStorage.setItem("spot.languages", JSON.stringify({ version: 0, data: { MAIN: lang } }));
    },
    { theme: stage.theme, lang: langs[stage.locale] },
  );
  return context;
}
