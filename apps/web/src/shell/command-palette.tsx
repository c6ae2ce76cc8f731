import { useEffect, useRef } from "react";
import { useOpening } from "./later.ts";
import { onPaletteWanted, palette } from "./palette-state.ts";

const isPaletteKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** Opens by Ctrl+K or Cmd+K from anywhere, and by the search button of the bar. One stands on every page. */
export function CommandPalette() {
  const { Part, open, close, isOpen } = useOpening(palette);
  const toggle = useRef(open);
  useEffect(() => {
    toggle.current = isOpen ? close : open;
  });
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (!isPaletteKey(event)) return;
      event.preventDefault();
      toggle.current();
    };
    addEventListener("keydown", press);
    const end = onPaletteWanted(() => toggle.current());
    return () => {
      removeEventListener("keydown", press);
      end();
    };
  }, []);
  return Part === null ? null : <Part close={close} />;
}
