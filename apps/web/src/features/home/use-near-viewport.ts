import { type RefObject, useEffect, useState } from "react";

/** Distance below the viewport at which loading starts. */
const nearPx = 400;

/** Whether the element has been near the viewport: from then on it may load. */
export function useNearViewport(element: RefObject<Element | null>): boolean {
  const [isNear, setIsSeen] = useState(false);
  useEffect(() => {
    if (isNear || element.current === null) return;
    const watcher = new IntersectionObserver(
      (entries) => {
        if (entries.some(({ isIntersecting }) => isIntersecting)) setIsSeen(true);
      },
      { rootMargin: `${nearPx}px` },
    );
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, isNear]);
  return isNear;
}
