import type { InstrumentList, MarketEntry } from "@tidemark/contracts";
import { group } from "@tidemark/money";
import { useConnection } from "../../../lib/client/connection.ts";
import { decimalsOf, shown } from "../../../lib/format/number-text.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { amountText } from "../../../lib/format/amount-text.ts";
import { figure } from "./coin-curve.ts";
import { FigureSkeleton } from "../../../lib/plot/figure-skeleton.tsx";
import { FigureText, figureClassName } from "./figure-text.tsx";
import { m } from "../home-messages.ts";
import { useContractsNow, useDayLine } from "../home-queries.ts";
import type { DayLine } from "../plot/day-line.ts";
import { exampleMargin, longExampleOf } from "./long-example.ts";

/** The line is in the upper part; the liquidation price is far below it, under a break of the scale. */
const lineTop = 44;
const lineFoot = 118;
const lineEnd = 234;
const liquidationY = 160;
const breakY = 138;

/** Where prices of the day lie in the figure. */
function heights({ low, high }: DayLine): (price: number) => number {
  const span = high - low;
  return (price) => (span > 0 ? lineFoot - ((price - low) / span) * (lineFoot - lineTop) : (lineTop + lineFoot) / 2);
}

function pathOf(day: DayLine): string {
  const heightOf = heights(day);
  const points = day.readings.map(
    ({ at, level }) =>
      `${(((at - day.from) / (day.to - day.from)) * lineEnd).toFixed(1)},${heightOf(level).toFixed(1)}`,
  );
  return `M${points.join("L")}`;
}

export function LongFigure({ listed }: { listed: InstrumentList }) {
  const market = listed.markets.find(({ kind }) => kind === "LINEAR");
  return market === undefined ? null : <Long market={market} listed={listed} />;
}

/** A long position opened a day ago: its PnL and liquidation price, by the day's prices and the engine's formulas. */
function Long({ market, listed }: { market: MarketEntry; listed: InstrumentList }) {
  const t = useTexts();
  const day = useDayLine(market.symbol, "15m");
  const { data: now } = useContractsNow(true);
  const mark = now?.rows.find(({ symbol }) => symbol === market.symbol)?.mark ?? "";
  const settle = listed.assets.find(({ asset }) => asset === market.contract?.settle);
  const isStale = useConnection(({ state }) => state === "stale");
  if (day === undefined || settle === undefined) return <FigureSkeleton />;
  const decimals = decimalsOf(market.tickSize);
  const example = longExampleOf(market, settle, {
    entry: day.opened,
    mark,
    lowSince: day.lowest,
  });
  if (example === undefined) return <FigureSkeleton />;
  const heightOf = heights(day);
  const entryY = heightOf(day.readings[0]!.level);
  const endY = heightOf(day.readings.at(-1)!.level);
  const price = (text: string): string => shown(text, decimals);
  const leverage = `${example.leverage}×`;
  const margin = amountText(exampleMargin, settle.asset);
  const gain = `${example.isGain ? "+" : "−"}${shown(example.pnl.replace("-", ""), settle.displayDecimals)} ${settle.asset}`;
  return (
    <svg
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- it is drawn here
      role="img"
      aria-label={t(m.exampleLabel, { margin, leverage })}
      viewBox={`0 0 ${figure.width} ${figure.height}`}
      preserveAspectRatio="xMinYMid meet"
      fill="none"
      className={figureClassName(isStale)}
    >
      <FigureText x={0} y={14}>
        {t(m.example, { leverage, margin: amountText(group(exampleMargin), settle.asset) })}
      </FigureText>
      <path d={`M0 ${entryY.toFixed(1)}H${figure.width}`} strokeDasharray="3 4" className="stroke-brand" />
      <path d={pathOf(day)} strokeWidth={1.5} strokeLinejoin="round" className="stroke-ink" />
      <circle cx={lineEnd} cy={endY} r={3.5} className="fill-ink" />
      <FigureText
        x={figure.width}
        y={14}
        isEnd
        className={example.isOver ? "fill-(--warn-ink)" : example.isGain ? "fill-(--rise-ink)" : "fill-(--fall-ink)"}
      >
        {example.isOver ? t(m.liquidated) : gain}
      </FigureText>
      <FigureText
        x={figure.width}
        y={entryY < (lineTop + lineFoot) / 2 ? entryY + 15 : entryY - 7}
        isEnd
        className="fill-ink"
      >
        {t(m.entryAt, { price: price(example.entry) })}
      </FigureText>
      <path d={`M0 ${breakY}q4 -4 8 0t8 0M0 ${breakY + 5}q4 -4 8 0t8 0`} className="stroke-faint" />
      <path d={`M0 ${liquidationY + 6}H${figure.width}`} strokeDasharray="3 4" className="stroke-warn" />
      <FigureText x={figure.width} y={liquidationY - 1} isEnd className="fill-(--warn-ink)">
        {t(m.liquidationAt, { price: price(example.liquidation) })}
      </FigureText>
    </svg>
  );
}
