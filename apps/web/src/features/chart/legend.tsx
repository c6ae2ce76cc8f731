import { Tag } from "@tidemark/kit-ui";
import { group } from "@tidemark/money";
import type { Ref } from "react";
import { useTexts } from "../../lib/i18n/texts.ts";
import type { Market } from "../../lib/markets/market.ts";
import { percentOf } from "./candles.ts";
import { changeText } from "./change-text.ts";
import { m } from "./chart-messages.ts";
import { kindOf, type LineColour } from "./indicators/indicator-kinds.ts";
import { lineLabels, type ShownIndicator } from "./indicators/shown-indicators.ts";
import type { ChartPort, Look } from "./port/chart-port.ts";

const inks: Readonly<Record<LineColour, string>> = {
  warn: "text-warn",
  info: "text-info",
  muted: "text-muted",
  brand: "text-brand",
  ink: "text-ink",
  rise: "text-rise",
  fall: "text-fall",
};

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });
const valueText = (value: number | undefined, decimals: number): string => {
  if (value === undefined) return "—";
  if (Math.abs(value) >= 1e7) return compact.format(value).replace("-", "−");
  return `${value < 0 ? "−" : ""}${group(Math.abs(value).toFixed(decimals))}`;
};

/** The legend's numbers, written straight into their elements: the pointer moves faster than React renders. */
export function writeLegend(
  legend: HTMLElement | null,
  market: Market,
  shown: readonly ShownIndicator[],
  { candle, values }: Look,
  port: ChartPort | undefined,
): void {
  if (legend === null || candle === undefined) return;
  const setText = (name: string, text: string) => {
    const element = legend.querySelector(`[data-of="${name}"]`);
    if (element !== null) element.textContent = text;
  };
  legend.hidden = false;
  legend.dataset.move = candle.close >= candle.open ? "up" : "down";
  for (const name of ["open", "high", "low", "close"] as const)
    setText(name, group(candle[name].toFixed(market.priceDecimals)));
  setText("change", changeText(percentOf(candle.open, candle.close)));
  setText("volume", group(candle.volume.toFixed(2)));
  const tops = port?.paneTops() ?? {};
  for (const { id, name } of shown) {
    const { lines, decimals = market.priceDecimals } = kindOf(name);
    for (const [index, line] of lines.entries()) setText(`${id}.${line.id}`, valueText(values[id]?.[index], decimals));
    const row = legend.querySelector<HTMLElement>(`[data-pane="${id}"]`);
    if (row === null) continue;
    row.hidden = tops[id] === undefined;
    row.style.top = `${(tops[id] ?? 0) + 4}px`;
  }
}

function IndicatorValues({ shown }: { shown: ShownIndicator }) {
  const lines = kindOf(shown.name).lines;
  return lineLabels(shown).map(({ id, text }, index) => (
    <span key={id}>
      {text}{" "}
      <b
        data-of={`${shown.id}.${id}`}
        className={`me-1.5 font-medium ${inks[shown.colours[id] ?? lines[index]!.colour]}`}
      />
    </span>
  ));
}

type LegendProps = {
  ref: Ref<HTMLDivElement>;
  shown: readonly ShownIndicator[];
  isAveraged: boolean;
  hasVolume: boolean;
};

/** Over the plot: the candle, the indicators of the prices, and each other indicator in its pane. */
export function Legend({ ref, shown, isAveraged, hasVolume }: LegendProps) {
  const t = useTexts();
  const number = "group-data-[move=down]/legend:text-fall group-data-[move=up]/legend:text-rise font-medium me-1.5";
  const seen = shown.filter(({ isHidden }) => !isHidden);
  const onPrices = seen.filter(({ name }) => kindOf(name).pane === "price");
  return (
    <div
      ref={ref}
      hidden
      className="group/legend num pointer-events-none absolute inset-0 z-3 text-11 leading-4.25 text-muted"
    >
      <div className="absolute start-3 end-20 top-2 grid max-w768:top-0.5 max-w768:[&>:first-child]:hidden">
        <span className="flex flex-wrap items-center whitespace-nowrap">
          {(["open", "high", "low", "close"] as const).map((name) => (
            <span key={name}>
              {t(m[name])} <b data-of={name} className={number} />
            </span>
          ))}
          <b data-of="change" className={number} />
          {isAveraged && <Tag>{t(m.averagedPrices)}</Tag>}
        </span>
        <span className="flex flex-wrap whitespace-nowrap">
          {onPrices.map((each) => (
            <IndicatorValues key={each.id} shown={each} />
          ))}
          {hasVolume && (
            <span className="max-w768:hidden">
              {t(m.volume)} <b data-of="volume" className="font-medium text-ink" />
            </span>
          )}
        </span>
      </div>
      {seen
        .filter(({ name }) => kindOf(name).pane === "own")
        .map((each) => (
          <div key={each.id} data-pane={each.id} hidden className="absolute start-3 flex whitespace-nowrap">
            <IndicatorValues shown={each} />
          </div>
        ))}
    </div>
  );
}
