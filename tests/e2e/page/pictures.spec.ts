// Screenshots of the workshop's stories and of the states of the shell, in a pairwise choice of widths, themes and languages, compared with
// approved baselines. Baselines belong to one version of Chromium: with another, fonts and edges differ and nothing is compared. The states
// are also measured and checked by axe, whatever the version.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { type Browser, expect, type Page, test } from "@playwright/test";
import { makeOwnTrades } from "../../../tools/visual/own-trades.ts";
import { layoutFindings } from "../../../tools/visual/layout.ts";
import { axeFindings } from "../../../tools/visual/pages.ts";
import { heightOf, widths } from "../../../tools/visual/sheet.ts";
import { showState } from "../../../tools/visual/show-state.ts";
import { isShownAt, states } from "../../../tools/visual/states.ts";
import {
  locales,
  openWorkshop,
  root,
  settled,
  showStory,
  type Stage,
  themes,
  type Workshop,
} from "../../../tools/visual/stories.ts";
import { contextOf, visitorOf, visitorsOf } from "../../../tools/visual/visitors.ts";
import { isInTurn } from "../../../tools/check/turns.ts";
import { givenTurn } from "../turns.ts";

const heightMax = 1_200;
type Choice = Stage & { width: number };

/** One look each; sixteen of them cover every pair of theme, language and width. All looks are drawn by `pnpm goals visual`. */
function choiceOf(index: number, among: readonly number[] = widths): Choice {
  const [fourth, sixteenth] = [Math.floor(index / 4), Math.floor(index / 16)];
  return {
    theme: themes[(index + fourth + sixteenth) % themes.length]!,
    locale: locales[index % locales.length]!,
    width: among[fourth % among.length]!,
  };
}

const isWriting = (): boolean => test.info().config.updateSnapshots === "all";

/** Whether there are pictures of this browser's version to compare with, or some are to be taken. */
function isCompared(browser: Browser): boolean {
  const folder = join(root, "tests/pictures", `chromium-${browser.version()}`);
  if (existsSync(folder) || isWriting()) return true;
  process.stdout.write(`there are no pictures of Chromium ${browser.version()}: nothing is compared\n`);
  return false;
}

async function compare(page: Page, id: string, { theme, locale, width }: Choice): Promise<void> {
  const version = page.context().browser()!.version();
  await expect.soft(page).toHaveScreenshot([`chromium-${version}`, `${id}-${theme}-${locale}-${width}.png`], {
    maxDiffPixelRatio: 0.01,
    animations: "disabled",
    caret: "hide",
  });
}

// Two long, independent sets.
test.describe.configure({ mode: "parallel" });

test("every story looks as it did when it was last looked at", async ({ browser }) => {
  test.setTimeout(1_200_000);
  if (!isCompared(browser)) return;
  const workshop: Workshop = await openWorkshop({ isBuilt: process.env.STORIES_BUILT === "yes" });
  const pages = new Map<string, Page>();
  for (const [index, story] of workshop.stories.entries()) {
    const choice = choiceOf(index);
    const stage = `${choice.theme} ${choice.locale}`;
    const page = pages.get(stage) ?? (await (await browser.newContext({ reducedMotion: "reduce" })).newPage());
    pages.set(stage, page);
    await page.setViewportSize({ width: choice.width, height: 720 });
    await showStory(page, workshop, story, choice);
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    await page.setViewportSize({ width: choice.width, height: Math.min(Math.max(height, 200), heightMax) });
    await settled(page);
    await compare(page, story.id, choice);
  }
  await workshop.close();
});

test("every state of the shell looks as it did, fits its window and keeps nobody out", async ({ browser, baseURL }) => {
  test.setTimeout(1_200_000);
  const areCompared = isCompared(browser);
  await makeOwnTrades(baseURL!);
  const visitors = await visitorsOf(browser, baseURL!);
  const wrong: string[] = [];
  for (const [index, state] of states.entries()) {
    if (!isInTurn(index, givenTurn)) continue;
    const choice = choiceOf(
      index,
      widths.filter((width) => isShownAt(state, width)),
    );
    const { theme, locale, width } = choice;
    const context = await contextOf(browser, choice, visitorOf(state, visitors));
    const page = await context.newPage();
    await page.setViewportSize({ width, height: heightOf(width) });
    await showState(page, baseURL!, state);
    const found = [
      ...(await layoutFindings(page)).map(({ kind, what }) => `${kind}: ${what}`),
      ...(await axeFindings(page)),
    ];
    wrong.push(...found.map((line) => `${state.id} ${theme} ${locale} ${width}  ${line}`));
    if (areCompared && state.isAlive !== true) await compare(page, `shell-${state.id}`, choice);
    await context.close();
  }
  expect(wrong).toEqual([]);
});
