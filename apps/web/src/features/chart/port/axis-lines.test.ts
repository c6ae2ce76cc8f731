import type { ISeriesApi, PriceLineOptions, SeriesType } from "lightweight-charts";
import { expect, test } from "vitest";
import { createAxisLines } from "./axis-lines.ts";
import type { Colours } from "./colours.ts";

/** A series that keeps the last options of its price lines. */
function seriesOf() {
  const labels = new Map<object, boolean>();
  const createPriceLine = (options: PriceLineOptions) => {
    const line = {
      applyOptions: (next: PriceLineOptions) => void labels.set(line, next.axisLabelVisible),
    };
    labels.set(line, options.axisLabelVisible);
    return line;
  };
  const removePriceLine = (line: object) => void labels.delete(line);
  const series = { createPriceLine, removePriceLine } as unknown as ISeriesApi<SeriesType>;
  return { series, labels: () => [...labels.values()] };
}

test("lines at one price share one label, and the one that stays takes it over", () => {
  const { series, labels } = seriesOf();
  const lines = createAxisLines();
  const colours = {} as Colours;
  const position = { id: "position", price: 106_652, tone: "brand", dash: "solid" } as const;
  const order = { id: "order", price: 106_652, tone: "brand", dash: "dashed" } as const;
  const liquidation = { id: "liquidation", price: 106_652, tone: "warn", dash: "dashed" } as const;
  lines.set(series, [position, order, liquidation], colours);
  expect(labels()).toEqual([true, false, true]);
  lines.set(series, [order], colours);
  expect(labels()).toEqual([true]);
});
