import { productIds } from "@tidemark/contracts";
import type { AskOf } from "@tidemark/kit-client";
import type { ContractMarket } from "../../lib/markets/market.ts";

type Amount = { readonly asset: string; readonly amount: string };
type Settled = Pick<ContractMarket, "product"> & { readonly settleAsset: Pick<ContractMarket["settleAsset"], "asset"> };

/** The last refill of a user, from the exchange. */
export type LastRefill = { readonly lastAt: number; readonly given: readonly Amount[]; readonly isBooked: boolean };

/**
 * A refill arrives in the wallet; contracts trade from their own accounts, so each asset moves on to the account that takes it. The id is
 * the refill's: two pages that finish the same one move it once.
 */
export function refillMoves(
  { lastAt, given }: LastRefill,
  contracts: readonly Settled[],
): readonly AskOf<"transfer">[] {
  return given.flatMap(({ asset, amount }) => {
    const market = contracts.find(({ settleAsset }) => settleAsset.asset === asset);
    if (market === undefined) return [];
    const requestId = `refill-${lastAt}-${asset}`;
    return [{ fromProduct: productIds.wallet, toProduct: market.product, asset, amount, requestId }];
  });
}

/**
 * The refill whose moves are still to be made: one that this browser asked for after another one (`since`; null: it asked for none), and
 * that the exchange has booked.
 */
export const refillToMove = <R extends LastRefill>(last: R | undefined, since: number | null): R | undefined =>
  last !== undefined && since !== null && last.lastAt > since && last.isBooked ? last : undefined;

const bookingLookEveryMs = 1_000;
const bookingLookMaxMs = 10 * 60_000;

/** How long to wait before asking once more whether a refill is booked; false: it is, or it will not be. */
export const bookingLookMs = ({ lastAt, isBooked }: LastRefill, now: number): number | false =>
  !isBooked && now - lastAt < bookingLookMaxMs ? bookingLookEveryMs : false;

const minuteMs = 60_000;

/** Whole minutes until a moment, 0 once it has come. */
export const minutesUntil = (at: number, now: number): number => Math.max(0, Math.ceil((at - now) / minuteMs));
