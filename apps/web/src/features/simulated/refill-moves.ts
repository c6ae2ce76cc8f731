import { productIds } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import type { ContractMarket } from "../../lib/markets/market.ts";

type Amount = { readonly asset: string; readonly amount: string };
type Settled = Pick<ContractMarket, "product"> & { readonly settleAsset: Pick<ContractMarket["settleAsset"], "asset"> };

/** A refill arrives in the wallet; contracts trade from their own accounts, so each asset moves on to the account that takes it. */
export function refillMoves(given: readonly Amount[], contracts: readonly Settled[]): readonly AskOf<"transfer">[] {
  return given.flatMap(({ asset, amount }) => {
    const market = contracts.find(({ settleAsset }) => settleAsset.asset === asset);
    if (market === undefined) return [];
    return [{ fromProduct: productIds.wallet, toProduct: market.product, asset, amount }];
  });
}

const minuteMs = 60_000;

/** Whole minutes until a moment, 0 once it has come. */
export const minutesUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / minuteMs));
