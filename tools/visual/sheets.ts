// `node tools/visual/sheets.ts [pattern] [--built]`: one contact sheet per story in .pictures/, every width, theme and language on it, and
// what measuring finds wrong. Exit 1 if it finds anything.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../tests/e2e/support/browser.ts";
import { layoutFindings } from "./layout.ts";
import { heightOf, linesOf, type Look, type Looks, widths, writeSheet } from "./sheet.ts";
import {
  layerRoles,
  locales,
  openWorkshop,
  root,
  settled,
  showStory,
  type Stage,
  type Story,
  themes,
  type Workshop,
} from "./stories.ts";

const heightMax = 1_800;

/** How high the picture must be: the whole story, or the window where something lies over it. */
async function heightOfStory(page: Page, width: number): Promise<number> {
  const content = await page.evaluate(
    (layers) =>
      document.querySelector(layers) === null && document.querySelector("[data-sonner-toast]") === null
        ? Math.ceil(document.querySelector("main")!.getBoundingClientRect().height)
        : undefined,
    layerRoles,
  );
  return Math.min(content ?? heightOf(width), heightMax);
}

async function lookAt(page: Page, workshop: Workshop, story: Story, stage: Stage): Promise<Look[]> {
  const seen: Look[] = [];
  await page.setViewportSize({ width: widths[0], height: heightOf(widths[0]) });
  await showStory(page, workshop, story, stage);
  for (const width of widths) {
    await page.setViewportSize({ width, height: heightOf(width) });
    await settled(page);
    const wrong = await layoutFindings(page);
    const height = await heightOfStory(page, width);
    const picture = await page.screenshot({ clip: { x: 0, y: 0, width, height }, type: "jpeg", quality: 80 });
    seen.push({ ...stage, width, height, picture: picture.toString("base64"), wrong });
  }
  return seen;
}

/** One sheet a story in .pictures/, and what measuring finds wrong. */
export async function storySheets(options: { isBuilt?: boolean; only?: RegExp } = {}): Promise<Looks> {
  const folder = join(root, ".pictures");
  await mkdir(folder, { recursive: true });
  const workshop = await openWorkshop(options);
  const browser = await chromium.launch(launchOptions);
  const found: Looks = { sheets: 0, looks: 0, findings: [] };
  try {
    // One page per theme and language, which all stories pass through: a page that stands is turned over faster than a new one is opened.
    const stands: { stage: Stage; page: Page }[] = [];
    for (const theme of themes)
      for (const locale of locales) {
        const context = await browser.newContext({ reducedMotion: "reduce" });
        stands.push({ stage: { theme, locale }, page: await context.newPage() });
      }
    for (const story of workshop.stories.filter(({ id }) => options.only?.test(id) ?? true)) {
      const looks: Look[] = [];
      for (const { stage, page } of stands) looks.push(...(await lookAt(page, workshop, story, stage)));
      await writeSheet(browser, story.id, looks, folder);
      found.sheets += 1;
      found.looks += looks.length;
      found.findings.push(...linesOf(story.id, looks));
    }
  } finally {
    await browser.close();
    await workshop.close();
  }
  return found;
}

if (import.meta.main) {
  const { sheets, findings } = await storySheets({
    isBuilt: process.argv.includes("--built"),
    only: new RegExp(process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? "."),
  });
  for (const line of findings) process.stdout.write(`${line}\n`);
  process.stdout.write(`${sheets} sheets in .pictures/, ${findings.length} findings\n`);
  process.exit(findings.length === 0 ? 0 : 1);
}
