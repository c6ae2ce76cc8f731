import type { AppConfig } from "@tidemark/contracts";
import { daysToVolume, nearestVipMeasure, vipLevelOf, type VipMeasure, type VipMeasures } from "@tidemark/money";
import { requireUnits } from "../../lib/format/require-units.ts";
import type { OwnFees } from "../../session/own-fees.ts";

export type FeeNeed = NonNullable<AppConfig["project"]["feeLevels"]>[number];

/** What the level is measured by, in 1e-8 dollars. */
export const measuresOf = ({
  spot,
  contracts,
  assets,
}: Pick<OwnFees, "spot" | "contracts" | "assets">): VipMeasures => ({
  spotVolume: requireUnits(spot.maker) + requireUnits(spot.taker),
  contractVolume: requireUnits(contracts.maker) + requireUnits(contracts.taker),
  assets: requireUnits(assets),
});

const needUnits = (need: FeeNeed): VipMeasures => ({
  spotVolume: requireUnits(need.spotVolume),
  contractVolume: requireUnits(need.contractVolume),
  assets: requireUnits(need.assets),
});

export type LevelProgress = {
  readonly level: number;
  /** What the next computation would give by the measures of now; not above the own level while the next is not reached. */
  readonly comingLevel: number;
  readonly measures: VipMeasures;
  readonly need: VipMeasures;
  readonly nearest: VipMeasure;
  /** What the nearest measure still needs; 0 where the next computation gives the level. */
  readonly missing: bigint;
  /** At the pace of the last week; undefined where it does not suffice, or for assets. */
  readonly days: number | undefined;
};

/** The way to the next level; undefined at the highest. */
export function progressOf(own: OwnFees, needs: readonly FeeNeed[]): LevelProgress | undefined {
  const next = needs[own.level];
  if (next === undefined) return undefined;
  const measures = measuresOf(own);
  const need = needUnits(next);
  const nearest = nearestVipMeasure(measures, need);
  const missing = need[nearest] > measures[nearest] ? need[nearest] - measures[nearest] : 0n;
  const weeks = { spotVolume: own.week.spot, contractVolume: own.week.contracts, assets: undefined };
  const week = weeks[nearest];
  const days = week === undefined ? undefined : daysToVolume(measures[nearest], requireUnits(week), need[nearest]);
  const comingLevel = vipLevelOf(measures, needs.map(needUnits));
  return { level: own.level + 1, comingLevel, measures, need, nearest, missing, days };
}

/** The part of what is needed, from 0 to 1, only to be drawn. */
export const shareOf = (have: bigint, need: bigint): number => Number((have * 10_000n) / need) / 10_000;

const million = 100_000_000_000_000n;
const thousand = 100_000_000_000n;
/** Cut to three digits, so that nothing looks reached before it is: 25.9M, 48.2k, 950. */
export function shortDollars(units: bigint): string {
  const [by, sign] = units >= million ? [million, "M"] : units >= thousand ? [thousand, "k"] : [100_000_000n, ""];
  const whole = units / by;
  const decimals = sign === "" ? 0 : Math.max(0, 3 - String(whole).length);
  const rest = ((units % by) * 10n ** BigInt(decimals)) / by;
  const tail = decimals === 0 ? "" : String(rest).padStart(decimals, "0").replace(/0+$/, "");
  return `${whole}${tail === "" ? "" : `.${tail}`}${sign}`;
}

/** 1M, 250k: a threshold in short. */
export const thresholdText = (text: string): string => shortDollars(requireUnits(text));
