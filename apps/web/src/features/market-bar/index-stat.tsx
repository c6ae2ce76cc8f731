import { useRef } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { marketLive, useDrawing } from "../../lib/client/live.ts";
import { shown, unknownPrice } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./market-bar-messages.ts";
import { liveNumberClass, Stat } from "./stat.tsx";

/** The index price, drawn outside React. */
export function IndexStat({ market }: { market: Market }) {
  const t = useTexts();
  const text = useRef<HTMLSpanElement>(null);
  const ticker = marketLive("ticker", market.symbol);
  useDrawing([ticker], () => {
    const row = ticker.change.rows[0];
    if (text.current === null || row === undefined) return;
    text.current.dataset.known = "";
    text.current.textContent = row.index === "" ? "—" : shown(row.index, market.priceDecimals);
    text.current.dataset.stale = String(row.indexStale);
    text.current.title = row.indexStale ? t(m.indexStale) : "";
  });
  return (
    <Stat label={<span className="hint">{t(m.index)}</span>}>
      <span ref={text} className={liveNumberClass}>
        {unknownPrice}
      </span>
    </Stat>
  );
}
