import { cutText, printUnits } from "@tidemark/money";

const one = 100_000_000n;
/** out of a pair with debt money may leave down to this level. */
export const transferOutLevel = 200_000_000n;
/** The end of the bar: higher levels are all drawn here. */
const levelMax = 400_000_000n;
const printedMax = 1_000n * one;

/**
 * Where a level stands on its bar, from 0 to 1: by 1 − 1/level, the share of the assets that is the user's own, so that the end at which
 * pairs are liquidated is wide. Only drawn, never counted with.
 */
export function levelShare(level: bigint): number {
  if (level <= one) return 0;
  if (level >= levelMax) return 1;
  const own = (at: bigint): number => 1 - Number(one) / Number(at);
  return own(level) / own(levelMax);
}

/** 2.49, cut; without debt there is no level. */
export function levelText(level: bigint | undefined): string {
  if (level === undefined) return "—";
  return level >= printedMax ? "> 999" : cutText(printUnits(level), 2);
}
