import { type NetworkId, networks } from "@tidemark/contracts";
import { isBitcoinNetwork } from "../chains/bitcoin/bitcoin-networks.ts";
import type { ChainSetting, Config } from "../config.ts";
import { type AddressBook, addressBook } from "./address-book.ts";
import { bitcoinAddressesOf, evmAddressesOf } from "./derive.ts";

type DepositKeys = Pick<Config, "DEPOSIT_XPUB" | "BITCOIN_DEPOSIT_XPUB">;

/** Bitcoin's networks write one key differently: each has rows of its own. All EVM networks have the same addresses. */
const rowsOf = (network: NetworkId): string => (isBitcoinNetwork(network) ? network : networks[network].kind);

/** The addresses on each network that is read. A key that is missing or wrong stops the start. */
export function addressBooks(
  deps: Parameters<typeof addressBook>[0],
  chains: readonly Pick<ChainSetting, "network">[],
  { DEPOSIT_XPUB, BITCOIN_DEPOSIT_XPUB }: DepositKeys,
): (network: NetworkId) => AddressBook {
  const books = new Map<string, AddressBook>();
  for (const { network } of chains) {
    const rows = rowsOf(network);
    if (books.has(rows)) continue;
    const addressAt = isBitcoinNetwork(network)
      ? bitcoinAddressesOf(network, BITCOIN_DEPOSIT_XPUB)
      : evmAddressesOf(DEPOSIT_XPUB);
    books.set(rows, addressBook(deps, rows, addressAt));
  }
  return (network) => {
    const book = books.get(rowsOf(network));
    if (book === undefined) throw new Error(`addresses: ${network} is not read`);
    return book;
  };
}
