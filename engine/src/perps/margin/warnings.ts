import { marginRatioBasisPoints, marginRatioWarnBasisPoints } from "@tidemark/money";
import { Market } from "../../records/market.ts";
import type { State } from "../../state/state.ts";
import { healthOfPosition, isIsolated, isoMarginOf, marginOf, marketOf } from "./risk.ts";
import { Position, Margin } from "../../records/user-contract.ts";

/** at 80 % of the margin ratio the holder is warned, once until it has been below again. */
function warn(state: State, at: number, margin: number, marketId: number, equity: bigint, maintenance: bigint): void {
  const { memory } = state;
  const { w } = memory;
  const ratio = maintenance === 0n ? 0n : marginRatioBasisPoints(maintenance, equity);
  const isHigh = ratio === undefined || ratio >= marginRatioWarnBasisPoints;
  if (isHigh === (w[at] === 1)) return;
  memory.set(at, isHigh ? 1 : 0);
  if (!isHigh) return;
  const key = w[margin + Margin.key]!;
  const shown = ratio === undefined ? 0 : Number(ratio);
  state.events.emit("margin_warned", {
    uid: w[margin + Margin.uid]!,
    product: Math.floor(key / 1024),
    asset: key % 1024,
    market: marketId,
    ratio: shown,
  });
}

export const warnAccount = (state: State, margin: number, equity: bigint, maintenance: bigint): void =>
  warn(state, margin + Margin.isWarned, margin, 0, equity, maintenance);

export function warnPosition(state: State, position: number): void {
  const isOpen = state.memory.number(position + Position.qty) > 0 && isIsolated(state, position);
  const { uPnl, maintenanceMargin } = healthOfPosition(state, position);
  const equity = isoMarginOf(state, position) + uPnl;
  const marketId = state.memory.w[marketOf(state, position) + Market.id]!;
  const margin = marginOf(state, position);
  warn(state, position + Position.isWarned, margin, marketId, isOpen ? equity : 1n, isOpen ? maintenanceMargin : 0n);
}
