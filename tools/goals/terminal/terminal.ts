import { fork } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { type Browser, chromium, type Page } from "@playwright/test";
import { launchOptions } from "../../../tests/e2e/support/browser.ts";
import type { Exchange } from "../../dev/exchange.ts";
import type { Figure } from "../measure.ts";
import { openTerminal } from "../web/open-terminal.ts";
import { scriptsWeight } from "../web/scripts.ts";
import { withPage } from "../web/site.ts";
import { chartGoal } from "./chart-drawing.ts";
import { clickGoal } from "./click-to-order.ts";
import { steadyGoals } from "./steady-load.ts";
import type { StreamServerReady } from "./stream-server.ts";

const symbol = "BTCUSDT-PERP";
const path = `/contract/usdt/${symbol}`;
const middle = "104250";

/** With the first candles drawn. */
async function openWithChart(browser: Browser, baseURL: string): Promise<Page> {
  const page = await openTerminal(browser, baseURL, symbol);
  await page.locator('[data-testid="chart"] canvas').first().waitFor();
  return page;
}

/** The terminal with a market that a separate process plays. */
async function underLoad<T>(exchange: Exchange, browser: Browser, look: (page: Page) => Promise<T>): Promise<T> {
  const script = fileURLToPath(new URL("./stream-server.ts", import.meta.url));
  const server = fork(script, [exchange.url, symbol, middle]);
  try {
    const [{ port }] = (await once(server, "message")) as [StreamServerReady];
    const page = await openWithChart(browser, `http://127.0.0.1:${port}`);
    try {
      return await look(page);
    } finally {
      await page.close();
    }
  } finally {
    server.disconnect();
  }
}

async function weightGoals(url: string): Promise<Figure[]> {
  const routes = { contract: path, margin: "/margin/BTC_USDT" };
  const figures: Figure[] = [];
  for (const [name, route] of Object.entries(routes))
    figures.push({
      name: `terminal.${name}_js_kb`,
      figure: await scriptsWeight(`${name} without its chart`, url + route),
      goal: 200,
      floor: 250,
      better: "less",
    });
  return figures;
}

/** `pnpm goals terminal`: what the contract terminal costs a trader's machine and a trader's time. */
export async function terminalGoals(): Promise<Figure[]> {
  return withPage(async (exchange) => {
    const browser = await chromium.launch(launchOptions);
    try {
      const weights = await weightGoals(exchange.url);
      const click = await clickGoal(exchange.url, await openWithChart(browser, exchange.url), symbol);
      const loaded = await underLoad(exchange, browser, async (page) => [
        await chartGoal(page),
        ...(await steadyGoals(page)),
      ]);
      return [...weights, click, ...loaded];
    } finally {
      await browser.close();
    }
  });
}
