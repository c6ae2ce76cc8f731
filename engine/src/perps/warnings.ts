import { marginRatioBasisPoints, marginRatioWarnBasisPoints } from "@tidemark/money";
import { eventCode } from "../events.ts";
import { Market } from "../markets/markets.ts";
import type { State } from "../state.ts";
import { healthOfLeg, isIsolated, isoMarginOf, marginOf, marketOf } from "./risk.ts";
import { Leg, Margin } from "./seats.ts";

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
  state.events.list(eventCode.margin_warned, [
    w[margin + Margin.uid]!,
    Math.floor(key / 1024),
    key % 1024,
    marketId,
    shown,
  ]);
}

export const warnAccount = (state: State, margin: number, equity: bigint, maintenance: bigint): void =>
  warn(state, margin + Margin.isWarned, margin, 0, equity, maintenance);

export function warnLeg(state: State, leg: number): void {
  const isOpen = state.memory.number(leg + Leg.qty) > 0 && isIsolated(state, leg);
  const { uPnl, maintenanceMargin } = healthOfLeg(state, leg);
  const equity = isoMarginOf(state, leg) + uPnl;
  const marketId = state.memory.w[marketOf(state, leg) + Market.id]!;
  const margin = marginOf(state, leg);
  warn(state, leg + Leg.isWarned, margin, marketId, isOpen ? equity : 1n, isOpen ? maintenanceMargin : 0n);
}
