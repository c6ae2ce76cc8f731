import { readFileSync } from "node:fs";
import { join } from "node:path";
import { constants, gzipSync } from "node:zlib";
import { chromium } from "@playwright/test";
import { launchOptions } from "../../../tests/e2e/support/browser.ts";
import { builtFolder } from "./site.ts";

export type Script = { readonly name: string; readonly bytes: number };

const screens = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const;

/** Long enough for the slowest machine; a page that takes longer is broken, not slow. */
const usableWaitMaxMs = 30_000;

/** Scripts that a first visit had asked for when the page said that it was usable, as they weigh packed by gzip. */
async function scriptsAt(address: string, viewport: (typeof screens)[number]): Promise<Script[]> {
  const browser = await chromium.launch(launchOptions);
  try {
    const page = await browser.newPage({ viewport });
    await page.goto(address);
    await page.waitForFunction(() => performance.getEntriesByName("usable").length > 0, undefined, {
      timeout: usableWaitMaxMs,
    });
    const paths = await page.evaluate(() => {
      const usableAt = performance.getEntriesByName("usable")[0]!.startTime;
      return performance
        .getEntriesByType("resource")
        .filter(({ startTime }) => startTime < usableAt)
        .map(({ name }) => new URL(name).pathname)
        .filter((path) => path.endsWith(".js"));
    });
    return [...new Set(paths)].map((path) => {
      const bytes = readFileSync(join(builtFolder, path));
      return { name: path, bytes: gzipSync(bytes, { level: constants.Z_BEST_COMPRESSION }).length };
    });
  } finally {
    await browser.close();
  }
}

/** The heavier of the two screens, a desktop's and a phone's: they do not ask for the same. */
async function scriptsUntilUsable(address: string, isCounted: (name: string) => boolean): Promise<Script[]> {
  const heaviest: { scripts: Script[]; bytes: number } = { scripts: [], bytes: 0 };
  for (const screen of screens) {
    const scripts = (await scriptsAt(address, screen)).filter(({ name }) => isCounted(name));
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0);
    if (bytes > heaviest.bytes) Object.assign(heaviest, { scripts, bytes });
  }
  return heaviest.scripts.toSorted((a, b) => b.bytes - a.bytes);
}

const say = (line: string): void => void process.stdout.write(`  ${line}\n`);
const shownMax = 12;

/** The drawing of the chart comes after the page can be used, and may be as large as a chart is. */
const isChart = (name: string): boolean => name.startsWith("/assets/lightweight-chart-");

/** What a first visit needs in kB, gzipped and without its chart; the heaviest scripts are printed. */
export async function scriptsWeight(what: string, address: string): Promise<number> {
  const scripts = await scriptsUntilUsable(address, (name) => !isChart(name));
  const kb = scripts.reduce((sum, { bytes }) => sum + bytes, 0) / 1_000;
  say(`${what}: ${scripts.length} scripts, ${kb.toFixed(1)} kB`);
  for (const { name, bytes } of scripts.slice(0, shownMax)) say(`  ${(bytes / 1_000).toFixed(1)} kB ${name}`);
  return kb;
}
