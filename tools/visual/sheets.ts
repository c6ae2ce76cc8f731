// `node tools/visual/sheets.ts [pattern] [--built]`: one contact sheet per story in .pictures/, every width, theme and language on it, and
// what measuring finds wrong. Exit 1 if it finds anything.
import { mkdir } from "node:fs/promises";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../tests/e2e/browser.ts";
import { type LayoutFinding, layoutFindings } from "./layout.ts";
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

const widths = [375, 820, 1280, 1728] as const;
const heightOf = (width: number): number => (width < 768 ? 812 : 720);
const heightMax = 1_800;
const scale = 0.5;

type Seen = Stage & { width: number; height: number; picture: string; wrong: LayoutFinding[] };

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

async function lookAt(page: Page, workshop: Workshop, story: Story, stage: Stage): Promise<Seen[]> {
  const seen: Seen[] = [];
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

/** Dark above light, a row for each language, a column for each width. */
async function writeSheet(browser: Browser, story: Story, seen: readonly Seen[], folder: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2_200, height: 1_000 } });
  const cell = ({ theme, locale, width, height, picture }: Seen) =>
    `<figure><figcaption>${theme} ${locale} ${width}</figcaption><img width="${width * scale}" height="${height * scale}" src="data:image/jpeg;base64,${picture}"></figure>`;
  await page.setContent(
    `<style>body{margin:12px;background:#777;font:12px sans-serif;display:grid;grid-template-columns:repeat(${widths.length},max-content);gap:10px;align-items:start}figure{margin:0}figcaption{padding:2px 0}img{display:block}</style>${seen.map(cell).join("")}`,
  );
  await page.screenshot({ path: join(folder, `${story.id}.png`), fullPage: true });
  await page.close();
}

const only = new RegExp(process.argv.slice(2).find((arg) => !arg.startsWith("--")) ?? ".");
const folder = join(root, ".pictures");
await mkdir(folder, { recursive: true });
const workshop = await openWorkshop({ isBuilt: process.argv.includes("--built") });
const browser = await chromium.launch(launchOptions);
let findings = 0;
try {
  // One page per theme and language, which all stories pass through: a page that stands is turned over faster than a new one is opened.
  const stands: { stage: Stage; page: Page }[] = [];
  for (const theme of themes)
    for (const locale of locales) {
      const context = await browser.newContext({ reducedMotion: "reduce" });
      stands.push({ stage: { theme, locale }, page: await context.newPage() });
    }
  const stories = workshop.stories.filter(({ id }) => only.test(id));
  for (const story of stories) {
    const seen: Seen[] = [];
    for (const { stage, page } of stands) seen.push(...(await lookAt(page, workshop, story, stage)));
    await writeSheet(browser, story, seen, folder);
    for (const { theme, locale, width, wrong } of seen)
      for (const { kind, what } of wrong) {
        findings += 1;
        process.stdout.write(`${story.id} ${theme} ${locale} ${width}  ${kind}: ${what}\n`);
      }
  }
  process.stdout.write(`${stories.length} sheets in .pictures/, ${findings} findings\n`);
} finally {
  await browser.close();
  await workshop.close();
}
process.exit(findings === 0 ? 0 : 1);
