import { startTransition, useEffect, useState } from "react";

const waitMaxMs = 300;

/** Whether the browser has had a moment to itself since the page stood: from then on it may fetch what nobody sees yet. */
export function useIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false);
  useEffect(() => {
    // What comes then is drawn piece by piece: a hand that touches the page meanwhile goes first.
    const begin = () => startTransition(() => setIsIdle(true));
    // Not every browser says when it is idle.
    if (!("requestIdleCallback" in window)) {
      const timer = setTimeout(begin, waitMaxMs);
      return () => clearTimeout(timer);
    }
    const handle = requestIdleCallback(begin, { timeout: waitMaxMs });
    return () => cancelIdleCallback(handle);
  }, []);
  return isIdle;
}
