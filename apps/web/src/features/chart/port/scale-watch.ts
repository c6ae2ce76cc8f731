import type { ISeriesPrimitive, Time } from "lightweight-charts";

/**
 * Reports that prices may have moved in the plot. The library has no event for its price scale, but it asks every primitive of a series to
 * update itself whenever a scale or the size has changed; this one draws nothing and passes it on, at most once a frame.
 */
export function createScaleWatch() {
  const listeners = new Set<() => void>();
  let frame = 0;
  const report = () => {
    frame = 0;
    for (const listener of listeners) listener();
  };
  const primitive: ISeriesPrimitive<Time> = {
    updateAllViews() {
      // The scale is final once the chart has drawn: it is read in the next frame.
      if (frame === 0 && listeners.size > 0) frame = requestAnimationFrame(report);
    },
  };
  return {
    primitive,
    add(listener: () => void): () => void {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    end(): void {
      listeners.clear();
      cancelAnimationFrame(frame);
    },
  };
}
