import {
  assetNetworkOf,
  assetNetworks,
  calls,
  type DepositRow,
  explorerPageOf,
  type Network,
  type NetworkId,
  networks,
} from "@tidemark/contracts";
import { type Answer, answer, type Clock, type Database, given, refuse } from "@tidemark/kit-node";
import { printUnits } from "@tidemark/money";
import type { AddressBook } from "../addresses/address-book.ts";
import { confirmationsOf, finalDepthOf } from "./rules.ts";
import { blocks, type Deposit, deposits } from "./store.ts";

export type DepositAnswerDeps = {
  readonly db: Database;
  readonly clock: Pick<Clock, "now">;
  readonly addressesOf: (network: NetworkId) => AddressBook;
  /** The networks that are read, and whether each is at the moment. */
  readonly networks: readonly NetworkId[];
  readonly isOpen: (network: NetworkId) => boolean;
};

function shown(one: Deposit, read: number): DepositRow {
  const { id, asset, network, address, txid, state, reason, seenAt, changedAt } = one;
  const needed = networks[network].confirmations.shown;
  const final = finalDepthOf(networks[network].confirmations);
  const isGone = state === "REVERSED" || one.isOrphan;
  return {
    id,
    asset,
    network,
    amount: printUnits(one.units, one.scale),
    address,
    memo: "",
    txid,
    explorer: explorerPageOf(network, txid),
    confirmations: isGone ? 0 : Math.min(final ?? needed, confirmationsOf(one.height, read)),
    needed,
    final,
    state,
    reason,
    seenAt,
    changedAt,
  };
}

/** What the contract says about deposits, from this service's own tables. */
export function depositAnswers(deps: DepositAnswerDeps): readonly Answer[] {
  const { db, clock } = deps;
  return [
    answer(calls.depositNetworks, ({ asset }) =>
      given({
        list: assetNetworks
          .filter((one) => deps.networks.includes(one.network) && (asset === undefined || one.asset === asset))
          .map((one) => {
            const network: Network = networks[one.network];
            return {
              asset: one.asset,
              network: one.network,
              name: network.name,
              tokenContract: one.tokenContract,
              minDeposit: one.minDeposit,
              shown: network.confirmations.shown,
              final: finalDepthOf(network.confirmations),
              hasMemo: network.memo !== undefined,
              isOpen: deps.isOpen(one.network),
              explorer: network.explorer,
            };
          }),
      }),
    ),
    answer(calls.depositAddress, async ({ asset, network }, { uid }) => {
      if (!deps.networks.includes(network) || assetNetworkOf(asset, network) === undefined)
        return refuse("NETWORK_CLOSED");
      // What is paid before the first block that is read would never be seen.
      if ((await blocks.tip(db, network)) === undefined) return refuse("NETWORK_CLOSED");
      return given({ asset, network, address: await deps.addressesOf(network).of(uid, clock.now()), memo: "" });
    }),
    answer(calls.depositList, async ({ asset, pageSize, before }, { uid }) => {
      const [at, id] = before?.split(":") ?? [];
      const page = at === undefined || id === undefined ? undefined : { at: Number(at), id };
      const rows = await deposits.list(db, uid, { asset, before: page, size: pageSize });
      const tips = new Map(
        await Promise.all(
          [...new Set(rows.map(({ network }) => network))].map(
            async (network) => [network, (await blocks.tip(db, network))?.height ?? 0] as const,
          ),
        ),
      );
      const list = rows.slice(0, pageSize).map((row) => shown(row, tips.get(row.network)!));
      const last = list.at(-1);
      return given(
        rows.length > pageSize && last !== undefined ? { list, next: `${last.seenAt}:${last.id}` } : { list },
      );
    }),
  ];
}
