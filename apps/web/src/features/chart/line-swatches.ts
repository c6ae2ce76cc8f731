import type { LineColour } from "./indicators/indicator-kinds.ts";

/** The colours to choose from, as class names of a small square. */
export const swatches: Readonly<Record<LineColour, string>> = {
  warn: "bg-warn",
  info: "bg-info",
  muted: "bg-muted",
  brand: "bg-brand",
  ink: "bg-ink",
  rise: "bg-rise",
  fall: "bg-fall",
};
