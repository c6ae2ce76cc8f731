import type { AppConfig } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { requireUnits } from "../../lib/format/require-units.ts";

export type FeeNeed = NonNullable<AppConfig["project"]["feeLevels"]>[number];
export type OwnLevel = AnswerOf<"feeLevel">;

/** Volumes of 30 days, in 1e-8 dollars. */
export const volumesOf = ({ spot, contracts }: Pick<OwnLevel, "spot" | "contracts">) => ({
  spot: requireUnits(spot.maker) + requireUnits(spot.taker),
  contracts: requireUnits(contracts.maker) + requireUnits(contracts.taker),
});

/** 1M, 250k: a threshold in short. */
export function thresholdText(text: string): string {
  const whole = BigInt(text.split(".")[0]!);
  if (whole >= 1_000_000n && whole % 100_000n === 0n) return `${Number(whole) / 1_000_000}M`;
  return whole >= 1_000n && whole % 1_000n === 0n ? `${whole / 1_000n}k` : String(whole);
}
