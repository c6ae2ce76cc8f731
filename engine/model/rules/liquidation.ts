import type { Listed, Side } from "./contract.ts";
import { exactValue, marginValue, priceAtValue } from "./contract.ts";
import { gain, type Holding, unrealised } from "./position.ts";
import { Ratio, whole } from "./ratio.ts";
import { type Band, exactMaintenance, maintenance } from "./tiers.ts";

export type Exposure = { readonly side: Side; readonly held: Holding };

/** equity less maintenance margin as a function of the price, exact at every price, whole tick or not. */
export function spareAt(
  contract: Listed,
  bands: readonly Band[],
  wallet: bigint,
  positions: readonly Exposure[],
  ticks: Ratio,
): Ratio {
  let spare = whole(wallet);
  for (const { side, held } of positions) {
    const value = exactValue(contract, ticks, held.qty);
    spare = spare.plus(gain(contract.kind, side, whole(held.entry), value)).minus(exactMaintenance(bands, value));
  }
  return spare;
}

/** the trigger itself, with everything rounded as say. */
export function isLiquidated(
  contract: Listed,
  bands: readonly Band[],
  wallet: bigint,
  positions: readonly Exposure[],
  mark: bigint,
): boolean {
  let equity = wallet;
  let needed = 0n;
  for (const { side, held } of positions) {
    equity += unrealised(contract, side, held, mark);
    needed += maintenance(bands, marginValue(contract, mark, held.qty));
  }
  return equity <= needed;
}

export type Shown = { readonly direction: "down" | "up"; readonly ticks: bigint };

/** No root of whole sizes, entry values and rates lies beyond these. */
const nearNothing = new Ratio(1n, 2n ** 200n);
const nearForever = whole(2n ** 200n);

/**
 * by search. Equity less maintenance is concave in the price (in its reciprocal for inverse), so the prices that are not
 * sick form one stretch. Its highest point is a tier border or an end; from there both edges are found by doubling and halving over whole
 * ticks. An edge that a fall reaches is shown rounded up, one that a rise reaches rounded down (table 1.2).
 */
export function shownPrices(
  contract: Listed,
  bands: readonly Band[],
  wallet: bigint,
  positions: readonly Exposure[],
): readonly Shown[] {
  const spare = (ticks: Ratio): Ratio => spareAt(contract, bands, wallet, positions, ticks);
  const isSound = (ticks: Ratio): boolean => spare(ticks).top >= 0n;
  const borders = positions.flatMap(({ held }) =>
    bands.map(({ upTo }) => priceAtValue(contract, whole(upTo), held.qty)),
  );
  let peak = nearNothing;
  let highest = spare(peak);
  for (const candidate of [...borders, nearForever]) {
    const height = spare(candidate);
    if (highest.isBelow(height)) [peak, highest] = [candidate, height];
  }
  if (highest.top < 0n) return [];
  const shown: Shown[] = [];
  if (!isSound(nearNothing)) {
    const isReached = (tick: bigint): boolean => peak.isAtMost(whole(tick)) || isSound(whole(tick));
    shown.push({ direction: "down", ticks: firstTick(isReached) });
  }
  if (!isSound(nearForever)) {
    const isPassed = (tick: bigint): boolean => peak.isBelow(whole(tick)) && !isSound(whole(tick));
    shown.push({ direction: "up", ticks: firstTick(isPassed) - 1n });
  }
  return shown;
}

/** The first tick from 1 on for which this is so; from there on it stays so. */
function firstTick(isSo: (tick: bigint) => boolean): bigint {
  let no = 0n;
  let yes = 1n;
  while (!isSo(yes)) [no, yes] = [yes, yes * 2n];
  while (yes - no > 1n) {
    const middle = (no + yes) / 2n;
    if (isSo(middle)) yes = middle;
    else no = middle;
  }
  return yes;
}

/** ascending equity over maintenance margin, then uid. */
export function isMoreUrgent(
  a: { readonly equity: bigint; readonly needed: bigint; readonly uid: number },
  b: { readonly equity: bigint; readonly needed: bigint; readonly uid: number },
): boolean {
  const [first, second] = [new Ratio(a.equity, a.needed), new Ratio(b.equity, b.needed)];
  if (first.isBelow(second)) return true;
  return second.isBelow(first) ? false : a.uid < b.uid;
}
