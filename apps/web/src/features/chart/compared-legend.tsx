import { Tag } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import { X } from "lucide-react";
import { sharedLive, useLive } from "../../lib/client/live.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { m } from "./chart-messages.ts";

const dots = ["bg-info", "bg-warn", "bg-muted", "bg-ink"] as const;

type ComparedLegendProps = { market: Market; compared: readonly Market[]; onEnd: (symbol: string) => void };

/** The market and those it is compared with, each with its colour and last price. */
export function ComparedLegend({ market, compared, onEnd }: ComparedLegendProps) {
  const t = useTexts();
  const lastOf = new Map(useLive(sharedLive("days")).rows.map((day) => [day.symbol, day.last]));
  return (
    <div className="pointer-events-none absolute start-3 top-2 z-3 grid justify-items-start gap-0.5 text-11 leading-4.25 text-muted">
      <Tag>
        <span title={t(m.percentScale)}>%</span>
      </Tag>
      {[market, ...compared].map(({ symbol, title }, index) => (
        <span key={symbol} className="num flex items-center gap-1.5">
          <i aria-hidden className={`h-0.5 w-2.5 ${index === 0 ? "bg-rise" : dots[index - 1]}`} />
          <b className="font-semibold text-ink">{title}</b>
          {group(lastOf.get(symbol) ?? "")}
          {index > 0 && (
            <button
              type="button"
              aria-label={t(m.removeCompared, { market: title })}
              onClick={() => onEnd(symbol)}
              className="pointer-events-auto grid size-4 place-items-center rounded-tag hover:bg-hover hover:text-ink"
            >
              <X size={11} />
            </button>
          )}
        </span>
      ))}
    </div>
  );
}
