import { later, type Later } from "./later.ts";

type PaletteProps = { close: () => void };

/** The palette itself is fetched when it is first wanted. */
export const palette: Later<PaletteProps> = later(async () => (await import("./palette/palette.tsx")).Palette);

export const preparePalette: () => void = palette.prepare;

const listeners = new Set<() => void>();

export function openPalette(): void {
  for (const open of listeners) open();
}

/** Hears whoever asks for the palette, until the returned function is called. */
export function onPaletteWanted(open: () => void): () => void {
  listeners.add(open);
  return () => listeners.delete(open);
}
