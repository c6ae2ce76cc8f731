import { classNames } from "@tidemark/kit-ui";
import { shortText } from "@tidemark/money";
import { useRef } from "react";
import type { Market } from "../../../lib/markets/market.ts";
import { marketLive, useDrawing } from "../../../lib/client/live.ts";
import { shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { type BestLevel, bestLevelsOf } from "./best-levels.ts";
import { m } from "../home-messages.ts";
import { LivePrice } from "../live-price.tsx";

const levelsASide = 3;
const sides = {
  ask: { price: "text-fall", bar: "before:bg-depth-fall" },
  bid: { price: "text-rise", bar: "before:bg-depth-rise" },
} as const;
/** A bar is never too short to be seen, and never hides the price. */
const barLeast = 0.15;
const barMost = 0.72;

function drawRow(row: HTMLElement, level: BestLevel | undefined, market: Market): void {
  row.style.setProperty("--share", String(level === undefined ? 0 : barLeast + (barMost - barLeast) * level.share));
  const texts =
    level === undefined
      ? ["", "", ""]
      : [shown(level.price, market.priceDecimals), shown(level.qty, market.sizeDecimals), shortText(level.worth)];
  for (const [index, text] of texts.entries())
    if (row.children[index]!.textContent !== text) row.children[index]!.textContent = text;
}

/** The three best levels of each side of a living book, drawn outside React. */
export function MiniatureBook({ market }: { market: Market }) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const depth = marketLive("depth", market.symbol);
  useDrawing([depth], () => {
    if (box.current === null) return;
    const { state, rows } = depth.change;
    box.current.dataset.state = state === "live" && rows.length === 0 ? "empty" : state;
    if (state === "loading") return;
    const { asks, bids } = bestLevelsOf(rows, levelsASide);
    for (const [index, row] of [...box.current.querySelectorAll<HTMLElement>("[data-side=ask]")].entries())
      drawRow(row, asks[levelsASide - 1 - index], market);
    for (const [index, row] of [...box.current.querySelectorAll<HTMLElement>("[data-side=bid]")].entries())
      drawRow(row, bids[index], market);
  });
  const rowsOf = (side: keyof typeof sides) =>
    Array.from({ length: levelsASide }, (_, index) => (
      <div
        key={index}
        data-side={side}
        className={classNames(
          "relative grid grid-cols-3 items-center px-1.5 group-data-[state=empty]/book:invisible",
          // By sides of the screen: a book runs from left to right in every language.
          "before:absolute before:inset-x-0 before:inset-y-px before:origin-right before:scale-x-[var(--share,0.3)] before:rounded-[2px]",
          "group-data-[state=loading]/book:animate-breathe group-data-[state=loading]/book:before:bg-skeleton",
          sides[side].bar,
        )}
      >
        <span className={classNames("num relative", sides[side].price)} />
        <span className="num relative text-end" />
        <span className="num relative text-end text-muted" />
      </div>
    ));
  return (
    <div
      ref={box}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={t(m.book, { pair: market.title })}
      data-state="loading"
      className="group/book relative grid h-full grid-rows-7 transition-opacity data-[state=stale]:opacity-50"
    >
      {rowsOf("ask")}
      <div className="flex items-center justify-between px-1.5">
        <LivePrice market={market} className="text-16 font-semibold" />
        <span className="num text-muted">{market.title}</span>
      </div>
      {rowsOf("bid")}
      <p className="absolute inset-x-0 bottom-3 hidden text-center text-muted group-data-[state=empty]/book:block">
        {t(m.bookEmpty)}
      </p>
    </div>
  );
}
