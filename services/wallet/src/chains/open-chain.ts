import type { NetworkId } from "@tidemark/contracts";
import { openBitcoinChain } from "./bitcoin/bitcoin-chain.ts";
import { isBitcoinNetwork } from "./bitcoin/bitcoin-networks.ts";
import type { Chain } from "./chain.ts";
import { openEvmChain } from "./evm/evm-chain.ts";

/** Throws where the node is on another chain than the network's. */
export const openChain = (deps: {
  readonly network: NetworkId;
  readonly url: string;
  readonly timeoutMs: number;
}): Promise<Chain> => (isBitcoinNetwork(deps.network) ? openBitcoinChain(deps) : openEvmChain(deps));
