import type { Page } from "@playwright/test";
import type { AnswerOf, Client } from "@tidemark/kit-client";
import { systemClock } from "@tidemark/kit-node";
import { parseUnits, printUnits } from "@tidemark/money";
import { type Difference, differencesOf, differencesOfRows } from "./compare.ts";
import { answered } from "./engine-side.ts";
import type { Rows } from "./screen.ts";

type Compared = { figures: number; differences: Difference[] };
type Row = Readonly<Record<string, string>>;

/** The overview and the page of the contract account, open beside the terminal for the whole play. */
export type AssetPages = { readonly overview: Page; readonly account: Page };

export async function openAssetPages(terminal: Page): Promise<AssetPages> {
  const open = async (path: string): Promise<Page> => {
    const page = await terminal.context().newPage();
    await page.goto(path);
    await page.getByTestId("holding-row").first().waitFor();
    return page;
  };
  return { overview: await open("/personal/assets"), account: await open("/personal/assets/derivatives") };
}

const places = { wallet: 1, spot: 2, derivatives: 4, coin: 3, margin: 5 } as const;
const units = (text: string): bigint => (text.startsWith("-") ? -parseUnits(text.slice(1))! : parseUnits(text)!);
const sumOf = (texts: readonly string[]): bigint => texts.reduce((sum, text) => sum + units(text), 0n);

type Ledger = {
  readonly totals: AnswerOf<"totalPreestimate">;
  readonly balances: AnswerOf<"balances">;
  readonly positions: AnswerOf<"positions">;
  readonly margins: AnswerOf<"marginAccounts">;
};

const triesMax = 40;

/** Four answers of one sequence: the sums of a page can then be counted again from the ledger's buckets. */
async function ledgerAt(client: Client): Promise<Ledger> {
  for (let tries = 1; ; tries += 1) {
    const [totals, balances, positions, margins] = await Promise.all([
      answered(() => client.call("totalPreestimate", { valuationAsset: "USDT" })),
      answered(() => client.call("balances", {})),
      answered(() => client.call("positions", {})),
      answered(() => client.call("marginAccounts", {})),
    ]);
    if (new Set([totals.seq, balances.seq, positions.seq, margins.seq]).size === 1)
      return { totals, balances, positions, margins };
    if (tries >= triesMax) throw new Error("no four answers of one sequence");
    await systemClock.sleep(50);
  }
}

/** What an account holds of a coin, from the buckets of the ledger and the marks of its positions. */
function totalsFromBuckets({ balances, positions }: Ledger): ReadonlyMap<string, string> {
  const sums = new Map<string, bigint>();
  const add = (key: string, text: string): void => void sums.set(key, (sums.get(key) ?? 0n) + units(text));
  for (const { product, asset, bucket, amount } of balances.rows)
    if (bucket !== "fundbonus") add(`${product}-${asset}`, amount);
  for (const { product, symbol, figures } of positions.rows)
    add(`${product}-${product === 4 ? "USDT" : symbol.replace(/USD-PERP$/, "")}`, figures.uPnl);
  return new Map([...sums].map(([key, sum]) => [key, printUnits(sum)]));
}

const holdingRows = (ledger: Ledger, product?: number): Rows => {
  const totals = totalsFromBuckets(ledger);
  return new Map(
    ledger.totals.rows
      .filter((row) => product === undefined || row.product === product)
      .map((row) => {
        const key = `${row.product}-${row.asset}`;
        return [key, { total: totals.get(key) ?? "", available: row.available }];
      }),
  );
};

/** All texts of a page at once: between two questions it may draw another answer. */
async function shownAssets(page: Page): Promise<{ figures: Row; rows: Rows; positions: Rows }> {
  const found = await page.evaluate((accounts) => {
    const text = (at: Element | null): string => (at as HTMLElement | null)?.innerText ?? "";
    const byId = (id: string, of: ParentNode = document): Element | null => of.querySelector(`[data-testid="${id}"]`);
    const figures: Record<string, string> = { total: text(byId("assets-total")) };
    for (const place of accounts) {
      const account = byId(`account-${place}`);
      if (account !== null) figures[place] = text(account.querySelector("b"));
    }
    const contract = ["equity-cash", "equity-upnl", "equity-total", "margin-in-use", "margin-can-leave"];
    for (const id of [...contract, "liquidation-ratio"]) {
      const figure = byId(id);
      if (figure !== null) figures[id] = text(figure);
    }
    const rows = [...document.querySelectorAll('[data-testid^="holding-"][data-testid$="-total"]')].map((at) => {
      const key = at.getAttribute("data-testid")!.replace(/^holding-|-total$/g, "");
      return [key, { total: text(at), available: text(byId(`holding-${key}-available`)) }] as const;
    });
    const positions = [...document.querySelectorAll('[data-testid="account-position"]')].map((at) => {
      const cells = { pnl: "", margin: "", liquidation: "" };
      for (const name of ["pnl", "margin", "liquidation"] as const)
        cells[name] = text(byId(`account-position-${name}`, at));
      return [text(at).match(/\b(Long|Short)\b/)?.[0] ?? "", cells] as const;
    });
    return { figures, rows, positions };
  }, Object.keys(places));
  return { figures: found.figures, rows: new Map(found.rows), positions: new Map(found.positions) };
}

function overviewOf(ledger: Ledger): { figures: Row; rows: Rows } {
  const { totals } = ledger;
  const valueOf = (product: number): string => totals.products.find((one) => one.product === product)?.value ?? "";
  const figures: Record<string, string> = { total: printUnits(sumOf(totals.rows.map(({ value }) => value))) };
  for (const [place, product] of Object.entries(places)) figures[place] = valueOf(product);
  return { figures, rows: holdingRows(ledger) };
}

function accountOf(ledger: Ledger): { figures: Row; rows: Rows; positions: Rows } {
  const { margins, positions, totals } = ledger;
  const account = margins.rows.find(({ product }) => product === 4)!.figures;
  const held = positions.rows.filter(({ product }) => product === 4);
  const uPnl = sumOf(held.map(({ figures }) => figures.uPnl));
  const total = totalsFromBuckets(ledger).get("4-USDT") ?? "";
  const row = totals.rows.find(({ product }) => product === 4)!;
  return {
    figures: {
      total: row.value,
      "equity-cash": printUnits(units(total) - uPnl - units(row.bonus)),
      "equity-upnl": printUnits(uPnl),
      "equity-total": total,
      "margin-in-use": printUnits(sumOf([account.initialMargin, account.orderMargin, row.isolated, row.held])),
      "margin-can-leave": account.availOut,
      "liquidation-ratio": account.marginRatio,
    },
    rows: holdingRows(ledger, 4),
    positions: new Map(
      held.map(({ posSide, figures }) => [
        posSide === "LONG" ? "Long" : "Short",
        { pnl: figures.uPnl, margin: figures.margin, liquidation: figures.liquidationPrice },
      ]),
    ),
  };
}

const counted = (rows: Rows): number => [...rows.values()].reduce((sum, row) => sum + Object.keys(row).length, 0);

/** The value of now in the chart's answer: the total without what positions would come to. */
async function compareValue(client: Client, ledger: Ledger): Promise<Difference[]> {
  const day = (at: number): string => new Date(at).toISOString().slice(0, 10);
  const to = day(systemClock.now());
  const { days } = await answered(() => client.call("valueDays", { from: to, to, timeZone: "UTC" }));
  const uPnl = sumOf(ledger.positions.rows.map(({ figures }) => figures.uPnl));
  const expected = printUnits(sumOf(ledger.totals.rows.map(({ value }) => value)) - uPnl);
  return differencesOf("value", { now: days.at(-1)?.value ?? "" }, { now: expected });
}

/**
 * Both pages against the ledger, until they show an answer of the same state: they ask every few seconds, and marks move between two
 * questions. The figures of a page must all be those of one sequence.
 */
export async function compareAssets(pages: AssetPages, client: Client, patienceMs: number): Promise<Compared> {
  const seen: Ledger[] = [];
  const until = systemClock.steady() + patienceMs;
  let last: { overview?: Compared; account?: Compared; value?: Compared } = {};
  const best = (of: (ledger: Ledger) => Difference[]): Difference[] => {
    const found = seen.map(of);
    return found.find((one) => one.length === 0) ?? found.at(-1)!;
  };
  const isDone = (one: Compared | undefined): boolean => one?.differences.length === 0;
  for (;;) {
    const ledger = await ledgerAt(client);
    seen.push(ledger);
    if (!isDone(last.overview)) {
      const { figures, rows } = await shownAssets(pages.overview);
      const differences = best((one) => {
        const expected = overviewOf(one);
        return [
          ...differencesOf("overview", figures, expected.figures),
          ...differencesOfRows("overview", rows, expected.rows),
        ];
      });
      last = { ...last, overview: { figures: Object.keys(figures).length + counted(rows), differences } };
    }
    // Equity and margin come from two questions of the page: each of them must be of one sequence.
    if (!isDone(last.account)) last = { ...last, account: await compareAccount(pages.account, best) };
    if (!isDone(last.value)) last = { ...last, value: { figures: 1, differences: await compareValue(client, ledger) } };
    const all = [last.overview!, last.account!, last.value!];
    if (all.every(isDone) || systemClock.steady() > until)
      return {
        figures: all.reduce((sum, { figures }) => sum + figures, 0),
        differences: all.flatMap(({ differences }) => differences),
      };
    await systemClock.sleep(200);
  }
}

const ofMargin = (name: string): boolean => name.startsWith("margin-") || name === "liquidation-ratio";

async function compareAccount(
  page: Page,
  best: (of: (ledger: Ledger) => Difference[]) => Difference[],
): Promise<Compared> {
  const { figures, rows, positions } = await shownAssets(page);
  const part = (isWanted: (name: string) => boolean): Row =>
    Object.fromEntries(Object.entries(figures).filter(([name]) => isWanted(name)));
  const differences = [
    ...best((one) => {
      const expected = accountOf(one);
      return [
        ...differencesOf(
          "account",
          part((name) => !ofMargin(name)),
          expected.figures,
        ),
        ...differencesOfRows("account", rows, expected.rows),
      ];
    }),
    ...best((one) => differencesOf("account", part(ofMargin), accountOf(one).figures)),
    ...best((one) => differencesOfRows("account position", positions, accountOf(one).positions)),
  ];
  return { figures: Object.keys(figures).length + counted(rows) + counted(positions), differences };
}
