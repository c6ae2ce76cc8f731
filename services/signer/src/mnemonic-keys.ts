import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { generateMnemonic, mnemonicToSeedSync, validateMnemonic } from "@scure/bip39";
import { wordlist } from "@scure/bip39/wordlists/english.js";
import { addr } from "micro-eth-signer";
import { type BitcoinForm, bitcoinForms } from "./bitcoin/bitcoin-forms.ts";
import { type Signature } from "./evm-transaction.ts";
import { type BitcoinKeys, depositIndexMax, type KeyName, type Keys } from "./keys.ts";

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
  /** The same for Bitcoin: below it stand the addresses of a chain (BIP 84). */
  readonly bitcoinDepositXpub: (form: BitcoinForm) => string;
};

const signatureOf = (recovered: Uint8Array): Signature => ({
  yParity: recovered[0] === 1 ? 1 : 0,
  r: BigInt(`0x${Buffer.from(recovered.subarray(1, 33)).toString("hex")}`),
  s: BigInt(`0x${Buffer.from(recovered.subarray(33, 65)).toString("hex")}`),
});

/** A hot key, and an account of deposit keys. */
type KeyTree = { readonly depositXpub: string; readonly of: (name: KeyName) => HDKey };

function treeOf(hot: HDKey, deposits: HDKey): KeyTree {
  const chain = deposits.deriveChild(0);
  return {
    depositXpub: deposits.publicExtendedKey,
    of(name) {
      if (name === "hot") return hot;
      if (!Number.isInteger(name) || name < 0 || name > depositIndexMax)
        throw new Error(`there is no deposit address ${name}`);
      return chain.deriveChild(name);
    },
  };
}

// Nonces of signatures are derived from key and digest (RFC 6979): no source of random numbers can weaken them.
const signWith = async (key: HDKey, digest: Uint8Array): Promise<Signature> =>
  signatureOf(secp256k1.sign(digest, key.privateKey!, { prehash: false, format: "recovered" }));

export function mnemonicKeys(words: string): MnemonicKeys {
  if (!isMnemonic(words)) throw new Error("the mnemonic is not 24 words with a right checksum");
  const seed = mnemonicToSeedSync(words);
  const root = HDKey.fromMasterSeed(seed);
  const evm = treeOf(root.derive(hotPath), root.derive(depositPath));
  const hotAddress = addr.fromPublicKey(evm.of("hot").publicKey!);
  const trees = new Map<BitcoinForm, KeyTree>();

  function bitcoinTree(form: BitcoinForm): KeyTree {
    const { coin, versions } = bitcoinForms[form];
    const purpose = HDKey.fromMasterSeed(seed, versions).derive(`m/84'/${coin}'`);
    const tree = trees.get(form) ?? treeOf(purpose.derive("m/0'/0/0"), purpose.derive("m/1'"));
    trees.set(form, tree);
    return tree;
  }

  function bitcoin(form: BitcoinForm): BitcoinKeys {
    const tree = bitcoinTree(form);
    return {
      publicKeyOf: (name) => tree.of(name).publicKey!,
      sign: (name, digest) => signWith(tree.of(name), digest),
    };
  }

  return {
    depositXpub: evm.depositXpub,
    bitcoinDepositXpub: (form) => bitcoinTree(form).depositXpub,
    addressOf: (name) => (name === "hot" ? hotAddress : addr.fromPublicKey(evm.of(name).publicKey!)),
    sign: (name, digest) => signWith(evm.of(name), digest),
    bitcoin,
  };
}
