import type { IPrimitivePaneView, ISeriesPrimitive, SeriesAttachedParameter, Time } from "lightweight-charts";
import type { ChartScale, PaintedDrawings } from "./chart-port.ts";
import { type Colours, lineColourOf } from "./colours.ts";
import type { Drawing } from "../drawings/drawing.ts";
import { type Painter, paintDrawing } from "./paint-drawing.ts";
import type { Place } from "../drawings/geometry.ts";

/** The places of a drawing's points; undefined while the chart has no candles. */
export function placesOf(scale: ChartScale, { points }: Pick<Drawing, "points">): readonly Place[] | undefined {
  const places = points.flatMap(({ time, price }): Place[] => {
    const [x, y] = [scale.xOf(time), scale.yOf(price)];
    return x === undefined || y === undefined ? [] : [{ x, y }];
  });
  return places.length === points.length ? places : undefined;
}

/** All drawings of a market as one primitive of the chart library, so that they are painted in the same frame as the candles. */
export function createDrawingPrimitive(scale: ChartScale, printPrice: (price: number) => string) {
  let painted: PaintedDrawings = { drawings: [], selectedId: undefined, measureLines: () => [] };
  let colours: Colours | undefined;
  let repaint: (() => void) | undefined;

  const view: IPrimitivePaneView = {
    zOrder: () => "top",
    renderer: () => ({
      draw(target) {
        const ink = colours;
        if (ink === undefined) return;
        target.useMediaCoordinateSpace(({ context, mediaSize }) => {
          for (const drawing of painted.drawings) {
            const places = placesOf(scale, drawing);
            if (places === undefined) continue;
            const painter: Painter = {
              context,
              size: mediaSize,
              colours: ink,
              ink: lineColourOf(ink, drawing.colour),
              isSelected: drawing.id === painted.selectedId,
              printPrice,
              lines: drawing.tool === "measure" ? painted.measureLines(drawing) : [],
            };
            context.save();
            paintDrawing(painter, drawing, places);
            context.restore();
          }
        });
      },
    }),
  };
  const views = [view];
  const primitive: ISeriesPrimitive<Time> = {
    attached: ({ requestUpdate }: SeriesAttachedParameter<Time>) => {
      repaint = requestUpdate;
    },
    detached: () => {
      repaint = undefined;
    },
    paneViews: () => views,
  };
  return {
    primitive,
    set(next: PaintedDrawings): void {
      painted = next;
      repaint?.();
    },
    paint(next: Colours): void {
      colours = next;
      repaint?.();
    },
  };
}
