// Every state of the shell at every width, in both themes and four languages: measured, drawn on one contact sheet a state, judged by axe.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../tests/e2e/support/browser.ts";
import { axeRules } from "./axe.ts";
import { makeOwnTrades } from "./own-trades.ts";
import { layoutFindings } from "./layout.ts";
import { heightOf, linesOf, type Look, type Looks, widths, writeSheet } from "./sheet.ts";
import { resizeState, showState, untilStands } from "./show-state.ts";
import { isShownAt, type PageState, states } from "./states.ts";
import { locales, root, type Stage, themes } from "./stories.ts";
import { contextOf, signedInVisitors, visitorOf } from "./visitors.ts";

const stages: readonly Stage[] = themes.flatMap((theme) => locales.map((locale) => ({ theme, locale })));

async function lookAt(page: Page, url: string, state: PageState, stage: Stage): Promise<Look[]> {
  const looks: Look[] = [];
  for (const width of widths.filter((each) => isShownAt(state, each))) {
    const height = heightOf(width);
    if (looks.length === 0) {
      await page.setViewportSize({ width, height });
      await showState(page, url, state);
    } else await resizeState(page, state, { width, height });
    await untilStands(page, state);
    const wrong = await layoutFindings(page);
    const picture = await page.screenshot({ type: "jpeg", quality: 80 });
    looks.push({ ...stage, width, height, picture: picture.toString("base64"), wrong });
  }
  return looks;
}

const nameOf = ({ id }: PageState, { theme, locale }: Stage): string => `${id} ${theme} ${locale}`;

/**
 * Looks at states, each in a new browser of whom it belongs to. One that does not come is tried once more, and then found wrong: it must not
 * end the looks at all others.
 */
function looking(browser: Browser, url: string, findings: string[]) {
  const visitors = signedInVisitors(browser, url);
  async function once<T>(state: PageState, stage: Stage, look: (page: Page) => Promise<T>): Promise<T> {
    const context = await contextOf(browser, stage, visitorOf(state, await visitors()));
    try {
      return await look(await context.newPage());
    } finally {
      await context.close();
    }
  }
  return async <T>(state: PageState, stage: Stage, look: (page: Page) => Promise<T[]>): Promise<T[]> => {
    try {
      return await once(state, stage, look).catch(() => once(state, stage, look));
    } catch (error) {
      findings.push(`${nameOf(state, stage)}  is not shown: ${(error as Error).message.split("\n")[0]}`);
      return [];
    }
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
    const look = looking(browser, url, found.findings);
    for (const state of states.filter(({ id }) => only.test(id))) {
      const looks: Look[] = [];
      for (const stage of stages) looks.push(...(await look(state, stage, (page) => lookAt(page, url, state, stage))));
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

const violationsOn = async (page: Page) =>
  (await new AxeBuilder({ page }).setLegacyMode().withTags(axeRules).analyze()).violations;
type Violation = Awaited<ReturnType<typeof violationsOn>>[number];
const lineOf = ({ id, nodes }: Violation): string => `${id}: ${nodes[0]?.target.join(" ") ?? ""}`;

/** What axe calls serious or worse on the page as it stands. */
export const axeFindings = async (page: Page): Promise<string[]> =>
  (await violationsOn(page)).filter(({ impact }) => impact === "serious" || impact === "critical").map(lineOf);

/** Everything that axe finds on the page as it stands. */
export const axeViolations = async (page: Page): Promise<string[]> => (await violationsOn(page)).map(lineOf);

async function judge(page: Page, url: string, state: PageState): Promise<string[]> {
  const width = isShownAt(state, 1280) ? 1280 : 375;
  await page.setViewportSize({ width, height: heightOf(width) });
  await showState(page, url, state);
  await untilStands(page, state);
  return axeFindings(page);
}

/** Every state in both themes and both directions; what axe calls serious or worse. */
export async function pageAxe(url: string, only = /./): Promise<{ looks: number; findings: string[] }> {
  const browser = await chromium.launch(launchOptions);
  const findings: string[] = [];
  let looks = 0;
  try {
    await makeOwnTrades(url);
    const look = looking(browser, url, findings);
    for (const stage of stages.filter(({ locale }) => locale === "en" || locale === "fa"))
      for (const state of states.filter(({ id }) => only.test(id))) {
        const lines = await look(state, stage, (page) => judge(page, url, state));
        findings.push(...lines.map((line) => `${nameOf(state, stage)}  ${line}`));
        looks += 1;
      }
  } finally {
    await browser.close();
  }
  return { looks, findings };
}
