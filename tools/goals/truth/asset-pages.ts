import type { Page } from "@playwright/test";
import type { Client } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { type Difference, differencesOfRows } from "./compare.ts";
import { expectedOn, type Group, groups, type PageFigures, type PageName, pageNames } from "./expected-pages.ts";
import { type Ledger, ledgerAt } from "./ledger.ts";
import type { Rows } from "./screen.ts";

type Compared = { figures: number; differences: Difference[] };

/** The overview and the pages of all accounts, open beside the terminal for the whole play. */
export type AssetPages = ReadonlyMap<PageName, Page>;

export async function openAssetPages(terminal: Page): Promise<AssetPages> {
  const pages = new Map<PageName, Page>();
  for (const name of pageNames) {
    const page = await terminal.context().newPage();
    await page.goto(`/personal/assets${name === "overview" ? "" : `/${name}`}`);
    await page.getByTestId("assets-total").waitFor();
    pages.set(name, page);
  }
  return pages;
}

/** All texts of a page at once: between two questions it may draw another answer. What is not there is left out. */
async function shownOn(page: Page): Promise<PageFigures> {
  const found = await page.evaluate(() => {
    type Cells = Record<string, string>;
    const all = (selector: string, of: ParentNode = document) => [...of.querySelectorAll<HTMLElement>(selector)];
    const byId = (id: string, of: ParentNode = document) => of.querySelector<HTMLElement>(`[data-testid="${id}"]`);
    const cellsOf = (from: Record<string, HTMLElement | null>): Cells => {
      const cells: Cells = {};
      for (const [name, at] of Object.entries(from)) if (at !== null) cells[name] = at.innerText;
      return cells;
    };
    const holdings: [string, Cells][] = [
      ["total", cellsOf({ value: byId("assets-total"), fiat: byId("assets-fiat") })],
    ];
    for (const account of all('main a[data-testid^="account-"]')) {
      const bonus = account.querySelector("small")?.innerText.split("·")[1];
      const cells = cellsOf({ value: account.querySelector("b") });
      const key = account.dataset.testid!.replace("-", " ");
      holdings.push([key, bonus === undefined ? cells : { ...cells, bonus }]);
    }
    for (const row of all('[data-testid="holding-row"]')) {
      const cells: Cells = {};
      let key = "";
      for (const cell of all('[data-testid^="holding-"]', row)) {
        const [, product, asset, column] = /^holding-(\d)-(\w+)-(\w+)$/.exec(cell.dataset.testid!) ?? [];
        if (column === undefined) continue;
        key = `${product} ${asset} ${byId("holding-pair", row)?.innerText ?? ""}`;
        cells[column] = cell.innerText;
      }
      holdings.push([key, cells]);
    }
    const margins: [string, Cells][] = [];
    for (const block of all('div[data-testid^="equity-"]')) {
      const asset = block.dataset.testid!.split("-")[2]!;
      const term = (id: string) => byId(`equity-${id}`, block);
      const equity = { cash: term("cash"), upnl: term("upnl"), bonus: term("bonus"), total: term("total") };
      holdings.push([`equity ${asset}`, cellsOf(equity)]);
      const bound = { use: byId("margin-in-use", block), leave: byId("margin-can-leave", block) };
      margins.push([`margin ${asset}`, cellsOf({ ...bound, ratio: byId("liquidation-ratio", block) })]);
    }
    for (const [at, remaining] of all('[data-testid="bonus-list"] li button').entries())
      margins.push([`bonus ${at}`, cellsOf({ remaining })]);
    const names = ["size", "value", "entry", "mark", "pnl", "roe", "margin", "liquidation"];
    const positions = all('[data-testid="account-position"]').map((row): [string, Cells] => {
      const side = /\b(Long|Short)\b/.exec(row.innerText)?.[0] ?? "";
      const cells = names.map((name) => [name, byId(`account-position-${name}`, row)] as const);
      return [`${row.querySelector("b")?.innerText ?? ""} ${side}`, cellsOf(Object.fromEntries(cells))];
    });
    const chart: [string, Cells][] = [["value", cellsOf({ now: byId("value-now") })]];
    return { holdings, margins, positions, chart };
  });
  const rowsOf = (group: Group): Rows => new Map(found[group]);
  return {
    holdings: rowsOf("holdings"),
    margins: rowsOf("margins"),
    positions: rowsOf("positions"),
    chart: rowsOf("chart"),
  };
}

const counted = (rows: Rows): number => [...rows.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

/**
 * All pages against the ledger, until they show an answer of the same state: they ask every few seconds, and marks move between two
 * questions. The figures of one question must all be those of one sequence. The chart asks too rarely for that, so that it is compared on
 * the one page that is loaded again.
 */
export async function compareAssets(
  pages: AssetPages,
  client: Client,
  reloaded: PageName,
  patienceMs: number,
): Promise<Compared> {
  await pages.get(reloaded)!.reload();
  const seen: Ledger[] = [];
  const last = new Map<string, Compared>();
  const groupsOf = (name: PageName): Group[] => groups.filter((group) => group !== "chart" || name === reloaded);
  const isDone = (name: PageName, group: Group): boolean => last.get(`${name} ${group}`)?.differences.length === 0;
  const until = systemClock.steady() + patienceMs;
  for (;;) {
    seen.push(await ledgerAt(client));
    for (const [name, page] of pages) {
      const open = groupsOf(name).filter((group) => !isDone(name, group));
      if (open.length === 0) continue;
      const shown = await shownOn(page);
      const expected = seen.map((ledger) => expectedOn(name, ledger));
      for (const group of open) {
        const found = expected.map((one) => differencesOfRows(`${name} ${group}`, shown[group], one[group]));
        const differences = found.find((one) => one.length === 0) ?? found.at(-1)!;
        last.set(`${name} ${group}`, { figures: counted(shown[group]), differences });
      }
    }
    const all = [...last.values()];
    const differences = all.flatMap((one) => one.differences);
    if (differences.length === 0 || systemClock.steady() > until)
      return { figures: all.reduce((sum, { figures }) => sum + figures, 0), differences };
    await systemClock.sleep(200);
  }
}
