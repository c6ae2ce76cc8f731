import { useEffect, useState } from "react";

/** Runs the callback at every end of a countdown and returns the remaining seconds. `tryNow` does not wait. */
export function useRetry(everySeconds: number, run: () => void): { secondsLeft: number; tryNow: () => void } {
  const [secondsLeft, setSecondsLeft] = useState(everySeconds);
  const tryNow = () => {
    setSecondsLeft(everySeconds);
    run();
  };
  useEffect(() => {
    const timer = setTimeout(() => (secondsLeft > 1 ? setSecondsLeft(secondsLeft - 1) : tryNow()), 1_000);
    return () => clearTimeout(timer);
  });
  return { secondsLeft, tryNow };
}
