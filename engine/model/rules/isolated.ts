import { cappedFee } from "./fees.ts";
import { least, most, Ratio } from "./ratio.ts";
import { marginOf } from "./reserve.ts";

/** what is missing of the margin at entry with the new leverage. */
export const topUp = (entry: bigint, margin: bigint, leverage: bigint): bigint =>
  most(0n, marginOf(entry, leverage) - margin);

/**
 * what another leverage leaves in the position: a lower one asks for the margin at entry, a higher one gives back what lets
 * leave at the new value.
 */
export function marginAfterLeverage(
  margin: bigint,
  entry: bigint,
  pnl: bigint,
  markValue: bigint,
  from: bigint,
  to: bigint,
): bigint {
  if (to > from) return margin - removable(margin, entry, pnl, markValue, to);
  return most(margin, marginOf(entry, to));
}

/** */
export function removable(margin: bigint, entry: bigint, pnl: bigint, markValue: bigint, leverage: bigint): bigint {
  const first = margin - marginOf(entry, leverage);
  const second = margin + least(0n, pnl) - marginOf(markValue, leverage);
  return most(0n, least(first, second));
}

/**
 * `cash += relM + pnl − fee`; below zero the remaining margin bears it; the fee is at most what is left. What even the whole margin
 * cannot bear is overdrawn, and brought in the order of.
 */
export function closeFromMargin(margin: bigint, qty: bigint, close: bigint, pnl: bigint, fee: bigint) {
  const released = new Ratio(margin * close, qty).floor();
  const remaining = margin - released;
  const charged = cappedFee(fee, margin + pnl);
  const flow = released + pnl - charged;
  const after = flow < 0n ? remaining + flow : remaining;
  return {
    released,
    charged,
    toCash: most(0n, flow),
    margin: most(0n, after),
    overdrawn: most(0n, -after),
  };
}
