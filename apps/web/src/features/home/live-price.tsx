import { classNames } from "@tidemark/kit-ui";
import { useRef } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { shown, unknownPrice } from "../../lib/format/number-text.ts";

const flashMs = 600;

/** A short flash in the colour of the move; none with reduced motion. */
function flash(element: HTMLElement, isRise: boolean): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element.animate([{ color: isRise ? "var(--rise-ink)" : "var(--fall-ink)" }, {}], { duration: flashMs });
}

/** The last price of a market, drawn outside React. Until loaded a skeleton is shown; a stale price is pale. */
export function LivePrice({ market, className }: { market: Market | undefined; className?: string }) {
  const box = useRef<HTMLSpanElement>(null);
  const text = useRef<HTMLSpanElement>(null);
  const before = useRef("");
  const ticker = market === undefined ? undefined : marketLive("ticker", market.symbol);
  useDrawing([ticker], () => {
    if (box.current === null || text.current === null || ticker === undefined || market === undefined) return;
    const { state, rows } = ticker.change;
    box.current.dataset.state = state;
    const last = rows[0]?.last;
    if (last === undefined || last === before.current) return;
    const [was, now] = [Number(before.current), Number(last)];
    text.current.textContent = last === "" ? "—" : shown(last, market.priceDecimals);
    if (before.current !== "" && was !== now) flash(text.current, now > was);
    before.current = last;
  });
  return (
    <span
      ref={box}
      data-state="loading"
      className={classNames(
        "group/price num inline-block transition-opacity data-[state=stale]:opacity-50",
        "data-[state=loading]:animate-breathe data-[state=loading]:rounded-control data-[state=loading]:bg-skeleton data-[state=loading]:select-none",
        className,
      )}
    >
      <span ref={text} className="group-data-[state=loading]/price:invisible">
        {unknownPrice}
      </span>
    </span>
  );
}
