import type { PointerEvent } from "react";
import { classNames } from "../theme/class-names.ts";

const closeDistancePx = 96;
const closeSpeedPxPerMs = 0.6;

/**
 * The bar at the top of a sheet: pulled down far or fast enough, the sheet closes, otherwise it returns. Only seen where layers are
 * sheets. For the keyboard there are Escape and the close button. The sheet is the nearest `data-sheet`.
 */
export function SheetGrab({ onClose, className }: { onClose: () => void; className?: string }) {
  const pull = (start: PointerEvent<HTMLElement>) => {
    const handle = start.currentTarget;
    const sheet = handle.closest<HTMLElement>("[data-sheet]");
    if (sheet === null) return;
    handle.setPointerCapture(start.pointerId);
    const distance = (event: { clientY: number }) => Math.max(0, event.clientY - start.clientY);
    const move = (event: globalThis.PointerEvent) => {
      sheet.style.transition = "none";
      sheet.style.translate = `0 ${distance(event)}px`;
    };
    const finish = (event: globalThis.PointerEvent) => {
      handle.removeEventListener("pointermove", move);
      const pulled = distance(event);
      const speed = pulled / Math.max(1, event.timeStamp - start.timeStamp);
      sheet.style.transition = "translate var(--slow) var(--ease)";
      if (event.type === "pointerup" && (pulled > closeDistancePx || (pulled > 24 && speed > closeSpeedPxPerMs)))
        onClose();
      else sheet.style.translate = "0 0";
    };
    handle.addEventListener("pointermove", move);
    handle.addEventListener("pointerup", finish, { once: true });
    handle.addEventListener("pointercancel", finish, { once: true });
  };
  return (
    <div
      aria-hidden
      onPointerDown={pull}
      className={classNames("flex-none cursor-grab touch-none py-2 w768:hidden", className)}
    >
      <div className="mx-auto h-1 w-9 rounded-full bg-line-strong" />
    </div>
  );
}
