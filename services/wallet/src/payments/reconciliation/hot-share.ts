import { assetNetworks, type Instruments, ledgerUnitsOf } from "@tidemark/contracts";
import type { Database, Log } from "@tidemark/kit-node";
import { sql } from "kysely";
import { getAddress } from "viem";
import { hasAccounts, type PaymentChain, TokenSilent } from "../../chains/payment-chain.ts";
import type { Round } from "../sends/round.ts";

export type HotShareDeps = {
  readonly db: Database;
  readonly chain: PaymentChain;
  /** Undefined: there is nowhere else that coins could be. */
  readonly coldAddress: string | undefined;
  readonly instruments: (wanted: readonly string[]) => Promise<Instruments>;
  readonly log: Log;
};

/** Of all that own addresses have of an asset, in percent: what a lost key can cost. */
const hotPercentMax = 3n;

/** Alarms where a hot address, or on networks of coins hot and deposit addresses together, have too much of an asset, at the block at which it came there. Moving it is the part of the targets. */
export function openHotShare({ db, chain, coldAddress, instruments, log }: HotShareDeps): {
  run(round: Round): Promise<void>;
} {
  const { network } = chain;
  const here = assetNetworks.filter((one) => one.network === network);
  const alarmed = new Set<string>();
  let lookedAt = "";

  /** As the reconciliation of this round has them, of all networks. */
  async function reserves(): Promise<ReadonlyMap<string, bigint>> {
    const { rows } = await sql<{ asset: string; units: string }>`
      select asset, sum(units)::text as units from wallet.reserves group by asset`.execute(db);
    return new Map(rows.map(({ asset, units }) => [asset, BigInt(units)]));
  }

  async function hotUnits(asset: string, hotAddress: string, hash: string, scale: number): Promise<bigint | undefined> {
    const { tokenContract, decimals } = here.find((one) => one.asset === asset)!;
    const token = tokenContract === null ? null : getAddress(tokenContract);
    try {
      // Coins of deposits are spent where they are, by keys of the same signer: they are as hot as the hot address.
      const amount = hasAccounts(chain)
        ? await chain.balanceOf(token, hotAddress, hash)
        : await chain.withinReach(hash);
      return ledgerUnitsOf(amount, decimals, scale);
    } catch (error) {
      if (error instanceof TokenSilent) return undefined;
      throw error;
    }
  }

  function judge(asset: string, hot: bigint, all: bigint): void {
    if (hot * 100n <= all * hotPercentMax) return void alarmed.delete(asset);
    if (alarmed.has(asset)) return;
    alarmed.add(asset);
    const facts = { network, asset, hot: String(hot), all: String(all) };
    log.error(facts, "hot share: the hot address has more than 3 % of an asset");
  }

  return {
    async run({ hotAddress, tip }) {
      if (coldAddress === undefined || tip === undefined || tip.hash === lookedAt) return;
      const listed = await instruments([]);
      const all = await reserves();
      for (const { asset } of here) {
        const [entry, sum] = [listed.asset(asset), all.get(asset)];
        if (entry === undefined || sum === undefined) continue;
        const hot = await hotUnits(asset, hotAddress, tip.hash, entry.scale);
        if (hot !== undefined) judge(asset, hot, sum);
      }
      lookedAt = tip.hash;
    },
  };
}
