import { classNames } from "@tidemark/kit-ui";
import { useRef } from "react";
import type { SpotMarket } from "../../lib/directory.ts";
import { marketLive, useDrawing } from "../../lib/live.ts";
import { shown } from "../../lib/number-text.ts";

const flashMs = 600;

/** The colour of its move, for a moment; none for who wants calm. */
function flash(element: HTMLElement, isRise: boolean): void {
  if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
  element.animate([{ color: isRise ? "var(--rise-ink)" : "var(--fall-ink)" }, {}], { duration: flashMs });
}

/** The last price of a market, drawn outside React. Until it is known a bar of its size stands there; a stale one is pale. */
export function LivePrice({ market, className }: { market: SpotMarket | undefined; className?: string }) {
  const text = useRef<HTMLSpanElement>(null);
  const before = useRef("");
  const ticker = market === undefined ? undefined : marketLive("ticker", market.symbol);
  useDrawing([ticker], () => {
    if (text.current === null || ticker === undefined || market === undefined) return;
    const { state, rows } = ticker.change;
    text.current.dataset.state = state;
    const last = rows[0]?.last;
    if (last === undefined || last === before.current) return;
    const [was, now] = [Number(before.current), Number(last)];
    text.current.textContent = last === "" ? "—" : shown(last, market.priceDecimals);
    if (before.current !== "" && was !== now) flash(text.current, now > was);
    before.current = last;
  });
  return (
    <span
      ref={text}
      data-state="loading"
      className={classNames(
        "num inline-block transition-opacity data-[state=stale]:opacity-50",
        "data-[state=loading]:animate-breathe data-[state=loading]:rounded-control data-[state=loading]:bg-skeleton data-[state=loading]:bg-clip-content data-[state=loading]:text-transparent data-[state=loading]:select-none",
        className,
      )}
    >
      104,286.40
    </span>
  );
}
