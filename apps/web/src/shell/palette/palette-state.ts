import { lazyPart, type LazyPart } from "../loading/lazy-part.ts";

type PaletteProps = { close: () => void };

/** The palette, loaded when it is first opened. */
export const palette: LazyPart<PaletteProps> = lazyPart(async () => (await import("./palette.tsx")).Palette);

export const preparePalette: () => void = palette.prepare;

const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const open of listeners) open();
}

/** Calls the listener when the palette is to open, until the returned function is called. */
export function onPaletteWanted(open: () => void): () => void {
  listeners.add(open);
  return () => listeners.delete(open);
}
