import { type LineColour, lineColours } from "../indicators/indicator-kinds.ts";

export const drawingTools = ["trendLine", "ray", "horizontal", "rectangle", "fibonacci", "measure", "text"] as const;
export type DrawingTool = (typeof drawingTools)[number];

/** A time in seconds, not necessarily that of a candle, and a price. It stays where it is in every interval. */
export type DrawingPoint = { readonly time: number; readonly price: number };
export const drawingDashes = ["solid", "dashed", "dotted"] as const;
export const drawingWidths = [1, 2, 3] as const;

export type Drawing = {
  readonly id: string;
  readonly tool: DrawingTool;
  readonly points: readonly DrawingPoint[];
  readonly colour: LineColour;
  readonly width: (typeof drawingWidths)[number];
  readonly dash: (typeof drawingDashes)[number];
  /** Of a text. */
  readonly text: string;
  readonly isLocked: boolean;
};

export const textCharsMax = 120;
export const drawingsMax = 100;

/** How many points a tool takes. */
export const pointCountOf = (tool: DrawingTool): 1 | 2 => (tool === "horizontal" || tool === "text" ? 1 : 2);

export const newDrawing = (tool: DrawingTool, id: string, points: readonly DrawingPoint[]): Drawing => ({
  id,
  tool,
  points,
  colour: tool === "fibonacci" ? "muted" : "info",
  width: tool === "trendLine" || tool === "ray" ? 2 : 1,
  dash: "solid",
  text: "",
  isLocked: false,
});

/** Moved as a whole. A horizontal line and a text move like the others, by the way of the pointer. */
export const movedBy = (drawing: Drawing, seconds: number, price: number): Drawing => ({
  ...drawing,
  points: drawing.points.map((point) => ({ time: point.time + seconds, price: point.price + price })),
});

export const withPoint = (drawing: Drawing, index: number, point: DrawingPoint): Drawing => ({
  ...drawing,
  points: drawing.points.map((each, at) => (at === index ? point : each)),
});

const isPoint = (value: unknown): value is DrawingPoint => {
  const { time, price } = (value ?? {}) as Partial<DrawingPoint>;
  return Number.isFinite(time) && Number.isFinite(price);
};

/** Whether a kept record is a drawing of this version of the page: a broken one must not stop the others from being drawn. */
export function isDrawing(value: unknown): value is Drawing {
  const { id, tool, points, colour, width, dash, text } = (value ?? {}) as Partial<Drawing>;
  if (typeof id !== "string" || typeof text !== "string" || tool === undefined || !Array.isArray(points)) return false;
  return (
    drawingTools.includes(tool) &&
    points.length === pointCountOf(tool) &&
    points.every(isPoint) &&
    lineColours.includes(colour!) &&
    drawingWidths.includes(width!) &&
    drawingDashes.includes(dash!)
  );
}
