export type OrderLine = { readonly id: string; readonly price: number; readonly side: string; readonly size: string };

const chipClass =
  "pointer-events-auto absolute start-3 top-0 flex h-5 items-stretch overflow-hidden rounded-tag bg-surface text-11 leading-5 font-medium whitespace-nowrap text-ink ring-1 ring-brand ring-inset";
const crossPath = "M2 2l6 6M8 2l-6 6";

export type ChipSettings = {
  onCancel: (id: string) => void;
  cancelLabel: string;
};

function crossIcon(): SVGElement {
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", "0 0 10 10");
  svg.setAttribute("class", "size-2.5");
  const path = document.createElementNS("http://www.w3.org/2000/svg", "path");
  path.setAttribute("d", crossPath);
  path.setAttribute("stroke", "currentColor");
  path.setAttribute("stroke-width", "1.4");
  svg.append(path);
  return svg;
}

function chipOf({ id, side, size }: OrderLine, settings: ChipSettings): HTMLElement {
  const chip = document.createElement("div");
  chip.className = chipClass;
  const name = document.createElement("span");
  name.className = "px-1.5 font-semibold text-brand";
  name.textContent = side;
  const value = document.createElement("span");
  value.className = "num max-w768:hidden";
  value.textContent = size;
  const cancel = document.createElement("button");
  cancel.type = "button";
  cancel.className =
    "grid w-5 place-items-center text-muted hover:text-ink focus-visible:-outline-offset-2 max-w768:hidden";
  cancel.setAttribute("aria-label", `${settings.cancelLabel} ${side} ${size}`);
  cancel.append(crossIcon());
  cancel.addEventListener("click", () => settings.onCancel(id));
  chip.append(name, value, cancel);
  return chip;
}

/** The chips of own orders at the start of their lines: name, size and a cross. They follow the price scale frame by frame. */
export function createOrderChips(
  layer: HTMLElement,
  /** The position of a price in the plot, in pixels from the top. */
  coordinateOf: (price: number) => number | null,
  settings: ChipSettings,
) {
  const chips = new Map<string, { element: HTMLElement; price: number; drawnText: string; top: number }>();
  let frame = 0;

  function follow(): void {
    const height = layer.clientHeight - 26;
    for (const chip of chips.values()) {
      const y = coordinateOf(chip.price);
      const top = y === null || y < 0 || y > height ? -99 : Math.round(y) - 10;
      if (top === chip.top) continue;
      chip.top = top;
      chip.element.style.visibility = top === -99 ? "hidden" : "visible";
      chip.element.style.transform = `translateY(${top}px)`;
    }
    frame = chips.size === 0 ? 0 : requestAnimationFrame(follow);
  }

  return {
    set(lines: readonly OrderLine[]): void {
      const ids = new Set(lines.map(({ id }) => id));
      for (const [id, { element }] of chips)
        if (!ids.has(id)) {
          element.remove();
          chips.delete(id);
        }
      for (const line of lines) {
        const drawnText = `${line.side} ${line.size}`;
        const known = chips.get(line.id);
        if (known?.drawnText === drawnText) {
          known.price = line.price;
          continue;
        }
        known?.element.remove();
        const element = chipOf(line, settings);
        layer.append(element);
        chips.set(line.id, { element, price: line.price, drawnText, top: Number.NaN });
      }
      if (frame === 0) follow();
    },
    end(): void {
      cancelAnimationFrame(frame);
      layer.replaceChildren();
    },
  };
}
