import { cutFrom } from "./adl.ts";
import type { Listed, Side } from "./contract.ts";
import { clearing, type Holding, unrealised } from "./position.ts";
import { least, most, sumOf } from "./ratio.ts";

/** `bears` is the most a position can lose: its isolated margin, nothing for the engine's own; undefined: the account's cash bears all. */
export type Ending = { readonly side: Side; readonly held: Holding; readonly bears: bigint | undefined };

/** SETTLING (3) and (4): fund, winners, company; what they lack is a deficit. */
export function settled(contract: Listed, mark: bigint, positions: readonly Ending[], fund: bigint, treasury: bigint) {
  const pnls = positions.map(({ side, held }) => unrealised(contract, side, held, mark));
  const gaps = positions.map(({ bears }, i) => (bears === undefined ? 0n : most(0n, -pnls[i]! - bears)));
  const gap = sumOf(gaps);
  const fundPays = least(fund, gap);
  const winners = [...pnls.keys()].filter((i) => pnls[i]! > 0n);
  const cuts = cutFrom(
    gap - fundPays,
    winners.map((i) => pnls[i]!),
  );
  const beyond = gap - fundPays - sumOf(cuts);
  const before = clearing(
    contract.kind,
    positions.map(({ side, held }) => ({ side, entry: held.entry })),
  );
  return {
    positions: pnls.map((pnl, i) => ({ pnl, gap: gaps[i]!, cut: cuts[winners.indexOf(i)] ?? 0n })),
    before,
    residue: before - sumOf(pnls),
    fundPays,
    cut: sumOf(cuts),
    treasuryPays: least(treasury, beyond),
    deficit: most(0n, beyond - treasury),
  };
}
