// Every state of the shell at every width, in both themes and four languages: measured, drawn on one contact sheet a state, judged by axe.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../tests/e2e/support/browser.ts";
import { makeOwnTrades } from "./own-trades.ts";
import { layoutFindings } from "./layout.ts";
import { heightOf, linesOf, type Look, type Looks, widths, writeSheet } from "./sheet.ts";
import {
  contextOf,
  isShownAt,
  type PageState,
  showState,
  states,
  untilStands,
  type Visitor,
  visitorOf,
  type Visitors,
  visitorsOf,
} from "./states.ts";
import { locales, root, type Stage, themes } from "./stories.ts";

const nameOf = ({ id }: PageState, { theme, locale }: Stage): string => `${id} ${theme} ${locale}`;
const stages: readonly Stage[] = themes.flatMap((theme) => locales.map((locale) => ({ theme, locale })));

/** A page of somebody's own browser, which ends with the look. */
async function withPageOf<T>(
  browser: Browser,
  stage: Stage,
  visitor: Visitor | undefined,
  look: (page: Page) => Promise<T>,
): Promise<T> {
  const context = await contextOf(browser, stage, visitor);
  try {
    return await look(await context.newPage());
  } finally {
    await context.close();
  }
}

async function lookAt(page: Page, url: string, state: PageState, stage: Stage): Promise<Look[]> {
  const looks: Look[] = [];
  for (const width of widths.filter((each) => isShownAt(state, each))) {
    const height = heightOf(width);
    await page.setViewportSize({ width, height });
    // What has been opened closes when the window changes; a page that merely stands only turns over.
    if (state.opens !== undefined || looks.length === 0) await showState(page, url, state);
    await untilStands(page, state);
    const wrong = await layoutFindings(page);
    const picture = await page.screenshot({ type: "jpeg", quality: 80 });
    looks.push({ ...stage, width, height, picture: picture.toString("base64"), wrong });
  }
  return looks;
}

/** A state that does not come is tried once more, and then found wrong: it must not end the looks at all others. */
async function orFoundWrong<T>(findings: string[], name: string, look: () => Promise<T>): Promise<T | undefined> {
  try {
    return await look().catch(look);
  } catch (error) {
    findings.push(`${name}  is not shown: ${(error as Error).message.split("\n")[0]}`);
    return undefined;
  }
}

/** A session that nobody renews ends after a quarter of an hour; all states take longer. */
const visitorsLastMs = 8 * 60_000;

/** Those who look, signed in again before their sessions end. */
function signedInVisitors(browser: Browser, url: string): () => Promise<Visitors> {
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

/** One sheet a state in .pictures/pages, and what measuring finds wrong. */
export async function pageSheets(url: string, only = /./): Promise<Looks> {
  const folder = join(root, ".pictures/pages");
  await mkdir(folder, { recursive: true });
  const browser = await chromium.launch(launchOptions);
  const found: Looks = { sheets: 0, looks: 0, findings: [] };
  try {
    await makeOwnTrades(url);
    const visitors = signedInVisitors(browser, url);
    for (const state of states.filter(({ id }) => only.test(id))) {
      const looks: Look[] = [];
      for (const stage of stages) {
        const look = async (): Promise<Look[]> =>
          withPageOf(browser, stage, visitorOf(state, await visitors()), (page) => lookAt(page, url, state, stage));
        looks.push(...((await orFoundWrong(found.findings, nameOf(state, stage), look)) ?? []));
      }
      await writeSheet(browser, state.id, looks, folder);
      found.sheets += 1;
      found.looks += looks.length;
      found.findings.push(...linesOf(state.id, looks));
    }
  } finally {
    await browser.close();
  }
  return found;
}

const rules = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const violationsOn = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().withTags(rules).analyze()).violations;
type Violation = Awaited<ReturnType<typeof violationsOn>>[number];
const lineOf = ({ id, nodes }: Violation): string => `${id}: ${nodes[0]?.target.join(" ") ?? ""}`;

/** What axe calls serious or worse on the page as it stands. */
export const axeFindings = async (page: Page): Promise<string[]> =>
  (await violationsOn(page)).filter(({ impact }) => impact === "serious" || impact === "critical").map(lineOf);

/** Everything that axe finds on the page as it stands. */
export const axeViolations = async (page: Page): Promise<string[]> => (await violationsOn(page)).map(lineOf);

/** Every state in both themes and both directions; what axe calls serious or worse. */
export async function pageAxe(url: string, only = /./): Promise<{ looks: number; findings: string[] }> {
  const browser = await chromium.launch(launchOptions);
  const findings: string[] = [];
  let looks = 0;
  try {
    await makeOwnTrades(url);
    const visitors = signedInVisitors(browser, url);
    for (const stage of stages.filter(({ locale }) => locale === "en" || locale === "fa"))
      for (const state of states.filter(({ id }) => only.test(id))) {
        const look = async (): Promise<string[]> =>
          withPageOf(browser, stage, visitorOf(state, await visitors()), async (page) => {
            const width = isShownAt(state, 1280) ? 1280 : 375;
            await page.setViewportSize({ width, height: heightOf(width) });
            await showState(page, url, state);
            await untilStands(page, state);
            return axeFindings(page);
          });
        const name = nameOf(state, stage);
        for (const line of (await orFoundWrong(findings, name, look)) ?? []) findings.push(`${name}  ${line}`);
        looks += 1;
      }
  } finally {
    await browser.close();
  }
  return { looks, findings };
}
