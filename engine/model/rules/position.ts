import type { Kind, Listed, Side } from "./contract.ts";
import { exactValue } from "./contract.ts";
import { Ratio, whole } from "./ratio.ts";

export type Holding = { readonly qty: bigint; readonly entry: bigint };

/** What a holder wins between entry and exit, both as values in the settle coin (the table of, line by line). */
export function gain(kind: Kind, side: Side, entry: Ratio, exit: Ratio): Ratio {
  switch (`${kind} ${side}` as const) {
    case "linear long":
      return exit.minus(entry);
    case "inverse short":
      return exit.minus(entry);
    case "linear short":
      return entry.minus(exit);
    case "inverse long":
      return entry.minus(exit);
  }
}

export const wholeGain = (kind: Kind, side: Side, entry: bigint, exit: bigint): bigint =>
  gain(kind, side, whole(entry), whole(exit)).top;

/** Table 1.2, "released entry value on partial close". */
const releaseRounding = {
  "linear long": "ceil",
  "linear short": "floor",
  "inverse long": "floor",
  "inverse short": "ceil",
} as const;

/** */
export const opened = (held: Holding, qty: bigint, value: bigint): Holding => ({
  qty: held.qty + qty,
  entry: held.entry + value,
});

export type Closing = { readonly released: bigint; readonly pnl: bigint; readonly left: Holding };

/** a part of the entry value leaves in proportion; what rounding holds back stays in the open part. */
export function closed(kind: Kind, side: Side, held: Holding, qty: bigint, value: bigint): Closing {
  const share = new Ratio(held.entry * qty, held.qty);
  const released = releaseRounding[`${kind} ${side}`] === "ceil" ? share.ceil() : share.floor();
  return {
    released,
    pnl: wholeGain(kind, side, released, value),
    left: { qty: held.qty - qty, entry: held.entry - released },
  };
}

/** table 1.2: the mark value is rounded against the holder: up for a long, down for a short. */
export function unrealised(contract: Listed, side: Side, held: Holding, mark: bigint): bigint {
  const value = exactValue(contract, whole(mark), held.qty);
  return wholeGain(contract.kind, side, held.entry, side === "long" ? value.ceil() : value.floor());
}

/** floor of basis points over the margin at entry, which is rounded up. */
export const returnBasisPoints = (pnl: bigint, entry: bigint, leverage: bigint): bigint =>
  new Ratio(10_000n * pnl, new Ratio(entry, leverage).ceil()).floor();

/** the counterparty of all open entry values; unrealised profits of everybody at an exact price sum to it. */
export function clearing(kind: Kind, positions: readonly { readonly side: Side; readonly entry: bigint }[]): bigint {
  let sum = 0n;
  for (const { side, entry } of positions) sum += wholeGain(kind, side, entry, 0n);
  return sum;
}
