import { Address } from "@scure/btc-signer";
import type { NetworkId } from "@tidemark/contracts";

/** Versions of an extended key, by the letters that its text begins with. */
type KeyForm = { readonly public: number; readonly private: number };

export type BitcoinNetwork = {
  /** Prefixes of addresses, as the library wants them. */
  readonly bech32: string;
  readonly pubKeyHash: number;
  readonly scriptHash: number;
  readonly wif: number;
  /** The hash of block 0: it says which chain a node is on. */
  readonly genesis: string;
  /** A key that is written for another network is refused. */
  readonly keyForms: ReadonlyMap<string, KeyForm>;
};

/** The networks that are read as Bitcoin's. Others of the kind write addresses and blocks in their own way. */
const known = {
  BITCOIN: {
    bech32: "bc",
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    genesis: "000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f",
    keyForms: new Map([
      ["xpub", { public: 0x0488b21e, private: 0x0488ade4 }],
      ["zpub", { public: 0x04b24746, private: 0x04b2430c }],
    ]),
  },
  BITCOIN_REGTEST: {
    bech32: "bcrt",
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    genesis: "0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206",
    keyForms: new Map([
      ["tpub", { public: 0x043587cf, private: 0x04358394 }],
      ["vpub", { public: 0x045f1cf6, private: 0x045f18bc }],
    ]),
  },
} as const satisfies Partial<Record<NetworkId, BitcoinNetwork>>;

export const isBitcoinNetwork = (network: NetworkId): network is keyof typeof known => Object.hasOwn(known, network);

/** Throws for networks that are not read this way. */
export function bitcoinNetworkOf(network: NetworkId): BitcoinNetwork {
  if (!isBitcoinNetwork(network)) throw new Error(`${network} is not read as Bitcoin is`);
  return known[network];
}

/** Whether it is an address of the hash of one key (P2WPKH), the only form whose coins are read from blocks. */
export function isKeyAddress(network: NetworkId, address: string): boolean {
  try {
    return Address(bitcoinNetworkOf(network)).decode(address).type === "wpkh";
  } catch {
    return false;
  }
}
