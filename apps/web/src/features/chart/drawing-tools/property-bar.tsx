import { classNames, IconButton, Segmented } from "@tidemark/kit-ui";
import { Lock, LockOpen, Trash2 } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { lineColours } from "../indicators/indicator-kinds.ts";
import { swatches } from "../line-swatches.ts";
import type { ChartPort } from "../port/chart-port.ts";
import { type Drawing, drawingDashes, drawingWidths } from "../drawings/drawing.ts";
import { m } from "./drawing-messages.ts";
import { placesOf } from "../port/drawing-primitive.ts";
import { boxOf } from "../drawings/geometry.ts";

type PropertyBarProps = {
  port: ChartPort;
  drawing: Drawing;
  onChange: (drawing: Drawing) => void;
  onRemove: () => void;
};

const distance = 26;

/** Below the selected drawing: it never covers the line. */
export function PropertyBar({ port, drawing, onChange, onRemove }: PropertyBarProps) {
  const t = useTexts();
  const bar = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let frame = 0;
    const follow = () => {
      frame = requestAnimationFrame(follow);
      const [element, places] = [bar.current, placesOf(port.scale, drawing)];
      if (element === null || places === undefined) return;
      const { left, right, top, bottom } = boxOf(places);
      const { width, height } = port.scale.size();
      const isLevel = drawing.tool === "horizontal";
      const x = (isLevel ? width / 2 : (left + right) / 2) - element.offsetWidth / 2;
      const below = bottom + distance;
      const y = below + element.offsetHeight <= height ? below : top - distance - element.offsetHeight;
      element.style.transform = `translate(${Math.max(4, Math.min(width - element.offsetWidth - 4, x))}px, ${Math.max(4, y)}px)`;
    };
    follow();
    return () => cancelAnimationFrame(frame);
  }, [port, drawing]);
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={t(m.properties)}
      className="layer pointer-events-auto absolute start-0 top-0 flex h-8 items-center gap-1 rounded-panel px-1.5 shadow-raised"
    >
      {lineColours.slice(0, 5).map((colour) => (
        <button
          key={colour}
          type="button"
          aria-label={t(m.colour, { colour })}
          aria-pressed={drawing.colour === colour}
          onClick={() => onChange({ ...drawing, colour })}
          className={classNames(
            "size-3.5 rounded-tag ring-offset-2 ring-offset-raised aria-pressed:ring-1 aria-pressed:ring-ink",
            swatches[colour],
          )}
        />
      ))}
      <i aria-hidden className="mx-1 h-3.5 w-px bg-line-strong" />
      {drawing.tool !== "text" && (
        <>
          <Segmented
            label={t(m.lineWidth)}
            size="mini"
            items={drawingWidths.map((width) => ({ id: String(width), label: <span className="num">{width}</span> }))}
            selected={String(drawing.width)}
            onSelect={(width) => onChange({ ...drawing, width: Number(width) as Drawing["width"] })}
          />
          <Segmented
            label={t(m.lineStyle)}
            size="mini"
            items={drawingDashes.map((dash) => ({ id: dash, label: <DashGlyph dash={dash} label={t(m[dash])} /> }))}
            selected={drawing.dash}
            onSelect={(dash) => onChange({ ...drawing, dash })}
          />
          <i aria-hidden className="mx-1 h-3.5 w-px bg-line-strong" />
        </>
      )}
      <IconButton
        size="sm"
        aria-label={t(m.lock)}
        pressed={drawing.isLocked}
        onPress={() => onChange({ ...drawing, isLocked: !drawing.isLocked })}
      >
        {drawing.isLocked ? <Lock size={14} /> : <LockOpen size={14} />}
      </IconButton>
      <IconButton size="sm" aria-label={t(m.delete)} onPress={onRemove}>
        <Trash2 size={14} />
      </IconButton>
    </div>
  );
}

function DashGlyph({ dash, label }: { dash: Drawing["dash"]; label: string }) {
  return (
    <svg viewBox="0 0 18 2" className="w-4.5" stroke="currentColor" strokeWidth="2">
      <title>{label}</title>
      <path d="M0 1h18" strokeDasharray={{ solid: undefined, dashed: "5 3", dotted: "2 2" }[dash]} />
    </svg>
  );
}
