import { Address, OutScript } from "@scure/btc-signer";

/** How a chain of Bitcoin writes addresses, and which account of the keys it has (BIP 44: test chains have the coin 1). */
export const bitcoinForms = {
  main: {
    bech32: "bc",
    pubKeyHash: 0x00,
    scriptHash: 0x05,
    wif: 0x80,
    coin: 0,
    versions: { public: 0x0488b21e, private: 0x0488ade4 },
  },
  regtest: {
    bech32: "bcrt",
    pubKeyHash: 0x6f,
    scriptHash: 0xc4,
    wif: 0xef,
    coin: 1,
    versions: { public: 0x043587cf, private: 0x04358394 },
  },
} as const;
export type BitcoinForm = keyof typeof bitcoinForms;

/** The script that pays to an address; undefined for what is none of this chain, or is written in a second way. */
export function scriptOf(address: string, form: BitcoinForm): Uint8Array | undefined {
  const coder = Address(bitcoinForms[form]);
  try {
    const decoded = coder.decode(address);
    return coder.encode(decoded) === address ? OutScript.encode(decoded) : undefined;
  } catch {
    return undefined;
  }
}
