import type { Side } from "./contract.ts";
import { least, most, Ratio } from "./ratio.ts";

/** how far the source may come back: a part of the best price in basis points, or so many ticks. */
export type Callback = { readonly bps: bigint } | { readonly ticks: bigint };

/** the price at which a stop fires, by the best price since its activation. */
export function trailingTrigger(side: Side, best: bigint, callback: Callback): bigint {
  const sign = side === "long" ? -1n : 1n;
  if ("ticks" in callback) return best + sign * callback.ticks;
  const exact = new Ratio(best * (10_000n + sign * callback.bps), 10_000n);
  return side === "long" ? exact.floor() : exact.ceil();
}

export type Trailed = {
  readonly best: bigint | undefined;
  readonly trigger: bigint | undefined;
  readonly fires: boolean;
};

/** what is known of a stop after each price of its source, up to the one at which it fires. */
export function trailed(
  side: Side,
  callback: Callback,
  activation: bigint | undefined,
  prices: readonly bigint[],
): readonly Trailed[] {
  const steps: Trailed[] = [];
  const isLong = side === "long";
  let best: bigint | undefined;
  for (const price of prices) {
    const isReached = activation === undefined || (isLong ? price >= activation : price <= activation);
    if (best === undefined && !isReached) {
      steps.push({ best, trigger: undefined, fires: false });
      continue;
    }
    best = best === undefined ? price : isLong ? most(best, price) : least(best, price);
    const trigger = trailingTrigger(side, best, callback);
    const fires = isLong ? price <= trigger : price >= trigger;
    steps.push({ best, trigger, fires });
    if (fires) break;
  }
  return steps;
}
