import { useEffect, useRef } from "react";
import { useLazyPart } from "../loading/lazy-part.ts";
import { onPaletteWanted, palette } from "./palette-state.ts";

const isPaletteKey = (event: KeyboardEvent): boolean =>
  event.key.toLowerCase() === "k" && (event.ctrlKey || event.metaKey) && !event.shiftKey && !event.altKey;

/** Opens by Ctrl+K or Cmd+K and by the search button of the bar. Every page has one. */
export function CommandPalette() {
  const { Part, open, close, isOpen } = useLazyPart(palette);
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
