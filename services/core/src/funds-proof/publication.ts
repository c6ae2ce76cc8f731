import { type Instruments, systemAccounts } from "@tidemark/contracts";
import { accountParts } from "@tidemark/contracts/codec";
import { type AssetLiabilities, listingLiabilities } from "@tidemark/engine";
import type { EngineMachine } from "../engine-machine.ts";
import { LiabilityTree } from "./liability-tree.ts";
import { liabilitiesIn, packLeaves } from "./packed-leaves.ts";

export type PublicationHead = {
  readonly stateSeq: number;
  readonly stateHash: Uint8Array;
  /** The full period before which the state was the last, in milliseconds. */
  readonly at: number;
};

/** What stays of an asset for good. */
export type PublishedAsset = {
  readonly asset: number;
  readonly code: string;
  readonly scale: number;
  readonly root: Uint8Array;
  readonly sum: bigint;
  readonly leaves: number;
  readonly customers: bigint;
  /** Units as text by the name of the system account. */
  readonly system: Readonly<Record<string, string>>;
  readonly custody: bigint;
  readonly uncovered: bigint;
};

/** With what goes after a day. */
type FullAsset = PublishedAsset & { readonly packed: Buffer; readonly tree: LiabilityTree };
export type Publication = PublicationHead & { readonly nonceKey: Uint8Array; readonly assets: readonly FullAsset[] };

const sumOf = (balances: ReadonlyMap<number, bigint>): bigint => {
  let sum = 0n;
  for (const balance of balances.values()) sum += balance;
  return sum;
};

/** System accounts stand behind the users' buckets in the same numbers. */
const firstSystem = 16;

function systemSums(system: ReadonlyMap<number, bigint>): Record<string, string> {
  const sums = new Map<string, bigint>();
  for (const [key, balance] of system) {
    const name = systemAccounts[accountParts(key).bucket - firstSystem]!;
    sums.set(name, (sums.get(name) ?? 0n) + balance);
  }
  return Object.fromEntries([...sums].map(([name, sum]) => [name, String(sum)]));
}

/**
 * Builds the tree of an asset, in slices. The ledger's own identity is checked on the way: a list that left an account out would not sum
 * to the coins in custody, and is not published.
 */
function* buildingAsset(
  one: AssetLiabilities,
  instruments: Instruments,
  nonceKey: Uint8Array,
): Generator<undefined, FullAsset> {
  const { asset, scale } = instruments.assetOf(one.asset)!;
  const packed = packLeaves(one);
  const tree = yield* LiabilityTree.building(asset, liabilitiesIn(packed, nonceKey, asset));
  const { hash: root, sum } = tree.root;
  if (one.custody !== sum + one.uncovered)
    throw new Error(`liabilities of ${asset} are ${sum}, custody ${one.custody}, uncovered ${one.uncovered}`);
  return {
    asset: one.asset,
    code: asset,
    scale,
    root,
    sum,
    leaves: tree.leafCount,
    customers: sumOf(one.users),
    system: systemSums(one.system),
    custody: one.custody,
    uncovered: one.uncovered,
    packed,
    tree,
  };
}

/** Lists what is owed in a state and builds the trees of all assets, in slices. The state must stay as it is meanwhile. */
export function* buildingTrees(machine: EngineMachine, nonceKey: Uint8Array): Generator<undefined, FullAsset[]> {
  const assets: FullAsset[] = [];
  for (const one of yield* listingLiabilities(machine.state))
    assets.push(yield* buildingAsset(one, machine.instruments, nonceKey));
  return assets;
}
