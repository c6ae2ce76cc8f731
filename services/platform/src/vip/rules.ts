import type { LevelMeasuresRow } from "@tidemark/contracts/journal";
import { parseUnits, vipLevelOf, vipMeasures, type VipMeasures } from "@tidemark/money";
import { z } from "zod";

const needTexts = z.array(z.object({ spotVolume: z.string(), contractVolume: z.string(), assets: z.string() }));

/** What the levels from 1 on need, in 1e-8 dollars; undefined where the configuration cannot be read. */
export function needsOf(config: unknown): readonly VipMeasures[] | undefined {
  const parsed = z.object({ project: z.object({ feeLevels: needTexts.default([]) }) }).safeParse(config);
  if (!parsed.success) return undefined;
  const needs = parsed.data.project.feeLevels.map(({ spotVolume, contractVolume, assets }) => ({
    spotVolume: parseUnits(spotVolume) ?? 0n,
    contractVolume: parseUnits(contractVolume) ?? 0n,
    assets: parseUnits(assets) ?? 0n,
  }));
  // A need of 0 would make everybody a VIP: it is a mistake, and yesterday's levels are better.
  return needs.every((need) => vipMeasures.every((one) => need[one] > 0n)) ? needs : undefined;
}

type Change = { readonly uid: number; readonly level: number };

/** Users of a page whose level is another than the core has. */
export function changesIn(rows: readonly LevelMeasuresRow[], needs: readonly VipMeasures[]): readonly Change[] {
  return rows.flatMap(([uid, level, spotVolume, contractVolume, assets]) => {
    const measures = {
      spotVolume: BigInt(spotVolume),
      contractVolume: BigInt(contractVolume),
      assets: BigInt(assets),
    };
    const computed = vipLevelOf(measures, needs);
    return computed === level ? [] : [{ uid, level: computed }];
  });
}
