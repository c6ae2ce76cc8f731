import { cutProRata } from "./adl.ts";
import type { ContractMeasure, PositionSide } from "./contract.ts";
import { clearingOf, type Leg, unrealisedPnl } from "./position.ts";

/** A leg at the end of its market. `margin` bounds its loss: isolated margin, 0 for `s:liq`; undefined where cross cash bears all. */
export type SettlingLeg = { readonly side: PositionSide; readonly leg: Leg; readonly margin: bigint | undefined };

export type SettledLeg = { readonly pnl: bigint; readonly shortfall: bigint; readonly cut: bigint };

export type Settlement = {
  readonly legs: readonly SettledLeg[];
  readonly clearingBefore: bigint;
  /** Inverse rounding, never below zero; goes to `s:rounding`, so that clearing ends at zero. */
  readonly residue: bigint;
  readonly fundPays: bigint;
  readonly cutFromProfits: bigint;
  readonly housePays: bigint;
};

/**
 * all legs of a market realise their PnL at the settlement mark without fee, by, in the order given. Losses beyond a margin
 * are paid by the fund, then pro rata from the profits of this settlement, then by the company (V135–V137).
 */
export function settleMarket(
  measure: ContractMeasure,
  mark: number,
  legs: readonly SettlingLeg[],
  fund: bigint,
): Settlement {
  const pnls = legs.map(({ side, leg }) => unrealisedPnl(measure, side, leg, mark));
  const shortfalls = legs.map(({ margin }, i) => shortfallOf(pnls[i]!, margin));
  const shortfall = sum(shortfalls);
  const fundPays = fund < shortfall ? fund : shortfall;
  const winners = pnls.flatMap((pnl, i) => (pnl > 0n ? [i] : []));
  const cuts = cutProRata(
    shortfall - fundPays,
    winners.map((i) => pnls[i]!),
  );
  const cutFromProfits = sum(cuts);
  const entries = (side: PositionSide) => sum(legs.map((at) => (at.side === side ? at.leg.entryValue : 0n)));
  const clearingBefore = clearingOf(measure.kind, entries("long"), entries("short"));
  return {
    legs: pnls.map((pnl, i) => ({ pnl, shortfall: shortfalls[i]!, cut: cuts[winners.indexOf(i)] ?? 0n })),
    clearingBefore,
    residue: clearingBefore - sum(pnls),
    fundPays,
    cutFromProfits,
    housePays: shortfall - fundPays - cutFromProfits,
  };
}

const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);

function shortfallOf(pnl: bigint, margin: bigint | undefined): bigint {
  return margin === undefined || pnl + margin >= 0n ? 0n : -pnl - margin;
}
