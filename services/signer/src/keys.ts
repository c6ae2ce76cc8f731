import { type Signature } from "./evm-transaction.ts";

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
};
