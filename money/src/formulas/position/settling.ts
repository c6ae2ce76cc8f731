import { floorDiv } from "../../decimal.ts";
import type { ContractMeasure, PositionSide } from "../prices/contract.ts";
import { clearingOf, type Position, unrealisedPnl } from "./position.ts";

/** A position at the end of its market. `margin` bounds its loss: isolated margin, 0 for `s:liq`; undefined where cross cash bears all. */
export type SettlingPosition = {
  readonly side: PositionSide;
  readonly position: Position;
  readonly margin: bigint | undefined;
};

export type SettledPosition = { readonly pnl: bigint; readonly shortfall: bigint; readonly cut: bigint };

export type Settlement = {
  readonly positions: readonly SettledPosition[];
  readonly clearingBefore: bigint;
  /** Inverse rounding, never below zero; goes to `s:rounding`, so that clearing ends at zero. */
  readonly residue: bigint;
  readonly fundPays: bigint;
  readonly cutFromProfits: bigint;
  readonly treasuryPays: bigint;
};

/**
 * one position at a time: `add` all of them, `pay` once, then ask what each comes to in the same order. Losses beyond a margin are paid by
 * the fund, then pro rata from the profits of this settlement (floored, the last winner takes the rest), then by the company.
 */
export class SettlementSplit {
  private shortfall = 0n;
  private profits = 0n;
  private winners = 0;
  private cut = 0n;
  private cutLeft = 0n;

  add(pnl: bigint, margin: bigint | undefined): void {
    this.shortfall += shortfallOf(pnl, margin);
    if (pnl <= 0n) return;
    this.profits += pnl;
    this.winners += 1;
  }

  /** What the fund gives of all shortfalls, what profits are cut by, and what is left to the company. */
  pay(fund: bigint): { readonly fundPays: bigint; readonly cutFromProfits: bigint; readonly treasuryPays: bigint } {
    const fundPays = fund < this.shortfall ? fund : this.shortfall;
    const beyond = this.shortfall - fundPays;
    this.cut = beyond < this.profits ? beyond : this.profits;
    this.cutLeft = this.cut;
    return { fundPays, cutFromProfits: this.cut, treasuryPays: beyond - this.cut };
  }

  settle(pnl: bigint, margin: bigint | undefined): SettledPosition {
    const shortfall = shortfallOf(pnl, margin);
    if (pnl <= 0n) return { pnl, shortfall, cut: 0n };
    this.winners -= 1;
    const cut = this.winners === 0 ? this.cutLeft : floorDiv(this.cut * pnl, this.profits);
    this.cutLeft -= cut;
    return { pnl, shortfall, cut };
  }
}

/** all positions of a market realise their PnL at the settlement mark without fee, by, in the order given (V135–V137). */
export function settleMarket(
  measure: ContractMeasure,
  mark: number,
  positions: readonly SettlingPosition[],
  fund: bigint,
): Settlement {
  const split = new SettlementSplit();
  const pnls = positions.map(({ side, position }) => unrealisedPnl(measure, side, position, mark));
  positions.forEach(({ margin }, i) => split.add(pnls[i]!, margin));
  const paid = split.pay(fund);
  const entries = (side: PositionSide) => sum(positions.map((at) => (at.side === side ? at.position.entryValue : 0n)));
  const clearingBefore = clearingOf(measure.kind, entries("long"), entries("short"));
  return {
    positions: positions.map(({ margin }, i) => split.settle(pnls[i]!, margin)),
    clearingBefore,
    residue: clearingBefore - sum(pnls),
    ...paid,
  };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

function shortfallOf(pnl: bigint, margin: bigint | undefined): bigint {
  return margin === undefined || pnl + margin >= 0n ? 0n : -pnl - margin;
}
