import type { DayRow } from "@tidemark/contracts";
import { Search } from "lucide-react";
import { useState } from "react";
import { sharedLive, useLive } from "../../lib/client/live.ts";
import type { Market } from "../../lib/markets/market.ts";
import { shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./market-list-messages.ts";

export type MarketListProps = {
  markets: readonly Market[];
  current: Market;
  onChoose: (market: Market) => void;
  hasFocus?: boolean;
};

const kinds = ["SPOT", "LINEAR", "INVERSE"] as const;

/** All markets by kind with their price and day: a column on wide screens, a panel of the pair's button elsewhere. */
export function MarketList({ markets, current, onChoose, hasFocus = false }: MarketListProps) {
  const t = useTexts();
  const [text, setText] = useState("");
  const days = new Map(useLive(sharedLive("days")).rows.map((day) => [day.symbol, day]));
  const found = markets.filter(({ title }) => title.toLowerCase().includes(text.trim().toLowerCase()));
  return (
    <section aria-label={t(m.title)} className="flex h-full min-h-0 flex-col text-12">
      <label className="mx-3 mt-2.5 flex h-8 flex-none items-center gap-2 rounded-control bg-field px-2.5 text-muted ring-inset has-[input:focus-visible]:ring-2 has-[input:focus-visible]:ring-brand">
        <Search aria-hidden size={14} />
        <input
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- the panel was opened to search
          autoFocus={hasFocus && !matchMedia("(pointer: coarse)").matches}
          value={text}
          onChange={(event) => setText(event.target.value)}
          placeholder={t(m.search)}
          aria-label={t(m.search)}
          className="min-w-0 flex-1 bg-transparent text-ink outline-none pointer-coarse:text-16"
        />
      </label>
      <div className="min-h-0 flex-1 overflow-auto pb-2">
        {/* The kind that is traded now stands first. */}
        {kinds
          .toSorted((a, b) => Number(b === current.kind) - Number(a === current.kind))
          .map((kind) => ({ kind, markets: found.filter((market) => market.kind === kind) }))
          .filter((part) => part.markets.length > 0)
          .map((part) => (
            <div key={part.kind}>
              <h3 className="px-3 pt-3 pb-1 text-11 text-muted">{t(m[part.kind])}</h3>
              {part.markets.map((market) => (
                <MarketLine
                  key={market.symbol}
                  market={market}
                  day={days.get(market.symbol)}
                  isCurrent={market.symbol === current.symbol}
                  onChoose={() => onChoose(market)}
                />
              ))}
            </div>
          ))}
        {found.length === 0 && <p className="p-3 text-muted">{t(m.nothing, { text })}</p>}
      </div>
    </section>
  );
}

type MarketLineProps = { market: Market; day: DayRow | undefined; isCurrent: boolean; onChoose: () => void };

function MarketLine({ market, day, isCurrent, onChoose }: MarketLineProps) {
  const isFall = day?.change.startsWith("-") ?? false;
  return (
    <button
      type="button"
      aria-current={isCurrent}
      onClick={onChoose}
      data-testid="market-row"
      className="relative grid h-7 w-full grid-cols-[minmax(0,1fr)_auto_58px] items-center gap-2 px-3 text-start hover:bg-hover focus-visible:-outline-offset-2 aria-[current=true]:bg-brand-soft aria-[current=true]:before:absolute aria-[current=true]:before:inset-y-0 aria-[current=true]:before:start-0 aria-[current=true]:before:w-0.5 aria-[current=true]:before:bg-brand"
    >
      <b className="font-medium">
        {market.base}
        <span className="font-normal text-muted">{market.title.slice(market.base.length)}</span>
      </b>
      <span className="num text-end">
        {day === undefined || day.last === "" ? "—" : shown(day.last, market.priceDecimals)}
      </span>
      <span
        className={`num text-end ${day === undefined || day.change === "" ? "text-muted" : isFall ? "text-fall" : "text-rise"}`}
      >
        {day === undefined || day.change === ""
          ? "—"
          : `${isFall ? "−" : day.change === "0.00" ? "" : "+"}${day.change.replace(/^[+-]/, "")}%`}
      </span>
    </button>
  );
}
