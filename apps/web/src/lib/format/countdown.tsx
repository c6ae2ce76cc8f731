import { Skeleton } from "@tidemark/kit-ui";
import { useEffect, useRef } from "react";
import { countdownText } from "./countdown-text.ts";

/** The time until a moment. Written outside React: it changes every second. */
export function Countdown({ to }: { to: number | undefined }) {
  const text = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    if (to === undefined) return undefined;
    const write = () => {
      if (text.current !== null) text.current.textContent = countdownText(to - Date.now());
    };
    write();
    const timer = setInterval(write, 1_000);
    return () => clearInterval(timer);
  }, [to]);
  return to === undefined ? (
    <Skeleton>00:00:00</Skeleton>
  ) : (
    <span ref={text} className="num">
      --:--:--
    </span>
  );
}
