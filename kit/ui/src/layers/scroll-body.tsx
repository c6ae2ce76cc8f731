import { type ReactNode, useEffect, useRef, useState } from "react";

const takesFocus = "a[href], button, input, select, textarea, [tabindex]";

/** The part of a layer that scrolls. Where nothing in it takes the focus, it does itself: otherwise keys could not reach its end. */
export function ScrollBody({ className, children }: { className: string; children: ReactNode }) {
  const place = useRef<HTMLDivElement>(null);
  const [isStop, setIsStop] = useState(false);
  useEffect(() => {
    const box = place.current!;
    const look = () => setIsStop(box.scrollHeight > box.clientHeight + 1 && box.querySelector(takesFocus) === null);
    const observer = new ResizeObserver(look);
    observer.observe(box);
    for (const child of box.children) observer.observe(child);
    return () => observer.disconnect();
  }, []);
  return (
    <div ref={place} {...(isStop ? { tabIndex: 0 } : {})} className={`${className} focus-visible:-outline-offset-2`}>
      {children}
    </div>
  );
}
