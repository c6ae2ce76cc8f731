import type { LineColour } from "../indicators/indicator-kinds.ts";

const tokens = {
  rise: "--rise",
  fall: "--fall",
  volumeRise: "--vol-rise",
  volumeFall: "--vol-fall",
  grid: "--grid",
  faint: "--faint",
  line: "--line",
  lineStrong: "--line-strong",
  hover: "--hover",
  muted: "--muted",
  ink: "--text",
  surface: "--surface",
  raised: "--raised",
  brand: "--brand-ink",
  brandSolid: "--brand-solid",
  onBrand: "--on-brand",
  warn: "--warn-ink",
  info: "--info",
  infoSoft: "--info-soft",
} as const;

/** The theme's colours as a canvas needs them. Read once for each painting: reading one costs a style calculation. */
export type Colours = Readonly<Record<keyof typeof tokens, string>> & { readonly fontFamily: string };

export function readColours(): Colours {
  const style = getComputedStyle(document.documentElement);
  const entries = Object.entries(tokens).map(([name, token]) => [name, style.getPropertyValue(token).trim()]);
  return { ...Object.fromEntries(entries), fontFamily: getComputedStyle(document.body).fontFamily } as Colours;
}

export const lineColourOf = (colours: Colours, colour: LineColour): string => colours[colour];

/** A colour of the theme with an opacity of 00 to ff. */
export const withAlpha = (colour: string, alpha: string): string => `${colour.slice(0, 7)}${alpha}`;
