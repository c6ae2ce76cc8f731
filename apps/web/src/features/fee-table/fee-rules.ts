import type { AppConfig, FeeLevelRow } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { feeOf } from "@tidemark/money";
import { requireUnits } from "../../lib/format/require-units.ts";

export type FeeNeed = NonNullable<AppConfig["project"]["feeLevels"]>[number];
export type OwnLevel = AnswerOf<"feeLevel">;

/** Volumes of 30 days, in 1e-8 dollars. */
const volumesOf = ({ spot, contracts }: Pick<OwnLevel, "spot" | "contracts">) => ({
  spot: requireUnits(spot.maker) + requireUnits(spot.taker),
  contracts: requireUnits(contracts.maker) + requireUnits(contracts.taker),
});

export type Progress = {
  readonly by: "spot" | "contracts";
  readonly volume: bigint;
  readonly need: bigint;
  readonly percent: number;
};

/** How far the nearer of the two volumes is on its way to a level. */
export function progressTo(need: FeeNeed, own: Pick<OwnLevel, "spot" | "contracts">): Progress {
  const volumes = volumesOf(own);
  const part = (by: Progress["by"], text: string): Progress => {
    const units = requireUnits(text);
    const percent = units === 0n ? 100 : Number((volumes[by] * 100n) / units);
    return { by, volume: volumes[by], need: units, percent: Math.min(100, percent) };
  };
  const [spot, contracts] = [part("spot", need.spotVolume), part("contracts", need.contractVolume)];
  return spot.percent > contracts.percent ? spot : contracts;
}

/** What the volumes of 30 days would have cost less at another level, in 1e-8 dollars; never below zero. */
export function savedAt(level: FeeLevelRow, own: Pick<OwnLevel, "spot" | "contracts" | "rates">): bigint {
  const cost = (rates: Omit<FeeLevelRow, "level">): bigint =>
    feeOf(requireUnits(own.spot.maker), rates.spotMaker) +
    feeOf(requireUnits(own.spot.taker), rates.spotTaker) +
    feeOf(requireUnits(own.contracts.maker), rates.contractMaker) +
    feeOf(requireUnits(own.contracts.taker), rates.contractTaker);
  const saved = cost(own.rates) - cost(level);
  return saved > 0n ? saved : 0n;
}

/** 1M, 250k: a threshold in short. */
export function thresholdText(text: string): string {
  const whole = BigInt(text.split(".")[0]!);
  if (whole >= 1_000_000n && whole % 100_000n === 0n) return `${Number(whole) / 1_000_000}M`;
  return whole >= 1_000n && whole % 1_000n === 0n ? `${whole / 1_000n}k` : String(whole);
}
