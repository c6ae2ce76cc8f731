import { type OwnLine, type OwnLineKind, ownLineKinds } from "./own-line.ts";

export type Chip = { readonly id: string; readonly kind: OwnLineKind; readonly y: number; readonly width: number };

const chipHeight = 20;
const gap = 6;

/** How far each chip stands from the start of its line: chips that would cover each other stand side by side. */
export function chipPlaces(chips: readonly Chip[]): ReadonlyMap<string, number> {
  const order = (kind: OwnLineKind): number => ownLineKinds.indexOf(kind);
  const placed: { readonly y: number; readonly from: number; readonly to: number }[] = [];
  const places = new Map<string, number>();
  for (const { id, y, width } of chips.toSorted((a, b) => order(a.kind) - order(b.kind))) {
    const beside = placed.filter((other) => Math.abs(other.y - y) < chipHeight + 2).toSorted((a, b) => a.from - b.from);
    let from = 0;
    for (const other of beside) if (from < other.to + gap && other.from < from + width + gap) from = other.to + gap;
    placed.push({ y, from, to: from + width });
    places.set(id, from);
  }
  return places;
}

/** Where the line of a chip is: undefined where the chip is not seen. */
export type ChipHeight = { readonly id: string; readonly y: number | undefined; readonly isPinned: boolean };

/** Half of a chip stays visible at the edges of the plot. */
const edge = 12;

/** Out of sight a chip is hidden, but a liquidation price stays at the edge: it must not be forgotten. */
export function chipHeights(
  lines: readonly Pick<OwnLine, "id" | "kind" | "price">[],
  moving: { readonly id: string; readonly price: string } | undefined,
  yOf: (price: number) => number | undefined,
  height: number,
): readonly ChipHeight[] {
  return lines.map(({ id, kind, price }) => {
    const y = yOf(Number(moving?.id === id ? moving.price : price));
    const isOut = y === undefined || y < 0 || y > height;
    const isPinned = isOut && y !== undefined && kind === "liquidation";
    if (y === undefined || (isOut && !isPinned)) return { id, y: undefined, isPinned: false };
    return { id, y: Math.min(Math.max(y, edge), Math.max(edge, height - edge)), isPinned };
  });
}
