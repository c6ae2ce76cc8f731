import type { DrawingTool } from "./drawing.ts";

/** A place in the plot, in pixels. */
export type Place = { readonly x: number; readonly y: number };
export type Size = { readonly width: number; readonly height: number };

export const fibonacciRatios = [0, 0.236, 0.382, 0.5, 0.618, 0.786, 1] as const;

/** The price of a ratio: 1 is where the move began, 0 where it ended. */
export const fibonacciPrice = (from: number, to: number, ratio: number): number => to + (from - to) * ratio;

export function distanceToSegment({ x, y }: Place, a: Place, b: Place): number {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const length = dx * dx + dy * dy;
  const along = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - a.x) * dx + (y - a.y) * dy) / length));
  return Math.hypot(x - a.x - along * dx, y - a.y - along * dy);
}

/** Where a ray through two places leaves the plot. */
export function rayEnd(a: Place, b: Place, { width, height }: Size): Place {
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  if (dx === 0 && dy === 0) return b;
  const steps = [
    dx > 0 ? (width - a.x) / dx : dx < 0 ? -a.x / dx : Number.POSITIVE_INFINITY,
    dy > 0 ? (height - a.y) / dy : dy < 0 ? -a.y / dy : Number.POSITIVE_INFINITY,
  ];
  // A ray that starts outside may have left already: then it ends at its second point.
  const along = Math.max(1, Math.min(...steps));
  return { x: a.x + dx * along, y: a.y + dy * along };
}

export type Box = { readonly left: number; readonly top: number; readonly right: number; readonly bottom: number };
export const boxOf = (places: readonly Place[]): Box => ({
  // sides of the screen: a place in the plot
  left: Math.min(...places.map(({ x }) => x)),
  top: Math.min(...places.map(({ y }) => y)),
  // sides of the screen: a place in the plot
  right: Math.max(...places.map(({ x }) => x)),
  bottom: Math.max(...places.map(({ y }) => y)),
});
const isIn = ({ x, y }: Place, { left, top, right, bottom }: Box, margin = 0): boolean =>
  x >= left - margin && x <= right + margin && y >= top - margin && y <= bottom + margin;

/** How near the pointer must come, in pixels. */
const reach = 6;
const handleReach = 9;

/** A text is as wide as its characters, roughly: enough to find it with the pointer. */
const textBox = ({ x, y }: Place, text: string): Box => ({
  // sides of the screen: a place in the plot
  left: x,
  top: y - 9,
  // sides of the screen: a place in the plot
  right: x + Math.max(24, text.length * 7),
  bottom: y + 9,
});

/** The handle of a drawing under the pointer, its body, or undefined. */
export function hitOf(
  tool: DrawingTool,
  places: readonly Place[],
  text: string,
  pointer: Place,
  size: Size,
): number | "body" | undefined {
  const handle = places.findIndex(({ x, y }) => Math.hypot(x - pointer.x, y - pointer.y) <= handleReach);
  const [a, b = a] = places;
  if (a === undefined || b === undefined) return undefined;
  if (tool === "horizontal") return Math.abs(pointer.y - a.y) <= reach ? "body" : undefined;
  if (tool === "text") return isIn(pointer, textBox(a, text)) ? "body" : undefined;
  if (handle >= 0) return handle;
  const box = boxOf(places);
  const isHit = {
    trendLine: () => distanceToSegment(pointer, a, b) <= reach,
    ray: () => distanceToSegment(pointer, a, rayEnd(a, b, size)) <= reach,
    rectangle: () => isIn(pointer, box, reach),
    measure: () => isIn(pointer, box, reach),
    fibonacci: () =>
      distanceToSegment(pointer, a, b) <= reach ||
      (pointer.x >= box.left &&
        fibonacciRatios.some((ratio) => Math.abs(pointer.y - fibonacciPrice(a.y, b.y, ratio)) <= reach)),
  }[tool]();
  return isHit ? "body" : undefined;
}

/** The nearest of open, high, low and close, if the pointer is near one of them. */
export function snapped(prices: readonly number[], price: number, reachOfPrice: number): number {
  const nearest = prices.toSorted((a, b) => Math.abs(a - price) - Math.abs(b - price))[0];
  return nearest !== undefined && Math.abs(nearest - price) <= reachOfPrice ? nearest : price;
}
