import { startTransition, useEffect, useState } from "react";

const waitMaxMs = 300;

/** Whether the browser has been idle since the first render: from then on it may load what is not visible yet. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    // In a transition, so that input interrupts the rendering that follows.
    const begin = () => startTransition(() => setIsIdle(true));
    // Safari has no idle callback.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(begin, waitMaxMs);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: waitMaxMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
