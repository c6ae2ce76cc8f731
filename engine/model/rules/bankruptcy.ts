import { exactValue, type Kind, type Listed, type Side } from "./contract.ts";
import { gain, wholeGain } from "./position.ts";
import { Ratio, sumOf, whole } from "./ratio.ts";

/** the exit value at which the gain is exactly minus the margin. */
export function bankruptcy(kind: Kind, side: Side, entry: bigint, margin: bigint): bigint {
  const up = entry + margin;
  const down = entry - margin;
  return wholeGain(kind, side, entry, up) === -margin ? up : down;
}

/**
 * table 1.2: the last tick at which a close loses no more than the margin, found by halving over ticks: the lowest of a sell, the
 * highest of a buy. Undefined where a sell may go down to nothing or a buy up without end.
 */
export function bankruptcyTick(
  contract: Listed,
  side: Side,
  entry: bigint,
  margin: bigint,
  qty: bigint,
): bigint | undefined {
  const isCovered = (ticks: Ratio): boolean => {
    const loss = gain(contract.kind, side, whole(entry), exactValue(contract, ticks, qty));
    return whole(-margin).isAtMost(loss);
  };
  const isLong = side === "long";
  // A long is hurt by a fall and a short by a rise: look at the far end of that way first.
  if (isCovered(isLong ? new Ratio(1n, 2n ** 200n) : whole(2n ** 200n))) return undefined;
  let low = 0n;
  let high = 1n;
  while (isCovered(whole(high)) !== isLong) [low, high] = [high, high * 2n];
  while (high - low > 1n) {
    const middle = (low + high) / 2n;
    if (isCovered(whole(middle)) === isLong) high = middle;
    else low = middle;
  }
  return isLong ? high : low;
}

/** table 1.2: of a part, pro rata and in the holder's favour: the rounding that gains no less. */
export function bankruptcyOfPart(kind: Kind, side: Side, value: bigint, part: bigint, qty: bigint): bigint {
  const exact = new Ratio(value * part, qty);
  const [low, high] = [exact.floor(), exact.ceil()];
  return wholeGain(kind, side, low, high) > 0n ? high : low;
}

export type Overtaken = { readonly kind: Kind; readonly side: Side; readonly entry: bigint; readonly value: bigint };

/** "the account pays" `−E_i` beyond the mark value: Vb is the exit value whose gain over the mark value is `−E_i`. */
const takenAt = ({ kind, side, value }: Overtaken, share: bigint): bigint => bankruptcy(kind, side, value, share);

/**
 * equity shared by value, floored, the last takes the rest. A value of zero or less becomes 1; what that leaves over goes to the
 * other positions, first to last, as far as each can bear it.
 */
export function takenOver(cashAndBonus: bigint, positions: readonly Overtaken[]) {
  const equity =
    cashAndBonus + sumOf(positions.map(({ kind, side, entry, value }) => wholeGain(kind, side, entry, value)));
  const total = sumOf(positions.map(({ value }) => value));
  const shares = positions.map(({ value }) => new Ratio(equity * value, total).floor());
  shares[shares.length - 1] = equity - sumOf(shares.slice(0, -1));
  const bearable = (position: Overtaken, share: bigint): bigint =>
    takenAt(position, share) > 0n ? share : wholeGain(position.kind, position.side, 1n, position.value);
  const borne = positions.map((position, i) => bearable(position, shares[i]!));
  let over = equity - sumOf(borne);
  positions.forEach((position, i) => {
    const before = borne[i]!;
    borne[i] = bearable(position, before + over);
    over -= borne[i]! - before;
  });
  return {
    equity,
    isShared: over === 0n,
    positions: positions.map((position, i) => {
      const value = takenAt(position, borne[i]!);
      return { share: borne[i]!, value, pnl: wholeGain(position.kind, position.side, position.entry, value) };
    }),
  };
}
