import { type Signature } from "./evm-transaction.ts";

import type { BitcoinForm } from "./bitcoin/bitcoin-forms.ts";

/** The hot address, or a deposit address by its index. */
export type KeyName = "hot" | number;
export const depositIndexMax = 2 ** 31 - 1;

/**
 * Where private keys are. The sealed file is one; a key management service or a hardware module is another: it gets a digest that the policy
 * has passed and returns a signature, which the signer checks before it leaves.
 */
export type Keys = {
  readonly addressOf: (name: KeyName) => string;
  readonly sign: (name: KeyName, digest: Uint8Array) => Promise<Signature>;
  /** Keys of Bitcoin are others: accounts of their own, of which each chain has its. */
  readonly bitcoin: (form: BitcoinForm) => BitcoinKeys;
};

export type BitcoinKeys = {
  /** 33 bytes. */
  readonly publicKeyOf: (name: KeyName) => Uint8Array;
  readonly sign: (name: KeyName, digest: Uint8Array) => Promise<Signature>;
};
