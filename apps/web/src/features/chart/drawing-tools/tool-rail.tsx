import { classNames, IconButton } from "@tidemark/kit-ui";
import { Eye, EyeOff, Magnet, MousePointer2, Ruler, Trash2, Type } from "lucide-react";
import type { ReactNode } from "react";
import { useTexts } from "../../../lib/i18n/texts.ts";
import { useChartChoices } from "../chart-choices.ts";
import { type DrawingTool, drawingTools } from "../drawings/drawing.ts";
import { m } from "./drawing-messages.ts";
import { drawingsOf, useDrawings } from "../drawings/drawing-store.ts";

function Glyph({ children }: { children: ReactNode }) {
  return (
    <svg viewBox="0 0 24 24" fill="none" stroke="currentColor" strokeWidth="1.75" aria-hidden className="size-4">
      {children}
    </svg>
  );
}

const glyphs: Readonly<Record<DrawingTool, ReactNode>> = {
  trendLine: (
    <Glyph>
      <path d="M5.5 18.5 18.5 5.5" />
      <circle cx="4" cy="20" r="2" />
      <circle cx="20" cy="4" r="2" />
    </Glyph>
  ),
  ray: (
    <Glyph>
      <path d="M5.5 18.5 21 3M15 3h6v6" />
      <circle cx="4" cy="20" r="2" />
    </Glyph>
  ),
  horizontal: (
    <Glyph>
      <path d="M2 12h7M15 12h7" />
      <circle cx="12" cy="12" r="2.5" />
    </Glyph>
  ),
  rectangle: (
    <Glyph>
      <rect x="4" y="6" width="16" height="12" />
      <circle cx="4" cy="6" r="1.5" />
      <circle cx="20" cy="18" r="1.5" />
    </Glyph>
  ),
  fibonacci: (
    <Glyph>
      <path d="M3 4h18M3 9.5h18M3 14h18M3 20h18" />
      <path d="M5 20 19 4" strokeDasharray="2 3" />
    </Glyph>
  ),
  measure: <Ruler size={16} />,
  text: <Type size={16} />,
};

type ToolRailProps = {
  symbol: string;
  tool: DrawingTool | undefined;
  /** A locked tool stays after a drawing: double click. */
  onTool: (tool: DrawingTool | undefined, isKept: boolean) => void;
};

/** The drawing tools beside the plot. Tools have the info colour: brand is for the user's money. */
export function ToolRail({ symbol, tool, onTool }: ToolRailProps) {
  const t = useTexts();
  const { present } = useDrawings(symbol);
  const { isMagnetOn, areDrawingsHidden } = useChartChoices();
  const look = (isOn: boolean) => classNames("size-7!", isOn && "bg-info-soft! text-info!");
  return (
    <div
      role="toolbar"
      aria-orientation="vertical"
      // A tool will probably be chosen: what draws is loaded meanwhile.
      onPointerEnter={() => void import("./drawing-layer.tsx")}
      aria-label={t(m.tools)}
      data-testid="chart-tools"
      className="flex w-9 flex-none flex-col items-center gap-0.5 overflow-y-auto border-e border-line py-1.5 [scrollbar-width:none] max-w768:hidden"
    >
      <IconButton
        aria-label={t(m.cursor)}
        pressed={tool === undefined}
        onPress={() => onTool(undefined, false)}
        className={look(tool === undefined)}
      >
        <MousePointer2 size={16} />
      </IconButton>
      <hr className="my-1 w-5 border-line" />
      {drawingTools.map((each) => (
        <span key={each} onDoubleClick={() => onTool(each, true)}>
          <IconButton
            aria-label={t(m[each])}
            pressed={tool === each}
            onPress={() => onTool(each, false)}
            className={look(tool === each)}
            data-testid={`tool-${each}`}
          >
            {glyphs[each]}
          </IconButton>
        </span>
      ))}
      <hr className="my-1 w-5 border-line" />
      <IconButton
        aria-label={t(m.magnet)}
        pressed={isMagnetOn}
        onPress={() => useChartChoices.setState({ isMagnetOn: !isMagnetOn })}
        className={look(isMagnetOn)}
      >
        <Magnet size={16} />
      </IconButton>
      <IconButton
        aria-label={t(m.hide)}
        pressed={areDrawingsHidden}
        onPress={() => useChartChoices.setState({ areDrawingsHidden: !areDrawingsHidden })}
        className={look(areDrawingsHidden)}
      >
        {areDrawingsHidden ? <EyeOff size={16} /> : <Eye size={16} />}
      </IconButton>
      <IconButton
        aria-label={t(m.deleteAll)}
        isDisabled={present.length === 0}
        onPress={() => drawingsOf(symbol).commit([])}
        className={look(false)}
      >
        <Trash2 size={16} />
      </IconButton>
    </div>
  );
}
