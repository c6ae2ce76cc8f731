import type { KeyboardEvent, PointerEvent } from "react";
import { usePreferences } from "../../lib/storage/preferences.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { m } from "./terminal-messages.ts";

const [heightMin, heightMax, heightUsual] = [160, 700, 206];

/** The gutter above the dock is its handle: dragged, or moved with the arrow keys. */
export function DockGrip() {
  const t = useTexts();
  const height = usePreferences((state) => state.dockHeight) ?? heightUsual;
  const set = (next: number) =>
    usePreferences.setState({ dockHeight: Math.round(Math.min(heightMax, Math.max(heightMin, next))) });
  const drag = (event: PointerEvent<HTMLElement>) => {
    const grip = event.currentTarget;
    const [startY, startHeight] = [event.clientY, height];
    grip.setPointerCapture(event.pointerId);
    const move = (moved: globalThis.PointerEvent) => set(startHeight + startY - moved.clientY);
    grip.addEventListener("pointermove", move);
    grip.addEventListener("lostpointercapture", () => grip.removeEventListener("pointermove", move), { once: true });
  };
  const nudge = (event: KeyboardEvent) => {
    if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
    event.preventDefault();
    set(height + (event.key === "ArrowUp" ? 16 : -16));
  };
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- a separator with a value is a control (ARIA 1.2)
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a rule cannot hold a value
      role="separator"
      aria-orientation="horizontal"
      aria-label={t(m.resize)}
      aria-valuenow={height}
      aria-valuemin={heightMin}
      aria-valuemax={heightMax}
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
      tabIndex={0}
      onPointerDown={drag}
      onKeyDown={nudge}
      className="absolute inset-x-0 -top-1 z-4 grid h-2 cursor-ns-resize touch-none place-items-center opacity-0 after:h-0.5 after:w-8 after:rounded-[1px] after:bg-brand hover:opacity-100 focus-visible:opacity-100 max-w980:hidden"
    />
  );
}
