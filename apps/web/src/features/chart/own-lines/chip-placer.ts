import type { ChartScale } from "../port/chart-port.ts";
import { chipHeights, chipPlaces } from "./chip-places.ts";
import type { OwnLine } from "./own-line.ts";
import type { Moving } from "./use-line-move.ts";

const chipStart = 12;

type ChipSize = { readonly text: string; readonly width: number; readonly height: number };

/** A chip has the size of its text. It is measured anew only when that changes, because measuring makes the browser lay out the page. */
const sizes = new WeakMap<HTMLElement, ChipSize>();

function sizeOf(element: HTMLElement): ChipSize {
  // The buttons of a chip have no text, and the class says whether it is being moved.
  const text = `${element.textContent} ${element.className} ${element.childElementCount}`;
  const known = sizes.get(element);
  if (known?.text === text) return known;
  const size = { text, width: element.offsetWidth, height: element.offsetHeight };
  sizes.set(element, size);
  return size;
}

/** Puts the chips, and the tint between an old price and a new one, where the scale has their prices. Does nothing while they stay there. */
export function chipPlacer(
  layer: HTMLElement,
  band: HTMLElement | null,
  scale: ChartScale,
  lines: readonly OwnLine[],
  moving: Moving | undefined,
): () => void {
  let placed = "";
  return () => {
    const { width, height } = scale.size();
    const heights = chipHeights(lines, moving, scale.yOf, height);
    const moved = lines.find(({ id }) => id === moving?.id);
    const from = moved === undefined ? undefined : scale.yOf(Number(moved.price));
    const to = moving === undefined ? undefined : scale.yOf(Number(moving.price));
    const next = `${width} ${height} ${from} ${to} ${heights.map(({ y, isPinned }) => `${y} ${isPinned}`).join()}`;
    if (next === placed) return;
    placed = next;
    const elements = [...layer.querySelectorAll<HTMLElement>("[data-chip]")];
    // All is read before anything is written: a measure after a change would lay out the page once for each chip.
    const chips = heights.flatMap(({ id, y, isPinned }, index) => {
      const element = elements[index];
      if (element === undefined) return [];
      const size = y === undefined ? undefined : sizeOf(element);
      return [{ id, kind: lines[index]!.kind, y, isPinned, element, size }];
    });
    const places = chipPlaces(
      chips.flatMap(({ id, kind, y, size }) =>
        y === undefined || size === undefined ? [] : [{ id, kind, y, width: size.width }],
      ),
    );
    for (const { id, y, isPinned, element, size } of chips) {
      element.style.visibility = y === undefined ? "hidden" : "visible";
      if (y === undefined || size === undefined) continue;
      const x = chipStart + (places.get(id) ?? 0);
      element.style.transform = `translate(${x}px, ${Math.round(y - size.height / 2)}px)`;
      element.style.opacity = isPinned ? "0.8" : "1";
    }
    if (band === null || from === undefined || to === undefined) return;
    band.style.width = `${width}px`;
    band.style.transform = `translateY(${Math.min(from, to)}px)`;
    band.style.height = `${Math.abs(to - from)}px`;
  };
}
