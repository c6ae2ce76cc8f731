import type { FeeLevelRow } from "@tidemark/contracts";
import type { Market } from "./market.ts";

type FeeRates = Omit<FeeLevelRow, "level">;

/** Markets are listed with the rates of level 0. */
export function withOwnRates<M extends Market>(market: M, { rates }: { readonly rates: FeeRates }): M {
  const isSpot = market.kind === "SPOT";
  const makerRate = isSpot ? rates.spotMaker : rates.contractMaker;
  const takerRate = isSpot ? rates.spotTaker : rates.contractTaker;
  const isSame = market.makerRate === makerRate && market.takerRate === takerRate;
  return isSame ? market : { ...market, makerRate, takerRate };
}
