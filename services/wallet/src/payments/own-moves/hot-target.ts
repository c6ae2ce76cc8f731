import { assetNetworkOf } from "@tidemark/contracts";
import type { Database, Log, Time } from "@tidemark/kit-node";
import { getAddress } from "viem";
import type { PaymentChain } from "../../chains/payment-chain.ts";
import { openDrafts } from "../sends/drafts.ts";
import { move } from "./move.ts";
import type { Round } from "../sends/round.ts";
import { openRests } from "../sends/rests.ts";
import { sends as sendRows } from "../sends/sends-store.ts";

export type HotTargetDeps = {
  readonly db: Database;
  readonly chain: PaymentChain;
  readonly coldAddress: string | undefined;
  /** By asset, in the network's smallest units; what has none stays where it is. */
  readonly targets: ReadonlyMap<string, bigint>;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
};

/** Only what is a fifth above the target is moved, down to it: otherwise every deposit would cost a fee. */
const room = { numerator: 6n, denominator: 5n };

/** Sends what the hot address has above its target to the cold one, which the signer's policy names too. */
export function openHotTarget({ db, chain, coldAddress, targets, time, log }: HotTargetDeps): {
  run(round: Round): Promise<void>;
} {
  const { network } = chain;
  const drafts = openDrafts({ db, chain });
  const rests = openRests(time);

  async function reduce(round: Round, asset: string, target: bigint, to: string): Promise<void> {
    const { hotAddress } = round;
    const terms = assetNetworkOf(asset, network);
    if (terms === undefined) return;
    const token = terms.tokenContract === null ? null : getAddress(terms.tokenContract);
    const leaving = (await sendRows.pending(db, network, hotAddress)).filter((one) => one.token === token);
    if (leaving.some(({ kind }) => kind === "sweep")) return;
    const free = await drafts.freeOf(token, hotAddress);
    if (free * room.denominator <= target * room.numerator) return;
    const amount = free - target;
    const draft = await drafts.draft(hotAddress, { token, to, amount }, BigInt(terms.networkFeeMax));
    if (typeof draft === "string") return;
    const wish = { kind: "sweep", sender: hotAddress, asset, token, to, toIndex: null, amount, ...draft } as const;
    const end = await move(db, round, wish);
    if (end === "refused") rests.add(asset);
    if (end === "sent")
      log.info({ network, asset, amount: String(amount) }, "hot target: the excess goes to the cold address");
  }

  return {
    async run(round) {
      if (coldAddress === undefined) return;
      for (const [asset, target] of targets) if (!rests.has(asset)) await reduce(round, asset, target, coldAddress);
    },
  };
}
