import { assetNetworkOf, networks } from "@tidemark/contracts";
import { parseUnits } from "@tidemark/money";
import { depthsOf } from "../deposits/rules.ts";
import type { Deposit } from "../deposits/store.ts";

/** Where the chain itself says what is final and no node is at hand. */
const deepBlocks = 256;
/** What miners are paid can be moved after as many. */
const minedBlocks = 100;

/** By the blocks that were read here. */
export function isFinal({ isOrphan, height, network }: Deposit, readTo: number): boolean {
  const { final } = networks[network].confirmations;
  const finalTo = final === "finalized" ? readTo - deepBlocks : depthsOf(networks[network], readTo, undefined).finalTo;
  return !isOrphan && height <= finalTo;
}

/** Why operators may not credit it either; undefined: they may. `small` are the account's deposits of the asset that were too small. */
export function problemOfCredit(one: Deposit, readTo: number, small: readonly Deposit[]): string | undefined {
  const { state, reason, height, network, asset, scale, assetId } = one;
  if (state !== "IGNORED") return `it is ${state}`;
  if (!isFinal(one, readTo)) return "its block is not final";
  if (assetId === 0) return "the core does not list its asset";
  if (reason === "MINED") return height > readTo - minedBlocks ? `it is not ${minedBlocks} blocks deep` : undefined;
  if (reason === "ASSET_CLOSED" || reason === "FROM_US") return undefined;
  if (reason !== "TOO_SMALL") return `no rule says what ${reason} is worth`;
  const least = parseUnits(assetNetworkOf(asset, network)?.minDeposit ?? "", scale);
  const sum = small.reduce((all, other) => (isFinal(other, readTo) ? all + other.units : all), 0n);
  return least === undefined || sum < least ? "what came in so far is below the smallest deposit" : undefined;
}
