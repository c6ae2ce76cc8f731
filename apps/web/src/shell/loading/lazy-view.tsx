import { type ComponentType, createElement, type ReactNode, useEffect, useState } from "react";
import type { LazyPart } from "./lazy-part.ts";

/** Renders a part as soon as it is loaded. Optional parts only: if it cannot be loaded, nothing is shown. */
export function LazyView<Props extends object>({
  part,
  with: props,
}: {
  part: LazyPart<Props>;
  with: Props;
}): ReactNode {
  const [loaded, setLoaded] = useState<{ readonly Part: ComponentType<Props> }>();
  useEffect(() => {
    part.load().then(
      (Part) => setLoaded({ Part }),
      () => undefined,
    );
  }, [part]);
  return loaded === undefined ? null : createElement(loaded.Part, props);
}
