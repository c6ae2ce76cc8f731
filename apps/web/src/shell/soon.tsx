import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import type { Later } from "./later.ts";

/** Draws a part as soon as it is there. Nothing waits for it, and where it cannot be fetched nothing is missed. */
export function Soon<Props extends object>({ part, with: props }: { part: Later<Props>; with: Props }): ReactNode {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> }>();
  useEffect(() => {
    part.load().then(
      (Part) => setLoaded({ Part }),
      () => undefined,
    );
  }, [part]);
  return loaded === undefined ? null : createElement(loaded.Part, props);
}
