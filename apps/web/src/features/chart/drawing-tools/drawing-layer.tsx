import { group } from "@tidemark/money";
import { useEffect, useRef, useState } from "react";
import { minutesText } from "../../../lib/format/duration-text.ts";
import { currentLang } from "../../../lib/i18n/languages.ts";
import { useTexts } from "../../../lib/i18n/texts.ts";
import type { Market } from "../../../lib/markets/market.ts";
import { changeText } from "../change-text.ts";
import { useChartChoices } from "../chart-choices.ts";
import type { ChartPort } from "../port/chart-port.ts";
import { useKeys } from "../use-keys.ts";
import { type Drawing, type DrawingTool, movedBy, textCharsMax } from "../drawings/drawing.ts";
import { m } from "./drawing-messages.ts";
import { drawingsOf, useDrawings } from "../drawings/drawing-store.ts";
import { measured } from "../drawings/measure.ts";
import { PropertyBar } from "./property-bar.tsx";
import { useDrawingPointer } from "./use-drawing-pointer.ts";

export type DrawingLayerProps = {
  port: ChartPort;
  market: Market;
  tool: DrawingTool | undefined;
  onToolEnd: () => void;
  onGiveUp: () => void;
  /** A text is being typed: the layer must stay until it is done. */
  onWriting: (isWriting: boolean) => void;
};

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 2 });

/** The lines beside a measure. */
function useMeasureLines(port: ChartPort, market: Market) {
  const t = useTexts();
  return (drawing: Drawing): readonly string[] => {
    const found = measured(port.candles(), drawing);
    if (found === undefined) return [];
    const sign = found.price < 0 ? "−" : "+";
    return [
      `${sign}${group(Math.abs(found.price).toFixed(market.priceDecimals))} · ${changeText(found.percent)}`,
      `${t(m.bars, { count: found.bars })} · ${minutesText(found.seconds * 1000, currentLang())}`,
      t(m.volumeOf, { volume: `${compact.format(found.volume)} ${market.sizeUnit}` }),
    ];
  };
}

/** Draws on the chart, and selects, changes and removes what is drawn. */
export function DrawingLayer({ port, market, tool, onToolEnd, onGiveUp, onWriting }: DrawingLayerProps) {
  const t = useTexts();
  const layer = useRef<HTMLDivElement>(null);
  const { present } = useDrawings(market.symbol);
  const store = drawingsOf(market.symbol);
  const isMagnetOn = useChartChoices((state) => state.isMagnetOn);
  const [selectedId, setSelectedId] = useState<string>();
  const [draft, setDraft] = useState<Drawing>();
  const [written, setWritten] = useState<Drawing>();
  const write = (drawing: Drawing | undefined) => {
    setWritten(drawing);
    onWriting(drawing !== undefined);
  };
  const measureLines = useMeasureLines(port, market);
  const change = (drawing: Drawing) => store.commit(present.map((each) => (each.id === drawing.id ? drawing : each)));

  useDrawingPointer({
    port,
    layer,
    tool,
    drawings: present,
    isMagnetOn,
    onSelect(id) {
      setSelectedId(id);
      if (id !== undefined) layer.current?.focus({ preventScroll: true });
    },
    onDraft: setDraft,
    onGiveUp,
    onFinish(drawing) {
      setDraft(undefined);
      // A text is kept once it is typed.
      if (drawing.tool === "text" && drawing.text === "") write(drawing);
      else if (present.some(({ id }) => id === drawing.id)) change(drawing);
      else store.commit([...present, drawing]);
      setSelectedId(drawing.id);
      // Its keys work at once: Delete removes what was just drawn.
      layer.current?.focus({ preventScroll: true });
      onToolEnd();
    },
  });

  const drawn = draft === undefined ? present : [...present.filter(({ id }) => id !== draft.id), draft];
  useEffect(() => {
    void port.setDrawings({ drawings: drawn, selectedId: draft?.id ?? selectedId, measureLines });
  });
  useEffect(() => () => void port.setDrawings({ drawings: [], selectedId: undefined, measureLines: () => [] }), [port]);

  const selected = present.find(({ id }) => id === selectedId);
  const remove = () => {
    store.commit(present.filter(({ id }) => id !== selectedId));
    setSelectedId(undefined);
  };
  useKeys(layer, (event) => {
    if (selected === undefined || event.target !== layer.current) return;
    const step = arrowStep(event, market);
    if (event.key === "Delete" || event.key === "Backspace") remove();
    else if (event.key === "Escape") setSelectedId(undefined);
    else if (step !== undefined && !selected.isLocked) change(movedBy(selected, 0, step));
    else return;
    event.preventDefault();
    event.stopPropagation();
  });

  return (
    // The layer has the keys of the selected drawing; the canvas below has no elements of its own.
    <div
      ref={layer}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      aria-label={t(m.drawings)}
      data-testid="drawing-layer"
      data-count={present.length}
      className={`absolute inset-0 z-1 outline-none focus-visible:outline-2 focus-visible:-outline-offset-2 ${tool === undefined ? "pointer-events-none" : "cursor-crosshair"}`}
    >
      {selected !== undefined && draft === undefined && written === undefined && (
        <PropertyBar port={port} drawing={selected} onChange={change} onRemove={remove} />
      )}
      {written !== undefined && (
        <TextEntry
          port={port}
          drawing={written}
          hint={t(m.textHint)}
          onEnd={(text) => {
            write(undefined);
            if (text !== "") store.commit([...present, { ...written, text }]);
          }}
        />
      )}
    </div>
  );
}

function arrowStep(event: KeyboardEvent, market: Market): number | undefined {
  const direction = { ArrowUp: 1, ArrowDown: -1 }[event.key];
  return direction === undefined ? undefined : direction * (event.shiftKey ? 10 : 1) * Number(market.tickSize);
}

type TextEntryProps = { port: ChartPort; drawing: Drawing; hint: string; onEnd: (text: string) => void };

function TextEntry({ port, drawing, hint, onEnd }: TextEntryProps) {
  const [point] = drawing.points;
  const field = useRef<HTMLInputElement>(null);
  // It was opened to be typed into, by a press that takes the focus to the chart after this: it would be left and end at once.
  useEffect(() => {
    const frame = requestAnimationFrame(() => field.current?.focus());
    return () => cancelAnimationFrame(frame);
  }, []);
  return (
    <input
      ref={field}
      maxLength={textCharsMax}
      aria-label={hint}
      placeholder={hint}
      onBlur={(event) => onEnd(event.target.value.trim())}
      onKeyDown={(event) => {
        // What ends the field ends it once: by leaving it. Escape leaves it empty.
        if (event.key === "Escape") event.currentTarget.value = "";
        if (event.key === "Enter" || event.key === "Escape") event.currentTarget.blur();
        event.stopPropagation();
      }}
      className="pointer-events-auto absolute h-6 w-50 rounded-tag bg-surface px-1.5 text-12 text-info ring-1 ring-info outline-none"
      // sides of the screen: a place in the plot
      style={{ left: port.scale.xOf(point!.time), top: (port.scale.yOf(point!.price) ?? 0) - 12 }}
    />
  );
}
