import { type AssetNetwork, assetNetworks } from "@tidemark/contracts";
import type { Database, Log, Time } from "@tidemark/kit-node";
import { parseUnits } from "@tidemark/money";
import { getAddress } from "viem";
import type { AccountChain } from "../../chains/payment-chain.ts";
import { type OwnPlace, ownPlaces, placeKey } from "../reconciliation/own-balances.ts";
import type { Round } from "../sends/round.ts";
import { move } from "./move.ts";
import { openRests } from "../sends/rests.ts";
import { quoteWithin } from "../sends/fees.ts";
import type { SendHandler } from "../sends/sends.ts";
import { type Send, senders } from "../sends/sends-store.ts";

export type SweepDeps = {
  readonly db: Database;
  readonly chain: AccountChain;
  readonly time: Pick<Time, "now">;
  readonly log: Log;
};

const sweptPerRound = 20;
const coinGas = 21_000;
/** Coins for a fee, above what it is now: it may rise before the sweep. */
const fundingMargin = { numerator: 3n, denominator: 2n };

/** The most that a move of own coins may cost: what a withdrawal of the asset may. */
const feeCapOf = (network: string, asset: string): bigint =>
  BigInt(assetNetworks.find((one) => one.network === network && one.asset === asset)?.networkFeeMax ?? "0");

/** Moves among own addresses change no payment. What the signer refused is planned anew after a rest. */
export function ownMoveHandlers({ db, log }: Pick<SweepDeps, "db" | "log">) {
  const common = {
    feeCapOf: async (send: Send) => feeCapOf(send.network, send.asset),
    // Halts are of withdrawals: own coins stay own ones.
    holdOf: async () => undefined,
    released: async (_: Database, { id, kind, sender }: Send, reason: string) =>
      log.error({ id, kind, sender, reason }, "payments: the signer refuses a move of own coins"),
    unplanned: async () => undefined,
    stepped: async () => undefined,
  };
  const sweep: SendHandler = {
    ...common,
    async wishOf({ network, sender }) {
      const key = (await senders.get(db, network, sender))!.key;
      return { kind: "sweep", from: key === "hot" ? "hot" : Number(key) };
    },
  };
  const fundGas: SendHandler = { ...common, wishOf: async ({ toIndex }) => ({ kind: "fund_gas", to: toIndex! }) };
  return { sweep, fund_gas: fundGas };
}

/** Moves what was credited from deposit addresses to the hot address; a token's address gets coins for the fee first. */
export function openSweeps({ db, chain, time, log }: SweepDeps): { run(round: Round): Promise<void> } {
  const { network, coin } = chain;
  const termsOf = (asset: string): AssetNetwork | undefined =>
    assetNetworks.find((one) => one.network === network && one.asset === asset);

  async function fund(round: Round, place: OwnPlace, cost: bigint): Promise<boolean> {
    const fee = quoteWithin(await chain.fees(), coinGas, feeCapOf(network, coin));
    if (fee === undefined) return false;
    const amount = (cost * fundingMargin.numerator) / fundingMargin.denominator;
    const { address: to, index: toIndex } = place;
    const own = { kind: "fund_gas", sender: round.hotAddress, asset: coin, token: null, to, toIndex } as const;
    return (await move(db, round, { ...own, amount, gasLimit: coinGas, fee, inputs: [] })) !== "refused";
  }

  /** False: there is nothing to do for it now, or the signer refuses it. */
  async function sweep(round: Round, place: OwnPlace): Promise<boolean> {
    const { asset, address, index } = place;
    const terms = termsOf(asset);
    if (terms === undefined) return false;
    const token = terms.tokenContract === null ? null : getAddress(terms.tokenContract);
    // At one block, which is kept: a deposit of a later one is not in the amount and is swept next.
    const head = await chain.headAt((await chain.tip()).height);
    if (head === undefined) return true;
    const balance = await chain.balanceOf(token, address, head.hash);
    const least = parseUnits(terms.minDeposit, terms.decimals);
    if (least === undefined || balance < least) return false;
    const to = round.hotAddress;
    const gasLimit = token === null ? coinGas : await chain.gasFor(address, { token, to, amount: balance });
    if (gasLimit === undefined) {
      log.warn({ network, asset, address }, "sweeps: a transfer would fail");
      return false;
    }
    const fee = quoteWithin(await chain.fees(), gasLimit, BigInt(terms.networkFeeMax));
    if (fee === undefined) return false;
    const cost = fee.feeMax * BigInt(gasLimit);
    const amount = token === null ? balance - cost : balance;
    if (amount <= 0n) return false;
    if (token !== null && (await chain.balanceOf(null, address)) < cost) return fund(round, place, cost);
    // The tables may be newer than what the address has sent.
    await senders.add(db, network, address, index, await chain.nonceAt(address, (await chain.tip()).height));
    const own = { kind: "sweep", sender: address, asset, token, to, toIndex: null } as const;
    const wish = { ...own, amount, gasLimit, fee, inputs: [], readHeight: head.height };
    return (await move(db, round, wish)) !== "refused";
  }

  const rests = openRests(time);
  return {
    async run(round) {
      for (const place of await ownPlaces.unswept(db, network, sweptPerRound, rests.all()))
        try {
          if (!(await sweep(round, place))) rests.add(placeKey(place));
        } catch (error) {
          rests.add(placeKey(place));
          // One that cannot be swept keeps none of the others waiting, and no withdrawal.
          const problem = error instanceof Error ? error.message : "unknown";
          log.error({ network, ...place, problem }, "sweeps: not swept");
        }
    },
  };
}
