import { type RefObject, useEffect, useState } from "react";

/** How far below the window something begins to be fetched. */
const nearPx = 400;

/** Whether the element has come near the window: from then on it may ask and load. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setIsSeen] = useState(false);
  useEffect(() => {
    if (isSeen || element.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: `${nearPx}px` },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, isSeen]);
  return isSeen;
}
