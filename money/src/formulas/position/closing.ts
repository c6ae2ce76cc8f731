/** what a further close may ask for; resting closes never exceed the position (V091). */
export const closableQty = (positionQty: number, restingCloses: number): number => positionQty - restingCloses;

/** resting closes, oldest first, cut from the newest until they fit; a cut to zero is a cancel (V090, V119). */
export function trimNewestFirst(closes: readonly number[], most: number): readonly number[] {
  let over = closes.reduce((sum, qty) => sum + qty, 0) - most;
  return closes
    .toReversed()
    .map((qty) => {
      const cut = Math.max(0, Math.min(over, qty));
      over -= cut;
      return qty - cut;
    })
    .toReversed();
}

export type TriggerDirection = "up" | "down";

/** frozen at placement; undefined where the trigger stands at the price and would fire at once (V089). */
export function triggerDirectionOf(triggerTicks: number, source: number): TriggerDirection | undefined {
  if (triggerTicks === source) return undefined;
  return triggerTicks > source ? "up" : "down";
}

/** whether this source price fires the trigger. */
export const isTriggerHit = (direction: TriggerDirection, triggerTicks: number, source: number): boolean =>
  direction === "up" ? source >= triggerTicks : source <= triggerTicks;
