import type { FillRow, TradeRow } from "@tidemark/contracts";
import { Skeleton, Tabs } from "@tidemark/kit-ui";
import { type ReactNode, useEffect, useRef, useState } from "react";
import type { Market } from "../../lib/markets/market.ts";
import { type Live, marketLive, useDrawing, useLive } from "../../lib/client/live.ts";
import { clockText, shown } from "../../lib/format/number-text.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./market-trades-messages.ts";

const rowClass = "grid h-4.5 grid-cols-3 items-center px-3 text-end";

function tapeRow(): HTMLElement {
  const row = document.createElement("div");
  row.className = `${rowClass} hover:bg-hover`;
  row.dataset.testid = "trade-row";
  for (const names of ["text-start text-rise data-[side=SELL]:text-fall", "", "text-muted"]) {
    const cell = document.createElement("span");
    cell.className = names;
    row.append(cell);
  }
  return row;
}

/** The market's trades, newest first, as many as fit; drawn outside React. */
function Tape({ market }: { market: Market }) {
  const t = useTexts();
  const box = useRef<HTMLDivElement>(null);
  const drawn = useRef(new WeakMap<HTMLElement, string>());
  const [status, setStatus] = useState<"loading" | "empty" | "filled">("loading");
  const trades = marketLive("trades", market.symbol);

  const draw = () => {
    const parent = box.current;
    if (parent === null) return;
    const { state, rows } = trades.change;
    const count = Math.min(rows.length, Math.floor(parent.clientHeight / 18));
    while (parent.childElementCount < count) parent.append(tapeRow());
    while (parent.childElementCount > count) parent.lastElementChild!.remove();
    for (let index = 0; index < count; index += 1) fill(parent.children[index] as HTMLElement, rows[index]!);
    parent.dataset.stale = String(state === "stale");
    const next = state === "loading" ? "loading" : rows.length === 0 ? "empty" : "filled";
    if (next !== status) setStatus(next);
  };
  const fill = (row: HTMLElement, trade: TradeRow) => {
    if (drawn.current.get(row) === trade.tradeId) return;
    drawn.current.set(row, trade.tradeId);
    const [price, size, time] = row.children as unknown as [HTMLElement, HTMLElement, HTMLElement];
    price.textContent = shown(trade.price, market.priceDecimals);
    price.dataset.side = trade.takerSide;
    size.textContent = shown(trade.qty, market.sizeDecimals);
    time.textContent = clockText(trade.at);
  };
  useDrawing([trades], draw);
  const latest = useRef(draw);
  useEffect(() => {
    latest.current = draw;
  });
  useEffect(() => {
    const watcher = new ResizeObserver(() => latest.current());
    watcher.observe(box.current!);
    return () => watcher.disconnect();
  }, []);

  return (
    <div className="relative min-h-0 flex-1" dir="ltr">
      <div ref={box} className="num absolute inset-0 overflow-hidden transition-opacity data-[stale=true]:opacity-50" />
      {status === "loading" && (
        <div className="overflow-hidden">
          {Array.from({ length: 6 }, (_, index) => (
            <div key={index} className={rowClass}>
              <span className="text-start">
                <Skeleton>104,286.4</Skeleton>
              </span>
              <span>
                <Skeleton>0.74700</Skeleton>
              </span>
              <span>
                <Skeleton>14:59:58</Skeleton>
              </span>
            </div>
          ))}
        </div>
      )}
      {status === "empty" && <p className="p-4 text-center text-muted">{t(m.empty)}</p>}
    </div>
  );
}

function MyFills({ market, fills }: { market: Market; fills: Live<FillRow> | undefined }) {
  const t = useTexts();
  const rows = useLive(fills).rows.filter((fill) => fill.symbol === market.symbol);
  if (rows.length === 0) return <p className="p-4 text-center text-balance text-muted">{t(m.mineEmpty)}</p>;
  return (
    <div dir="ltr" className="num min-h-0 flex-1 overflow-auto">
      {rows.map((fill) => (
        <div key={`${fill.tradeId}:${fill.role}`} className={rowClass}>
          <span className={fill.side === "BUY" ? "text-start text-rise" : "text-start text-fall"}>
            {shown(fill.price, market.priceDecimals)}
          </span>
          <span>{shown(fill.qty, market.sizeDecimals)}</span>
          <span className="text-muted">{clockText(fill.at)}</span>
        </div>
      ))}
    </div>
  );
}

export type MarketTradesProps = {
  market: Market;
  fills: Live<FillRow> | undefined;
  /** Narrow layouts give the panel a tab of their own and need no second header. */
  hasHeader: boolean;
  children?: ReactNode;
};

export function MarketTrades({ market, fills, hasHeader }: MarketTradesProps) {
  const t = useTexts();
  const [tab, setTab] = useState<"all" | "mine">("all");
  return (
    <section aria-label={t(m.trades)} className="flex h-full min-h-0 flex-col text-12">
      {hasHeader && (
        <div className="flex h-(--head-height) flex-none border-b border-line px-3">
          <Tabs
            label={t(m.trades)}
            items={[
              { id: "all", label: t(m.trades) },
              { id: "mine", label: t(m.mine) },
            ]}
            selected={tab}
            onSelect={setTab}
          />
        </div>
      )}
      <div dir="ltr" className="grid h-6.5 flex-none grid-cols-3 items-center px-3 text-end text-11 text-muted">
        <span className="text-start">{t(m.price)}</span>
        <span>{t(m.size, { asset: market.sizeUnit })}</span>
        <span>{t(m.time)}</span>
      </div>
      {tab === "all" ? <Tape market={market} /> : <MyFills market={market} fills={fills} />}
    </section>
  );
}
