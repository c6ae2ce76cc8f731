import type { Page } from "@playwright/test";

export type Rows = ReadonlyMap<string, Readonly<Record<string, string>>>;

/** The texts of cells by their test ids, one record a row; a cell that is not there is left out. */
async function rowsOf(
  page: Page,
  row: string,
  keyOf: "data-order-id" | "position side" | "data-price",
  cells: Readonly<Record<string, string>>,
): Promise<Rows> {
  const found = await page.evaluate(
    ([rowId, key, ids]) =>
      [...document.querySelectorAll<HTMLElement>(`[data-testid="${rowId}"]`)].map((element) => {
        const texts: Record<string, string> = {};
        for (const [name, id] of Object.entries(ids)) {
          const cell = element.querySelector<HTMLElement>(`[data-testid="${id}"]`);
          if (cell !== null) texts[name] = cell.innerText;
        }
        const name =
          key === "position side" ? element.innerText.match(/\b(Long|Short)\b/)?.[0] : element.getAttribute(key);
        return [name ?? "", texts] as const;
      }),
    [row, keyOf, cells] as const,
  );
  return new Map(found);
}

export const shownPositions = (page: Page): Promise<Rows> =>
  rowsOf(page, "position-row", "position side", {
    size: "position-size",
    value: "position-value",
    entry: "position-entry",
    mark: "position-mark",
    liquidation: "position-liquidation",
    margin: "position-margin",
    ratio: "position-ratio",
    pnl: "position-pnl",
    roe: "position-roe",
    realised: "position-realised",
  });

export const shownOrders = (page: Page): Promise<Rows> =>
  rowsOf(page, "open-order-row", "data-order-id", {
    price: "open-order-price",
    size: "open-order-size",
    filled: "open-order-filled",
  });

export const shownTriggers = (page: Page): Promise<Rows> =>
  rowsOf(page, "trigger-order-row", "data-order-id", { trigger: "trigger-price", size: "trigger-order-size" });

/** The account that the contract's margin comes from. */
export async function shownAccount(page: Page): Promise<Readonly<Record<string, string>>> {
  const ids = ["equity", "available", "pnl", "ratio"];
  return page.evaluate(
    (names) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          document.querySelector<HTMLElement>(`[data-testid="margin-${name}"]`)?.innerText ?? "",
        ]),
      ),
    ids,
  );
}

export type Level = { readonly price: string; readonly qty: string };
/** What is drawn of the book, best levels first. */
export async function shownBook(page: Page): Promise<{ asks: Level[]; bids: Level[] }> {
  const side = (id: string): Promise<Level[]> =>
    page.evaluate(
      (testId) =>
        [...document.querySelectorAll<HTMLElement>(`[data-testid="${testId}"]`)].map(({ dataset, hidden }) => ({
          price: hidden ? "" : (dataset.price ?? ""),
          qty: dataset.qty ?? "",
        })),
      id,
    );
  const drawn = (levels: Level[]): Level[] => levels.filter(({ price }) => price !== "");
  return { asks: drawn(await side("book-ask-row")).toReversed(), bids: drawn(await side("book-bid-row")) };
}
