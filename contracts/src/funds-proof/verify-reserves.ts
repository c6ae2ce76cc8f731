import { recoverAddress } from "./recover-address.ts";
import { readReserveStatement } from "./reserve-statement.ts";

/** One place where coins of ours stand, as it is published. */
export type PublishedReserve = {
  readonly network: string;
  /** `deposits`: the sum of all deposit addresses. They are not named, for each is one customer's, and do not sign. */
  readonly role: "hot" | "cold" | "deposits";
  /** Empty for `deposits`. */
  readonly address: string;
  readonly block: number;
  readonly blockHash: string;
  /** In the asset's smallest unit of the ledger, as in the tree. */
  readonly balances: readonly { readonly asset: string; readonly units: string }[];
  /** What the address signs; empty for `deposits`, and on networks whose addresses sign no such text. */
  readonly text: string;
  /** Empty where it has not signed. */
  readonly signature: string;
};

/** What is saved of a publication and its reserves: roots and sums as everybody is given them. */
export type ReservesFile = {
  readonly stateSeq: number;
  readonly at: number;
  readonly assets: readonly { readonly asset: string; readonly root: string; readonly sum: string }[];
  readonly reserves: readonly PublishedReserve[];
};

type ReserveProblem = "listed_twice" | "text_malformed" | "text_differs" | "roots_differ" | "signer_differs";
/** `unsigned`: nothing is claimed about who has the key. */
export type ReserveCheck = { readonly state: "signed" | "unsigned" | "wrong"; readonly problem?: ReserveProblem };

function problemOf({ stateSeq, at, assets }: ReservesFile, one: PublishedReserve): ReserveProblem | undefined {
  const said = readReserveStatement(one.text);
  if (said === undefined) return "text_malformed";
  const { network, address, block, blockHash } = one;
  const isSame =
    said.stateSeq === stateSeq &&
    said.at === at &&
    said.network === network &&
    said.address === address &&
    said.block === block &&
    said.blockHash === blockHash;
  if (!isSame) return "text_differs";
  const rootOf = new Map(assets.map(({ asset, root }) => [asset, root]));
  const isWhole =
    said.roots.length === assets.length && said.roots.every(({ asset, root }) => rootOf.get(asset) === root);
  if (!isWhole) return "roots_differ";
  return recoverAddress(one.text, one.signature) === address.toLowerCase() ? undefined : "signer_differs";
}

/** Whether its coins would be counted again: its address is another one's before it, or an asset is named twice. An address counts as the same in capitals. */
function isListedTwice({ reserves }: ReservesFile, one: PublishedReserve): boolean {
  const placeOf = ({ network, address }: PublishedReserve): string => `${network} ${address.toLowerCase()}`;
  const first = reserves.find((other) => placeOf(other) === placeOf(one));
  return first !== one || new Set(one.balances.map(({ asset }) => asset)).size < one.balances.length;
}

/** Checks one reserve of the file: it is listed once, its text is of this publication with all its roots, and the named address has signed it. */
export function checkReserve(file: ReservesFile, one: PublishedReserve): ReserveCheck {
  if (isListedTwice(file, one)) return { state: "wrong", problem: "listed_twice" };
  if (one.signature === "") return { state: "unsigned" };
  const problem = problemOf(file, one);
  return problem === undefined ? { state: "signed" } : { state: "wrong", problem };
}

export type HeldSum = {
  readonly asset: string;
  readonly owed: bigint;
  readonly signed: bigint;
  readonly unsigned: bigint;
};

/** What each asset is owed, and what stands on addresses that signed and on others. What is wrong counts for nothing. */
export function heldSums(file: ReservesFile, checks: readonly ReserveCheck[]): HeldSum[] {
  const sumOf = (asset: string, state: ReserveCheck["state"]): bigint => {
    let sum = 0n;
    file.reserves.forEach(({ balances }, at) => {
      if (checks[at]?.state !== state) return;
      for (const one of balances) if (one.asset === asset) sum += BigInt(one.units);
    });
    return sum;
  };
  return file.assets.map(({ asset, sum }) => ({
    asset,
    owed: BigInt(sum),
    signed: sumOf(asset, "signed"),
    unsigned: sumOf(asset, "unsigned"),
  }));
}
