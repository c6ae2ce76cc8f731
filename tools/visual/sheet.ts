// One contact sheet: a state at every width, dark above light, a row for each language.
import { join } from "node:path";
import type { Browser } from "@playwright/test";
import type { LayoutFinding } from "./layout.ts";
import type { Stage } from "./stories.ts";

export const widths = [375, 820, 1280, 1728] as const;
export const heightOf = (width: number): number => (width < 768 ? 812 : 720);
const scale = 0.5;

export type Look = Stage & { width: number; height: number; picture: string; wrong: LayoutFinding[] };
/** What was looked at in all, and what measuring found wrong. */
export type Looks = { sheets: number; looks: number; findings: string[] };

export async function writeSheet(browser: Browser, id: string, looks: readonly Look[], folder: string): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 2_200, height: 1_000 } });
  const cell = ({ theme, locale, width, height, picture }: Look) =>
    `<figure><figcaption>${theme} ${locale} ${width}</figcaption><img width="${width * scale}" height="${height * scale}" src="data:image/jpeg;base64,${picture}"></figure>`;
  const columns = new Set(looks.map(({ width }) => width)).size;
  await page.setContent(
    `<style>body{margin:12px;background:#777;font:12px sans-serif;display:grid;grid-template-columns:repeat(${columns},max-content);gap:10px;align-items:start}figure{margin:0}figcaption{padding:2px 0}img{display:block}</style>${looks.map(cell).join("")}`,
  );
  await page.screenshot({ path: join(folder, `${id}.png`), fullPage: true });
  await page.close();
}

/** Findings of a state's looks as lines. */
export const linesOf = (id: string, looks: readonly Look[]): string[] =>
  looks.flatMap(({ theme, locale, width, wrong }) =>
    wrong.map(({ kind, what }) => `${id} ${theme} ${locale} ${width}  ${kind}: ${what}`),
  );
