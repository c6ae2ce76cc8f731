import type { Database } from "@tidemark/kit-node";
import {
  type AccountChain,
  type Coin,
  type CoinChain,
  type FeeQuote,
  hasAccounts,
  type Movement,
  type PaymentChain,
} from "../../chains/payment-chain.ts";
import { quoteWithin } from "./fees.ts";
import { sends } from "./sends-store.ts";

/** How a movement out of the hot wallet can be sent now. */
type Draft = { readonly gasLimit: number; readonly fee: FeeQuote; readonly inputs: readonly Coin[] };
export type Drafts = {
  /** What is not on its way out already. */
  freeOf(token: string | null, hotAddress: string): Promise<bigint>;
  /** A draft within a cap of the fee, or why there is none now. */
  draft(hotAddress: string, movement: Movement, feeCap: bigint): Promise<Draft | string>;
};

/** From the balance of the hot address. */
function ofAccount(db: Database, chain: AccountChain): Drafts {
  async function freeOf(token: string | null, hotAddress: string): Promise<bigint> {
    const { amount, fees } = await sends.pendingSums(db, chain.network, hotAddress, token);
    return (await chain.balanceOf(token, hotAddress)) - (token === null ? amount + fees : amount);
  }
  return {
    freeOf,
    async draft(hotAddress, movement, feeCap) {
      const { token, amount } = movement;
      const free = await freeOf(token, hotAddress);
      if (free < amount) return "HOT_BALANCE_LOW";
      const gasLimit = await chain.gasFor(hotAddress, movement);
      if (gasLimit === undefined) return "WOULD_FAIL";
      const fee = quoteWithin(await chain.fees(), gasLimit, feeCap);
      if (fee === undefined) return "FEE_TOO_HIGH";
      const cost = fee.feeMax * BigInt(gasLimit);
      const coins = token === null ? free - amount : await freeOf(null, hotAddress);
      return coins < cost ? "HOT_GAS_LOW" : { gasLimit, fee, inputs: [] };
    },
  };
}

/** From coins of hot and deposit addresses alike: deposits are not swept first. */
function ofCoins(chain: CoinChain): Drafts {
  return {
    freeOf: () => chain.free(),
    async draft(sender, movement, feeCap) {
      const [coins, quote] = [await chain.spendable(), await chain.fees()];
      const selection = chain.select(coins, movement, quote.feeMax);
      if (selection === undefined) {
        // More than one transaction can spend: they are joined first.
        if ((await chain.free()) >= movement.amount) return "COINS_NOT_ENOUGH";
        // In sends, whose change comes back, or in blocks that are not final yet.
        return (await chain.withinReach()) < movement.amount ? "HOT_BALANCE_LOW" : "COINS_NOT_FREE";
      }
      const { inputs, gasLimit } = selection;
      const room = chain.feeRoom({ ...movement, sender, nonce: 0, inputs }, feeCap);
      const fee = quoteWithin(quote, gasLimit, room);
      return fee === undefined ? "FEE_TOO_HIGH" : { gasLimit, fee, inputs };
    },
  };
}

export const openDrafts = ({ db, chain }: { readonly db: Database; readonly chain: PaymentChain }): Drafts =>
  hasAccounts(chain) ? ofAccount(db, chain) : ofCoins(chain);
