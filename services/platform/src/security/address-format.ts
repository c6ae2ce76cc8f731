import { createHash } from "node:crypto";
import { base58, base58xrp, createBase58check } from "@scure/base";
import { Address as BitcoinAddress } from "@scure/btc-signer";
import { assetNetworks, looksLikeAddress, type NetworkId, networks } from "@tidemark/contracts";
import { isAddress, zeroAddress } from "viem";

/** Checks the format of addresses: coins sent to a mistyped address are lost. */
const base58Check = createBase58check(
  (bytes: Uint8Array) => new Uint8Array(createHash("sha256").update(bytes).digest()),
);

function decoded<T>(decode: () => T): T | undefined {
  try {
    return decode();
  } catch {
    return undefined;
  }
}

/** A version, twenty bytes and a checksum of four. */
function isBase58Check(text: string, version: number): boolean {
  const bytes = decoded(() => base58Check.decode(text));
  return bytes?.length === 21 && bytes[0] === version;
}

type BitcoinVersions = { readonly bech32: string; readonly pubKeyHash: number; readonly scriptHash: number };
const isBitcoin = (text: string, versions: BitcoinVersions): boolean =>
  decoded(() => BitcoinAddress({ ...versions, wif: 0 }).decode(text)) !== undefined;

const tokenContracts: ReadonlySet<string> = new Set(
  assetNetworks.flatMap(({ tokenContract }) => (tokenContract === null ? [] : [tokenContract.toLowerCase()])),
);

/** EIP-55: mixed case is a checksum. Coins that are sent to nobody or to the token's own contract are lost too. */
function isEvm(address: string): boolean {
  const digits = address.slice(2);
  const small = address.toLowerCase();
  if (small === zeroAddress || tokenContracts.has(small)) return false;
  return isAddress(digits === digits.toUpperCase() ? small : address);
}

const litecoin = { bech32: "ltc", pubKeyHash: 0x30, scriptHash: 0x32 } as const;
const checks: Readonly<Record<NetworkId, (address: string) => boolean>> = {
  BITCOIN: (text) => isBitcoin(text, { bech32: "bc", pubKeyHash: 0x00, scriptHash: 0x05 }),
  BITCOIN_REGTEST: (text) => isBitcoin(text, { bech32: "bcrt", pubKeyHash: 0x6f, scriptHash: 0xc4 }),
  // Scripts were first written with Bitcoin's version; such addresses are still in use.
  LITECOIN: (text) => isBitcoin(text, litecoin) || isBitcoin(text, { ...litecoin, scriptHash: 0x05 }),
  // It has no addresses of segregated witness; no text of the network's shape has this prefix.
  DOGECOIN: (text) => isBitcoin(text, { bech32: "doge", pubKeyHash: 0x1e, scriptHash: 0x16 }),
  TRON: (text) => isBase58Check(text, 0x41) && !tokenContracts.has(text.toLowerCase()),
  // Only its alphabet is another.
  XRP: (text) => isBase58Check(decoded(() => base58.encode(base58xrp.decode(text))) ?? "", 0x00),
  SOLANA: (text) => decoded(() => base58.decode(text))?.length === 32,
  ETHEREUM: isEvm,
  BSC: isEvm,
  LOCAL_EVM: isEvm,
};

export const isAddressOf = (network: NetworkId, address: string, memo: string): boolean =>
  looksLikeAddress(network, address, memo) && checks[network](address);

/** The canonical form for comparison: some networks ignore case, others do not. */
export const sameAs = (network: NetworkId, address: string): string =>
  networks[network].kind === "evm" ? address.toLowerCase() : address;
