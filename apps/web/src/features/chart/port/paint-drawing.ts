import { type Colours, withAlpha } from "./colours.ts";
import type { Drawing, DrawingTool } from "../drawings/drawing.ts";
import { boxOf, fibonacciPrice, fibonacciRatios, type Place, rayEnd, type Size } from "../drawings/geometry.ts";

export type Painter = {
  readonly context: CanvasRenderingContext2D;
  readonly size: Size;
  readonly colours: Colours;
  readonly ink: string;
  readonly isSelected: boolean;
  readonly printPrice: (price: number) => string;
  /** Of a measure. */
  readonly lines: readonly string[];
};

const dashes = { solid: [], dashed: [6, 4], dotted: [1, 3] } as const;

function stroke({ context }: Painter, a: Place, b: Place): void {
  context.beginPath();
  context.moveTo(a.x, a.y);
  context.lineTo(b.x, b.y);
  context.stroke();
}

/** A line of one pixel is sharp between two rows of pixels. */
const sharp = (y: number): number => Math.round(y) + 0.5;

function paintRectangle({ context, ink }: Painter, places: readonly Place[]): void {
  const { left, top, right, bottom } = boxOf(places);
  context.fillStyle = withAlpha(ink, "1f");
  context.fillRect(left, top, right - left, bottom - top);
  context.strokeRect(sharp(left), sharp(top), Math.round(right - left), Math.round(bottom - top));
}

function paintFibonacci(painter: Painter, { points }: Drawing, [a, b]: readonly Place[]): void {
  const { context, colours, isSelected, printPrice, size } = painter;
  if (a === undefined || b === undefined) return;
  const left = Math.min(a.x, b.x);
  const right = size.width - 44;
  const y = (ratio: number): number => fibonacciPrice(a.y, b.y, ratio);
  context.fillStyle = colours.infoSoft;
  context.fillRect(left, Math.min(y(0.5), y(0.618)), Math.max(0, right - left), Math.abs(y(0.618) - y(0.5)));
  context.textBaseline = "middle";
  context.font = `11px ${colours.fontFamily}`;
  for (const ratio of fibonacciRatios) {
    const at = sharp(y(ratio));
    stroke(painter, { x: left, y: at }, { x: right, y: at });
    const price = fibonacciPrice(points[0]!.price, points[1]!.price, ratio);
    const text = isSelected ? `${ratio} · ${printPrice(price)}` : String(ratio);
    context.fillStyle = ratio === 0.618 ? colours.ink : colours.muted;
    context.textAlign = "left";
    // With prices the label is long: it stands on the line's start, where it covers no candle to come.
    context.fillText(text, isSelected ? left + 8 : right + 6, isSelected ? at - 7 : at);
  }
  context.setLineDash([3, 4]);
  stroke(painter, a, b);
}

/** A panel of text lines above or below a place, inside the plot. */
function paintPanel({ context, colours, lines, size }: Painter, x: number, top: number, bottom: number): void {
  const lineHeight = 16;
  context.font = `11px ${colours.fontFamily}`;
  const width = Math.max(...lines.map((line) => context.measureText(line).width)) + 20;
  const height = lines.length * lineHeight + 10;
  const left = Math.min(Math.max(4, x - width / 2), size.width - width - 4);
  const above = top - height - 8;
  const at = above >= 4 ? above : Math.min(bottom + 8, size.height - height - 4);
  context.setLineDash([]);
  context.beginPath();
  context.roundRect(left, at, width, height, 6);
  context.fillStyle = colours.raised;
  context.fill();
  context.lineWidth = 1;
  context.strokeStyle = colours.line;
  context.stroke();
  context.fillStyle = colours.ink;
  context.textAlign = "left";
  context.textBaseline = "middle";
  for (const [index, line] of lines.entries()) context.fillText(line, left + 10, at + 5 + lineHeight * (index + 0.5));
}

function paintMeasure(painter: Painter, [a, b]: readonly Place[]): void {
  const { context, ink } = painter;
  if (a === undefined || b === undefined) return;
  const { left, top, right, bottom } = boxOf([a, b]);
  context.fillStyle = withAlpha(ink, "24");
  context.fillRect(left, top, right - left, bottom - top);
  const middle = { x: (left + right) / 2, y: (top + bottom) / 2 };
  arrow(painter, { x: middle.x, y: a.y }, { x: middle.x, y: b.y });
  arrow(painter, { x: a.x, y: middle.y }, { x: b.x, y: middle.y });
  if (painter.lines.length > 0) paintPanel(painter, middle.x, top, bottom);
}

function arrow(painter: Painter, from: Place, to: Place): void {
  stroke(painter, from, to);
  const length = Math.hypot(to.x - from.x, to.y - from.y);
  if (length < 12) return;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length];
  for (const side of [-1, 1])
    stroke(painter, to, { x: to.x - 6 * ux + side * 4 * uy, y: to.y - 6 * uy - side * 4 * ux });
}

function paintText({ context, colours, ink, isSelected }: Painter, { text }: Drawing, place: Place): void {
  context.font = `500 12px ${colours.fontFamily}`;
  context.textBaseline = "middle";
  context.textAlign = "left";
  if (isSelected) {
    context.lineWidth = 1;
    context.strokeStyle = ink;
    context.setLineDash([2, 2]);
    context.strokeRect(place.x - 4.5, sharp(place.y - 11), context.measureText(text).width + 9, 21);
  }
  context.fillStyle = ink;
  context.fillText(text, place.x, place.y);
}

function paintHandles({ context, colours, ink }: Painter, places: readonly Place[]): void {
  context.setLineDash([]);
  context.lineWidth = 1.5;
  context.strokeStyle = ink;
  context.fillStyle = colours.surface;
  for (const { x, y } of places) {
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
}

const bodies: Readonly<Record<DrawingTool, (painter: Painter, drawing: Drawing, places: readonly Place[]) => void>> = {
  trendLine: (painter, _, [a, b]) => stroke(painter, a!, b!),
  ray: (painter, _, [a, b]) => stroke(painter, a!, rayEnd(a!, b!, painter.size)),
  horizontal(painter, { points }, [a]) {
    const y = sharp(a!.y);
    stroke(painter, { x: 0, y }, { x: painter.size.width, y });
    painter.context.font = `11px ${painter.colours.fontFamily}`;
    painter.context.textAlign = "right";
    painter.context.textBaseline = "bottom";
    painter.context.fillStyle = painter.ink;
    painter.context.fillText(painter.printPrice(points[0]!.price), painter.size.width - 6, y - 2);
  },
  rectangle: (painter, _, places) => paintRectangle(painter, places),
  fibonacci: paintFibonacci,
  measure: (painter, _, places) => paintMeasure(painter, places),
  text: (painter, drawing, [a]) => paintText(painter, drawing, a!),
};

export function paintDrawing(painter: Painter, drawing: Drawing, places: readonly Place[]): void {
  const { context, ink, isSelected } = painter;
  context.strokeStyle = ink;
  context.lineWidth = drawing.width;
  context.setLineDash([...dashes[drawing.dash]]);
  bodies[drawing.tool](painter, drawing, places);
  if (isSelected && drawing.tool !== "text") paintHandles(painter, places);
}
