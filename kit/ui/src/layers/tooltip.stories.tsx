import { CircleHelp } from "lucide-react";
import { useEffect, useRef } from "react";
import { useStoryTexts } from "../../workshop/texts.ts";
import { IconButton } from "../buttons/icon-button.tsx";
import { Tooltip } from "./tooltip.tsx";

export default { title: "Layers/Tooltip" };

function Shown() {
  const t = useStoryTexts();
  const element = useRef<HTMLDivElement>(null);
  // Focus shows a tooltip at once, but only after a key was used.
  useEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "Tab", bubbles: true }));
    element.current?.querySelector("button")?.focus();
  }, []);
  return (
    <div ref={element} data-opens className="grid min-h-60 place-items-center">
      <Tooltip text={t.fundingHint}>
        <IconButton aria-label={t.funding}>
          <CircleHelp size={16} />
        </IconButton>
      </Tooltip>
    </div>
  );
}

export const Focused = { render: () => <Shown /> };
