import { bankruptcyTick } from "./bankruptcy.ts";
import { fillValue, type Listed, type Side } from "./contract.ts";
import { feeOn } from "./fees.ts";
import { closeFromMargin } from "./isolated.ts";
import { closed, type Holding } from "./position.ts";

export type Offer = { readonly ticks: bigint; readonly qty: bigint };
type PartFilled = {
  readonly limit: bigint | undefined;
  readonly qty: bigint;
  readonly pnl: bigint;
  readonly fee: bigint;
  /** What its margin holds beyond this fill's part of it. */
  readonly spare: bigint;
};

/** What is left of a position and its margin, what came out in cash, and what nobody had: wants the last to be zero. */
export type ClosedInParts = {
  readonly fills: readonly PartFilled[];
  readonly left: Holding;
  readonly margin: bigint;
  readonly toCash: bigint;
  readonly overdrawn: bigint;
  /** The limit that an offer did not meet, which ends the close (MARGIN); undefined where all offers were taken. */
  readonly endedBy: bigint | undefined;
};

/** an isolated position is closed against offers, best first; before each the limit is found anew from what is left. */
export function closedInParts(
  contract: Listed,
  side: Side,
  held: Holding,
  margin: bigint,
  rate: number,
  offers: readonly Offer[],
): ClosedInParts {
  let now = { left: held, margin, toCash: 0n, overdrawn: 0n };
  const fills: PartFilled[] = [];
  for (const { ticks, qty } of offers) {
    if (now.left.qty === 0n) break;
    const limit = bankruptcyTick(contract, side, now.left.entry, now.margin, now.left.qty);
    if (limit !== undefined && (side === "long" ? ticks < limit : ticks > limit))
      return { ...now, fills, endedBy: limit };
    const size = qty < now.left.qty ? qty : now.left.qty;
    const value = fillValue(contract, ticks, size);
    const { pnl, left } = closed(contract.kind, side, now.left, size, value);
    const after = closeFromMargin(now.margin, now.left.qty, size, pnl, feeOn(value, rate));
    fills.push({ limit, qty: size, pnl, fee: after.charged, spare: now.margin - after.released });
    now = {
      left,
      margin: left.qty === 0n ? 0n : after.margin,
      toCash: now.toCash + after.toCash + (left.qty === 0n ? after.margin : 0n),
      overdrawn: now.overdrawn + after.overdrawn,
    };
  }
  return { ...now, fills, endedBy: undefined };
}
