import { type ReactNode, useEffect, useRef, useState } from "react";

const takesFocus = "a[href], button, input, select, textarea, [tabindex]";

/** The scrolling part of a layer. If nothing in it takes the focus, it does itself: otherwise it could not be scrolled by keyboard. */
export function ScrollBody({ className, children }: { className: string; children: ReactNode }) {
  const element = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const box = element.current!;
    const look = () => setIsStop(box.scrollHeight > box.clientHeight + 1 && box.querySelector(takesFocus) === null);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={element} {...(isStop ? { tabIndex: 0 } : {})} className={`${className} focus-visible:-outline-offset-2`}>
      {children}
    </div>
  );
}
