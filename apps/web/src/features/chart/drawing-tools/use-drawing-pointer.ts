import { type RefObject, useEffect, useRef } from "react";
import { indexAt } from "../candles.ts";
import type { ChartPort } from "../port/chart-port.ts";
import {
  type Drawing,
  type DrawingPoint,
  type DrawingTool,
  movedBy,
  newDrawing,
  pointCountOf,
  withPoint,
} from "../drawings/drawing.ts";
import { placesOf } from "../port/drawing-primitive.ts";
import { hitOf, type Place, snapped } from "../drawings/geometry.ts";

export type DrawingPointer = {
  readonly port: ChartPort;
  readonly layer: RefObject<HTMLElement | null>;
  readonly tool: DrawingTool | undefined;
  readonly drawings: readonly Drawing[];
  readonly isMagnetOn: boolean;
  readonly onSelect: (id: string | undefined) => void;
  /** While it is drawn or moved; undefined when that was given up. */
  readonly onDraft: (draft: Drawing | undefined) => void;
  readonly onFinish: (drawing: Drawing) => void;
  /** The tool is put away. */
  readonly onGiveUp: () => void;
};

/** The pointer must go so far before a press becomes a drag. */
const dragStart = 4;
/** How near a price must be for the magnet, in pixels. */
const magnetReach = 10;

type Grip = { readonly drawing: Drawing; readonly part: number | "body"; readonly from: Place; draft: Drawing };

function pointAt(port: ChartPort, { x, y }: Place, isMagnetOn: boolean): DrawingPoint | undefined {
  const [time, price] = [port.scale.timeAt(x), port.scale.priceAt(y)];
  if (time === undefined || price === undefined) return undefined;
  const candle = port.candles()[indexAt(port.candles(), time)];
  if (!isMagnetOn || candle === undefined) return { time, price };
  const reachOfPrice = Math.abs((port.scale.priceAt(y + magnetReach) ?? price) - price);
  return { time, price: snapped([candle.open, candle.high, candle.low, candle.close], price, reachOfPrice) };
}

function moved(port: ChartPort, grip: Grip, to: Place, isMagnetOn: boolean): Drawing {
  const point = pointAt(port, to, isMagnetOn);
  const start = pointAt(port, grip.from, false);
  if (point === undefined || start === undefined) return grip.draft;
  if (grip.part !== "body") return withPoint(grip.drawing, grip.part, point);
  const free = pointAt(port, to, false)!;
  return movedBy(grip.drawing, free.time - start.time, free.price - start.price);
}

/** Draws with the chosen tool; with the cursor it selects and moves what is drawn. The chart keeps what is not on a drawing. */
export function useDrawingPointer(binding: DrawingPointer): void {
  const latest = useRef(binding);
  useEffect(() => {
    latest.current = binding;
  });
  const { port, layer, tool } = binding;
  useEffect(() => {
    // The layer lets the pointer through to the chart, so the presses are taken from what contains both.
    const plot = layer.current?.parentElement;
    if (plot === null || plot === undefined) return;
    const ends = tool === undefined ? follow(plot, port, latest) : draw(plot, port, tool, latest);
    return ends;
  }, [port, layer, tool]);
}

type Latest = RefObject<DrawingPointer>;
const placeIn = (plot: HTMLElement, event: PointerEvent): Place => {
  const { left, top } = plot.getBoundingClientRect();
  return { x: event.clientX - left, y: event.clientY - top };
};
const isOnPlot = (port: ChartPort, { x, y }: Place): boolean => {
  const { width, height } = port.scale.size();
  return x >= 0 && y >= 0 && x <= width && y <= height;
};
/** Chips, menus and fields over the plot keep their presses. The plot itself is inside a section. */
const isControl = (plot: HTMLElement, event: Event): boolean => {
  const control = (event.target as Element).closest("button, input, section, [role=toolbar], [data-chip]");
  return control !== null && plot.contains(control);
};

/** Fields, dialogs and menus have an Escape of their own. */
const keepsEscape = (target: EventTarget | null): boolean =>
  (target instanceof Element && target.closest("input, textarea, select") !== null) ||
  document.querySelector("[role=dialog], [role=alertdialog], [role=menu], [role=listbox]") !== null;

/** Two presses, or one drag, make a drawing of two points. */
function draw(plot: HTMLElement, port: ChartPort, tool: DrawingTool, latest: Latest): () => void {
  let draft: Drawing | undefined;
  let pressed: Place | undefined;
  port.setPannable(false);
  const at = (event: PointerEvent) => pointAt(port, placeIn(plot, event), latest.current.isMagnetOn);
  const finish = () => {
    const done = draft;
    draft = undefined;
    if (done !== undefined) latest.current.onFinish(done);
  };
  const down = (event: PointerEvent) => {
    const point = at(event);
    if (event.button !== 0 || isControl(plot, event) || point === undefined || !isOnPlot(port, placeIn(plot, event)))
      return;
    pressed = placeIn(plot, event);
    if (draft !== undefined) {
      draft = withPoint(draft, 1, point);
      return finish();
    }
    draft = newDrawing(tool, crypto.randomUUID(), pointCountOf(tool) === 1 ? [point] : [point, point]);
    latest.current.onDraft(draft);
    if (pointCountOf(tool) === 1) finish();
  };
  const move = (event: PointerEvent) => {
    const point = at(event);
    if (draft === undefined || point === undefined) return;
    draft = withPoint(draft, 1, point);
    latest.current.onDraft(draft);
  };
  const up = (event: PointerEvent) => {
    const to = placeIn(plot, event);
    const isDrag = pressed !== undefined && Math.hypot(to.x - pressed.x, to.y - pressed.y) >= dragStart;
    if (draft !== undefined && isDrag) finish();
  };
  const dropDraft = () => {
    draft = undefined;
    pressed = undefined;
    latest.current.onDraft(undefined);
  };
  // First what is being drawn, then the tool. Before other layers, such as the full screen, take the key for themselves.
  const key = (event: KeyboardEvent) => {
    if (event.key !== "Escape" || keepsEscape(event.target)) return;
    event.preventDefault();
    event.stopPropagation();
    if (draft !== undefined) dropDraft();
    else latest.current.onGiveUp();
  };
  document.addEventListener("keydown", key, true);
  plot.addEventListener("pointercancel", dropDraft);
  plot.addEventListener("pointerdown", down);
  plot.addEventListener("pointermove", move);
  plot.addEventListener("pointerup", up);
  return () => {
    plot.removeEventListener("pointerdown", down);
    plot.removeEventListener("pointermove", move);
    plot.removeEventListener("pointerup", up);
    plot.removeEventListener("pointercancel", dropDraft);
    document.removeEventListener("keydown", key, true);
    port.setPannable(true);
    if (draft !== undefined) latest.current.onDraft(undefined);
  };
}

function follow(plot: HTMLElement, port: ChartPort, latest: Latest): () => void {
  let grip: Grip | undefined;
  const found = (at: Place) => {
    // What was drawn last lies on top.
    for (const drawing of latest.current.drawings.toReversed()) {
      const places = placesOf(port.scale, drawing);
      const part = places && hitOf(drawing.tool, places, drawing.text, at, port.scale.size());
      if (part !== undefined) return { drawing, part };
    }
    return undefined;
  };
  const down = (event: PointerEvent) => {
    const from = placeIn(plot, event);
    if (event.button !== 0 || isControl(plot, event) || !isOnPlot(port, from)) return;
    const hit = found(from);
    latest.current.onSelect(hit?.drawing.id);
    if (hit === undefined || hit.drawing.isLocked) return;
    grip = { ...hit, from, draft: hit.drawing };
    port.setPannable(false);
  };
  const move = (event: PointerEvent) => {
    const to = placeIn(plot, event);
    if (grip === undefined) {
      plot.style.cursor = !isControl(plot, event) && isOnPlot(port, to) && found(to) !== undefined ? "pointer" : "";
      return;
    }
    if (grip.draft === grip.drawing && Math.hypot(to.x - grip.from.x, to.y - grip.from.y) < dragStart) return;
    grip.draft = moved(port, grip, to, latest.current.isMagnetOn);
    latest.current.onDraft(grip.draft);
  };
  const up = () => {
    if (grip === undefined) return;
    port.setPannable(true);
    if (grip.draft !== grip.drawing) latest.current.onFinish(grip.draft);
    grip = undefined;
  };
  /** The browser took the pointer away, for instance to scroll: what was moved stays where it was. */
  const giveUp = () => {
    if (grip === undefined) return;
    port.setPannable(true);
    latest.current.onDraft(undefined);
    grip = undefined;
  };
  plot.addEventListener("pointerdown", down, true);
  plot.addEventListener("pointermove", move, true);
  globalThis.addEventListener("pointerup", up);
  globalThis.addEventListener("pointercancel", giveUp);
  return () => {
    giveUp();
    plot.removeEventListener("pointerdown", down, true);
    plot.removeEventListener("pointermove", move, true);
    globalThis.removeEventListener("pointerup", up);
    globalThis.removeEventListener("pointercancel", giveUp);
    plot.style.cursor = "";
  };
}
