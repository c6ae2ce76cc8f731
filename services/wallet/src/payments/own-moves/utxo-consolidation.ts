import { assetNetworkOf } from "@tidemark/contracts";
import type { Database, Log, Time } from "@tidemark/kit-node";
import type { CoinChain } from "../../chains/payment-chain.ts";
import { move } from "./move.ts";
import type { Round } from "../sends/round.ts";
import { openRests } from "../sends/rests.ts";
import { quoteWithin } from "../sends/fees.ts";
import { sends as sendRows } from "../sends/sends-store.ts";

export type ConsolidationDeps = {
  readonly db: Database;
  readonly chain: CoinChain;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
};

/**
 * Pays small coins of hot and deposit addresses to the hot address as larger ones, where there are more than one transaction can spend:
 * otherwise there would be amounts that no transaction can pay. One such send at a time.
 */
export function openConsolidation({ db, chain, time, log }: ConsolidationDeps): { run(round: Round): Promise<void> } {
  const { network, coin: asset } = chain;
  const feeCap = BigInt(assetNetworkOf(asset, network)?.networkFeeMax ?? "0");

  const rests = openRests(time);

  return {
    async run(round) {
      const { hotAddress } = round;
      if (rests.has(hotAddress)) return;
      const leaving = await sendRows.pending(db, network, hotAddress);
      if (leaving.some(({ kind }) => kind === "sweep")) return;
      const quote = await chain.fees();
      const selection = chain.selectForConsolidation(await chain.spendable(), hotAddress, quote.feeMax);
      if (selection === undefined) return;
      const { inputs, gasLimit } = selection;
      // The other half is the change, which a higher fee can be taken from.
      const amount = inputs.reduce((sum, one) => sum + one.amount, 0n) / 2n;
      const own = { token: null, to: hotAddress, amount };
      const room = chain.feeRoom({ ...own, sender: hotAddress, nonce: 0, inputs }, feeCap);
      const fee = quoteWithin(quote, gasLimit, room);
      if (fee === undefined) return;
      const wish = { ...own, kind: "sweep", sender: hotAddress, asset, toIndex: null, gasLimit, inputs, fee } as const;
      const end = await move(db, round, wish);
      if (end === "refused") rests.add(hotAddress);
      if (end === "sent")
        log.info(
          { network, coins: inputs.length },
          "consolidation: small coins are paid to the hot address as larger ones",
        );
    },
  };
}
