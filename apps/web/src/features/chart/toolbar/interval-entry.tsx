import { type RefObject, useEffect, useRef, useState } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { usePreferences } from "../../../lib/storage/preferences.ts";
import { m } from "../chart-messages.ts";
import { intervalText } from "../interval-text.ts";
import { typedInterval } from "../typed-interval.ts";

/** Where digits are not for the chart: fields take them, and what lies over the page has the keys. */
const takesKeys = "input, textarea, select, [contenteditable=true], [role=slider]";
const openLayers = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox]";

/** The digit that was typed over the chart, until `end`. */
export function useTypedDigit(panel: RefObject<HTMLElement | null>, isOn: boolean) {
  const [digit, setDigit] = useState<string>();
  useEffect(() => {
    if (!isOn) return;
    const press = (event: KeyboardEvent) => {
      const { target } = event;
      const isOver = panel.current?.matches(":hover, :focus-within") === true;
      const hasModifier = event.ctrlKey || event.metaKey || event.altKey;
      if (!isOver || hasModifier || event.defaultPrevented || !/^[1-9]$/.test(event.key)) return;
      if (target instanceof Element && target.closest(takesKeys) !== null) return;
      if (document.querySelector(openLayers) !== null) return;
      event.preventDefault();
      setDigit(event.key);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [panel, isOn]);
  return { digit, end: () => setDigit(undefined) };
}

/** An interval by its number, typed over the chart. Enter chooses it. */
export function IntervalEntry({ first, onEnd }: { first: string; onEnd: () => void }) {
  const t = useTexts();
  const [text, setText] = useState(first);
  const field = useRef<HTMLInputElement>(null);
  const found = typedInterval(text);
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    field.current?.focus();
  }, []);
  /** Leaving the field ends it. A press elsewhere keeps the focus that it brings. */
  const leave = () => {
    if (before.current instanceof HTMLElement) before.current.focus({ preventScroll: true });
    field.current?.blur();
  };
  return (
    <section
      aria-label={t(m.interval)}
      data-testid="interval-entry"
      data-hotkeys-off
      className="layer absolute inset-x-0 top-16 z-4 mx-auto grid w-50 gap-1.5 rounded-panel p-3 text-center shadow-raised"
    >
      <input
        ref={field}
        value={text}
        maxLength={6}
        aria-label={t(m.interval)}
        aria-invalid={found === undefined}
        onChange={(event) => setText(event.target.value)}
        onBlur={onEnd}
        onKeyDown={(event) => {
          if (event.key === "Enter" && found !== undefined) usePreferences.setState({ chartInterval: found });
          if (event.key === "Escape" || (event.key === "Enter" && found !== undefined)) leave();
          event.stopPropagation();
        }}
        className="num h-9 w-full rounded-control bg-field text-center text-16 text-ink outline-none focus-visible:ring-2 focus-visible:ring-brand"
      />
      <p className="num text-12 text-muted" aria-live="polite">
        {found === undefined ? t(m.noInterval) : intervalText(found)}
      </p>
    </section>
  );
}
