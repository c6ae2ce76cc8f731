import { ArrowDown, ArrowUp } from "lucide-react";
import { useRef } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { shown, unknownPrice } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./market-bar-messages.ts";

export type LastPriceProps = { market: Market; hasArrow?: boolean; className?: string };

/** The last price, coloured by its last move; an arrow shows the same without colour. Drawn outside React. */
export function LastPrice({ market, hasArrow = false, className = "" }: LastPriceProps) {
  const t = useTexts();
  const box = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const before = useRef("");
  const ticker = marketLive("ticker", market.symbol);

  useDrawing([ticker], () => {
    const { state, rows } = ticker.change;
    const last = rows[0]?.last ?? "";
    if (box.current === null || text.current === null) return;
    box.current.dataset.state = state;
    if (last === "" || last === before.current) return;
    const move = before.current === "" || Number(last) >= Number(before.current) ? "up" : "down";
    before.current = last;
    box.current.dataset.move = move;
    text.current.textContent = shown(last, market.priceDecimals);
  });

  return (
    <span
      ref={box}
      title={t(m.lastPrice)}
      data-testid={hasArrow ? "book-last" : "last-price"}
      data-state="loading"
      className={`group/last num inline-flex items-center gap-1 font-semibold text-muted transition-opacity data-[move=down]:text-fall data-[move=up]:text-rise ${hasArrow ? "" : "data-[state=stale]:opacity-50"} ${className}`}
    >
      <span
        ref={text}
        className="group-not-data-move/last:my-[calc((1lh-14px)/2)] group-not-data-move/last:block group-not-data-move/last:h-3.5 group-not-data-move/last:animate-breathe group-not-data-move/last:overflow-hidden group-not-data-move/last:rounded-control group-not-data-move/last:bg-skeleton group-not-data-move/last:text-transparent"
      >
        {unknownPrice}
      </span>
      {hasArrow && (
        <>
          <ArrowUp aria-hidden size={14} strokeWidth={2} className="hidden group-data-[move=up]/last:block" />
          <ArrowDown aria-hidden size={14} strokeWidth={2} className="hidden group-data-[move=down]/last:block" />
        </>
      )}
    </span>
  );
}
