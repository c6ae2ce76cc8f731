// The workshop's stories as pictures, a pairwise choice of widths, themes and languages, compared with how they looked when somebody last
// looked at them. Baselines belong to one version of Chromium: with another, fonts and edges differ and nothing is compared.
import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "@playwright/test";
import {
  locales,
  openWorkshop,
  root,
  settled,
  showStory,
  type Stage,
  themes,
  type Workshop,
} from "../../tools/visual/stories.ts";

const widths = [375, 820, 1280, 1728] as const;
const picturesMax = 150;
const heightMax = 1_200;
type Choice = Stage & { width: number };

/** Two looks a story; over all stories every pair of theme, language and width comes up again and again. */
function choicesOf(index: number): readonly Choice[] {
  const half = Math.floor(index / 2);
  const look = (turn: number): Choice => ({
    theme: themes[(index + turn) % themes.length]!,
    locale: locales[(index + 2 * turn + half) % locales.length]!,
    width: widths[(half + 2 * turn + turn * index) % widths.length]!,
  });
  return [look(0), look(1)];
}

let workshop: Workshop;
test.beforeAll(async () => {
  test.setTimeout(120_000);
  workshop = await openWorkshop();
});
test.afterAll(() => workshop.close());

test("every story looks as it did when it was last looked at", async ({ browser }) => {
  test.setTimeout(240_000);
  const folder = join(root, "tests/pictures", `chromium-${browser.version()}`);
  const isWriting = test.info().config.updateSnapshots === "all";
  if (!existsSync(folder) && !isWriting) {
    process.stdout.write(`there are no pictures of Chromium ${browser.version()}: nothing is compared\n`);
    return;
  }
  const pages = new Map<string, Awaited<ReturnType<typeof browser.newPage>>>();
  let taken = 0;
  for (const [index, story] of workshop.stories.entries())
    for (const { theme, locale, width } of choicesOf(index)) {
      if ((taken += 1) > picturesMax) return;
      const stage = `${theme} ${locale}`;
      const page = pages.get(stage) ?? (await (await browser.newContext({ reducedMotion: "reduce" })).newPage());
      pages.set(stage, page);
      await page.setViewportSize({ width, height: 720 });
      await showStory(page, workshop, story, { theme, locale });
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      await page.setViewportSize({ width, height: Math.min(Math.max(height, 200), heightMax) });
      await settled(page);
      await expect
        .soft(page)
        .toHaveScreenshot([`chromium-${browser.version()}`, `${story.id}-${theme}-${locale}-${width}.png`], {
          maxDiffPixelRatio: 0.01,
          animations: "disabled",
          caret: "hide",
        });
    }
});
