import { useEffect, useRef, useState } from "react";

/**
 * The panel over the whole page. The page itself goes to full screen, not the panel: menus and dialogs are beside the panel in the document
 * and would not be seen. Where the browser has no full screen, the panel still fills the window.
 */
export function useFullScreen() {
  const panel = useRef<HTMLElement>(null);
  const [isFull, setIsFull] = useState(false);
  useEffect(() => {
    if (!isFull) return;
    const leave = () => {
      if (document.fullscreenElement === null) setIsFull(false);
    };
    const key = (event: KeyboardEvent) => {
      if (event.key === "Escape" && !event.defaultPrevented && document.fullscreenElement === null) setIsFull(false);
    };
    document.addEventListener("fullscreenchange", leave);
    document.addEventListener("keydown", key);
    return () => {
      document.removeEventListener("fullscreenchange", leave);
      document.removeEventListener("keydown", key);
      // Also when the panel goes, for instance to another page, which is not to stay without the browser's bars.
      if (document.fullscreenElement !== null) document.exitFullscreen().catch(() => undefined);
    };
  }, [isFull]);
  const toggle = () => {
    setIsFull(!isFull);
    // Refused or not there: the panel fills the window all the same.
    if (!isFull) document.documentElement.requestFullscreen?.().catch(() => undefined);
  };
  return { panel, isFull, toggle };
}
