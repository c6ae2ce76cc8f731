import { type Command, noKey } from "@tidemark/contracts/journal";
import type { Random } from "./random.ts";
import { journaled } from "./scene.ts";

type Position = { readonly uid: number; readonly market: number; readonly posSide: number; readonly qty: number };

/** A trailing stop whose callback is of the size that a few seconds of walking marks make; now and then one that is too small. */
export function randomTrailing(r: Random, position: Position, activation: number): Command {
  const isInTicks = r.chance(2);
  return journaled({
    type: "place_trailing_stop",
    ...position,
    key: noKey,
    by: r.below(2),
    callbackBps: isInTicks ? 0 : r.between(9, 60),
    callbackTicks: isInTicks ? r.between(1, 2_000) : 0,
    activation,
  });
}
