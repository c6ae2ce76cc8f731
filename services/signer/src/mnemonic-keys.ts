import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { addr } from "micro-eth-signer";
import { type Signature } from "./evm-transaction.ts";
import { depositIndexMax, type KeyName, type Keys } from "./keys.ts";

/** The hot address is one key. Deposit addresses stand under an account of their own, whose public key the wallet service has. */
const hotPath = "m/44'/60'/0'/0/0";
const depositPath = "m/44'/60'/1'";

const wordsStrengthBits = 256;
export const newMnemonic = (): string => generateMnemonic(wordlist, wordsStrengthBits);
export const isMnemonic = (words: string): boolean =>
  words.split(" ").length === 24 && validateMnemonic(words, wordlist);

export type MnemonicKeys = Keys & {
  /** The wallet service derives the deposit addresses from it and can sign with none of them. */
  readonly depositXpub: string;
};

const signatureOf = (recovered: Uint8Array): Signature => ({
  yParity: recovered[0] === 1 ? 1 : 0,
  r: BigInt(`0x${Buffer.from(recovered.subarray(1, 33)).toString("hex")}`),
  s: BigInt(`0x${Buffer.from(recovered.subarray(33, 65)).toString("hex")}`),
});

export function mnemonicKeys(words: string): MnemonicKeys {
  if (!isMnemonic(words)) throw new Error("the mnemonic is not 24 words with a right checksum");
  const root = HDKey.fromMasterSeed(mnemonicToSeedSync(words));
  const hot = root.derive(hotPath);
  const deposits = root.derive(depositPath);
  const depositChain = deposits.deriveChild(0);
  const hotAddress = addr.fromPublicKey(hot.publicKey!);

  function keyOf(name: KeyName): HDKey {
    if (name === "hot") return hot;
    if (!Number.isInteger(name) || name < 0 || name > depositIndexMax)
      throw new Error(`there is no deposit address ${name}`);
    return depositChain.deriveChild(name);
  }

  return {
    depositXpub: deposits.publicExtendedKey,
    addressOf: (name) => (name === "hot" ? hotAddress : addr.fromPublicKey(keyOf(name).publicKey!)),
    // Nonces of signatures are derived from key and digest (RFC 6979): no source of random numbers can weaken them.
    sign: async (name, digest) =>
      signatureOf(secp256k1.sign(digest, keyOf(name).privateKey!, { prehash: false, format: "recovered" })),
  };
}
