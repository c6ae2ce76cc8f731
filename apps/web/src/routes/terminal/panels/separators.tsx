import { useWidthFrom } from "../../../lib/device/use-width.ts";
import { PanelGrip } from "./panel-grip.tsx";
import type { PanelLayout } from "./panel-layout.ts";

export type SeparatorsProps = { layout: PanelLayout; onFoldDock: () => void };

/** The gaps of the frame as handles, from 980 px on. Loaded once the page is interactive: the sizes are in the frame's own style. */
export function Separators({ layout, onFoldDock }: SeparatorsProps) {
  const [isColumns, isWide] = [useWidthFrom(980), useWidthFrom(1600)];
  if (!isColumns) return null;
  return (
    <>
      {isWide && layout.hasMarkets && <PanelGrip panel="markets" area="markets" edge="end" />}
      <PanelGrip key={layout.book} panel="book" area="bt" edge={layout.book === "after" ? "start" : "end"} />
      <PanelGrip key={layout.ticket} panel="ticket" area="side" edge={layout.ticket === "last" ? "start" : "end"} />
      {!layout.isDockFolded && <PanelGrip panel="dock" area="dock" edge="top" onFold={onFoldDock} />}
    </>
  );
}
