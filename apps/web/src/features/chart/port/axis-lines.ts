import { type IPriceLine, type ISeriesApi, LineStyle, type SeriesType } from "lightweight-charts";
import type { AxisLine } from "./chart-port.ts";
import type { Colours } from "./colours.ts";

const styles = { solid: LineStyle.Solid, dotted: LineStyle.Dotted, dashed: LineStyle.Dashed } as const;

/** The user's lines have the brand colour, never green or red, which mean up and down. */
function optionsOf({ price, tone, dash }: AxisLine, colours: Colours, isLabelled: boolean) {
  const ink = { brand: colours.brand, warn: colours.warn, ghost: colours.faint }[tone];
  return {
    price,
    title: "",
    color: ink,
    axisLabelColor: tone === "brand" ? colours.brandSolid : ink,
    axisLabelTextColor: tone === "brand" ? colours.onBrand : colours.surface,
    lineWidth: 1 as const,
    lineStyle: styles[dash],
    axisLabelVisible: isLabelled && tone !== "ghost",
  };
}

/** One label for each price and tone: a position and an order at one price would put the same label there twice. */
function labelledOf(lines: readonly AxisLine[]): ReadonlySet<string> {
  const first = new Map<string, string>();
  for (const { id, price, tone } of lines) if (!first.has(`${tone} ${price}`)) first.set(`${tone} ${price}`, id);
  return new Set(first.values());
}

/** Lines at prices with labels on the axis. They move to the new series when the style changes. */
export function createAxisLines() {
  const drawn = new Map<string, IPriceLine>();
  let wanted: readonly AxisLine[] = [];

  return {
    set(series: ISeriesApi<SeriesType>, lines: readonly AxisLine[], colours: Colours): void {
      wanted = lines;
      const ids = new Set(lines.map(({ id }) => id));
      for (const [id, line] of drawn)
        if (!ids.has(id)) {
          series.removePriceLine(line);
          drawn.delete(id);
        }
      const labelled = labelledOf(lines);
      for (const line of lines) {
        const options = optionsOf(line, colours, labelled.has(line.id));
        const known = drawn.get(line.id);
        if (known === undefined) drawn.set(line.id, series.createPriceLine(options));
        else known.applyOptions(options);
      }
    },
    /** The series before was removed together with its lines. */
    moveTo(series: ISeriesApi<SeriesType>, colours: Colours): void {
      drawn.clear();
      this.set(series, wanted, colours);
    },
    paint(colours: Colours): void {
      const labelled = labelledOf(wanted);
      for (const line of wanted) drawn.get(line.id)?.applyOptions(optionsOf(line, colours, labelled.has(line.id)));
    },
  };
}
