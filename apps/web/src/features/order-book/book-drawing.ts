import type { Ladder, Level } from "./ladder.ts";

export type BookPrinter = {
  price(ticks: number): string;
  /** Decimal text without grouping, as the ticket expects it. */
  plainPrice(ticks: number): string;
  size(level: Level): string;
  total(level: Level): string;
  plainSize(level: Level): string;
};

const rowClass =
  "relative grid h-(--book-row-drawn) flex-none grid-cols-2 items-center ps-(--book-start) pe-(--book-end) text-start w768:grid-cols-3 " +
  "hover:bg-hover focus-visible:-outline-offset-2 " +
  // Scaled, not resized: a bar that moves many times a second must not cause layout.
  // By sides of the screen: a book runs from left to right in every language.
  "before:absolute before:inset-x-0 before:top-px before:bottom-0 before:origin-right before:transform-[scaleX(var(--depth))]";
const dotClass =
  "data-own:after:absolute data-own:after:start-[calc(var(--book-start)-8px)] data-own:after:top-[calc(50%-2.5px)] data-own:after:size-[5px] data-own:after:rounded-full data-own:after:bg-brand";
const sides = {
  ask: { testId: "book-ask-row", row: "before:bg-depth-fall", price: "text-fall" },
  bid: { testId: "book-bid-row", row: "before:bg-depth-rise", price: "text-rise" },
} as const;

type DrawnRow = { element: HTMLButtonElement; texts: [HTMLElement, HTMLElement, HTMLElement]; drawnText: string };

function rowIn(parent: HTMLElement, side: keyof typeof sides): DrawnRow {
  const element = document.createElement("button");
  element.type = "button";
  element.tabIndex = -1;
  element.className = `${rowClass} ${dotClass} ${sides[side].row}`;
  element.dataset.testid = sides[side].testId;
  const texts = ["relative", "relative text-end", "relative text-end text-muted max-w768:hidden"].map(
    (names, index) => {
      const text = document.createElement("span");
      text.className = index === 0 ? `${names} ${sides[side].price}` : names;
      element.append(text);
      return text;
    },
  ) as DrawnRow["texts"];
  parent.append(element);
  return { element, texts, drawnText: "" };
}

function drawSide(
  pool: DrawnRow[],
  parent: HTMLElement,
  side: keyof typeof sides,
  levels: readonly Level[],
  largest: number,
  print: BookPrinter,
): void {
  while (pool.length < levels.length) pool.push(rowIn(parent, side));
  while (pool.length > levels.length) pool.pop()!.element.remove();
  for (const [index, row] of pool.entries()) {
    // Asks are drawn with the best at the bottom.
    const level = levels[side === "ask" ? levels.length - 1 - index : index]!;
    const depth = largest === 0 ? 0 : Math.round((level.total / largest) * 1000) / 1000;
    const texts = [print.price(level.price), print.size(level), print.total(level)];
    const drawnText = `${texts.join(" ")} ${depth} ${level.isOwn}`;
    // Nothing is touched that has not changed: most rows of a frame have not.
    if (drawnText === row.drawnText) continue;
    row.drawnText = drawnText;
    for (const [at, text] of texts.entries())
      if (row.texts[at]!.textContent !== text) row.texts[at]!.textContent = text;
    row.element.style.setProperty("--depth", String(depth));
    row.element.dataset.price = print.plainPrice(level.price);
    row.element.dataset.qty = print.plainSize(level);
    if (level.isOwn) row.element.dataset.own = "";
    else delete row.element.dataset.own;
  }
}

/** Draws a ladder into two columns of rows, reusing existing elements. */
export function createBookDrawing(asksElement: HTMLElement, bidsElement: HTMLElement) {
  const [asks, bids]: [DrawnRow[], DrawnRow[]] = [[], []];
  return {
    draw(ladder: Ladder, print: BookPrinter): void {
      const largest = Math.max(ladder.asks.at(-1)?.total ?? 0, ladder.bids.at(-1)?.total ?? 0);
      drawSide(asks, asksElement, "ask", ladder.asks, largest, print);
      drawSide(bids, bidsElement, "bid", ladder.bids, largest, print);
    },
    clear(): void {
      for (const row of [...asks.splice(0), ...bids.splice(0)]) row.element.remove();
    },
  };
}
