import { requireUnits } from "../../lib/format/require-units.ts";

/** From so far on the bar is empty, in basis points: nearer is what a trader has to see. */
const farBasisPoints = 5_000n;

export type LiquidationDistance = {
  /** Of the mark price, in basis points, cut: never shown farther than it is. */
  readonly basisPoints: bigint;
  /** From 0, far, to 1, liquidated; only drawn. */
  readonly nearness: number;
};

/** How far the mark price is from the liquidation price; undefined where one of them is not there. */
export function liquidationDistance(liquidation: string, mark: string): LiquidationDistance | undefined {
  if (liquidation === "" || mark === "") return undefined;
  const [at, from] = [requireUnits(liquidation), requireUnits(mark)];
  if (from === 0n) return undefined;
  const basisPoints = ((at > from ? at - from : from - at) * 10_000n) / from;
  const near = basisPoints > farBasisPoints ? 0n : farBasisPoints - basisPoints;
  return { basisPoints, nearness: Number(near) / Number(farBasisPoints) };
}
