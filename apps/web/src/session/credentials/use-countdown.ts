import { useEffect, useState } from "react";

/** Remaining seconds of a countdown that starts at once or by `restart`; 0 when it is over. */
export function useCountdown(seconds = 0): { readonly left: number; readonly restart: (seconds: number) => void } {
  const [endsAt, setEndsAt] = useState(() => Date.now() + seconds * 1_000);
  const [now, setNow] = useState(() => Date.now());
  const left = Math.max(0, Math.ceil((endsAt - now) / 1_000));
  const isRunning = left > 0;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setInterval(() => setNow(Date.now()), 250);
    return () => clearInterval(timer);
  }, [isRunning]);
  return {
    left,
    restart(again) {
      setNow(Date.now());
      setEndsAt(Date.now() + again * 1_000);
    },
  };
}
