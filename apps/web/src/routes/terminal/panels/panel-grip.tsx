import { PanelSeparator } from "@tidemark/kit-ui";
import { useRef } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useUser } from "../../../session/session.ts";
import { panelLayouts, type PanelSize, sizeRanges, sizeVariable } from "./panel-layout.ts";
import { m } from "./panels-messages.ts";

const labels = {
  markets: m.resizeMarkets,
  book: m.resizeBook,
  ticket: m.resizeTicket,
  dock: m.resizeDock,
  trades: m.resizeTrades,
} as const;

/** On the gap of 4 px and 2 px of the panels on both sides of it. */
const edgeClasses = {
  start: "h-full w-2 justify-self-start -ms-1.5",
  end: "h-full w-2 justify-self-end -me-1.5",
  top: "h-2 w-full self-start -mt-1.5",
} as const;

export type PanelGripProps = {
  panel: PanelSize;
  /** The grid cell that the panel fills, which is also marked with `data-cell`. */
  area: string;
  /** On which edge of the cell it lies. */
  edge: keyof typeof edgeClasses;
  onFold?: () => void;
};

/** The gap beside a panel as its handle. While it moves it sets a variable of the frame, so that nothing renders again. */
export function PanelGrip({ panel, area, edge, onFold }: PanelGripProps) {
  const t = useTexts();
  const userId = useUser()?.userId;
  const place = useRef<HTMLDivElement>(null);
  const frame = () => place.current?.closest("main") ?? undefined;
  const keep = (size: number | undefined) => {
    const { [panel]: _, ...others } = panelLayouts.get(userId).sizes;
    panelLayouts.change(userId, { sizes: size === undefined ? others : { ...others, [panel]: size } });
  };
  const measure = (): number => {
    const cell = frame()?.querySelector(`[data-cell=${area}]`)?.getBoundingClientRect();
    return (edge === "top" ? cell?.height : cell?.width) ?? sizeRanges[panel].min;
  };
  return (
    <div ref={place} style={{ gridArea: area }} className={`z-4 flex ${edgeClasses[edge]}`}>
      <PanelSeparator
        label={t(labels[panel])}
        orientation={edge === "top" ? "horizontal" : "vertical"}
        isBefore={edge === "end"}
        range={sizeRanges[panel]}
        measure={measure}
        onMove={(size) => frame()?.style.setProperty(sizeVariable(panel), `${size}px`)}
        onMoved={keep}
        onReset={() => {
          frame()?.style.removeProperty(sizeVariable(panel));
          keep(undefined);
        }}
        {...(onFold === undefined ? {} : { onFold })}
        testId={`resize-${panel}`}
      />
    </div>
  );
}
