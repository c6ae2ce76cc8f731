import { type ReactNode, useEffect, useRef } from "react";

/** Presses the first button of a story, so that its popup is in the picture. */
export function Opened({ children }: { children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  useEffect(() => element.current?.querySelector("button")?.click(), []);
  return (
    <div ref={element} data-opens className="flex min-h-130 items-start justify-center">
      {children}
    </div>
  );
}
