import { secp256k1 } from "@noble/curves/secp256k1.js";
import { HDKey } from "@scure/bip32";
import { p2wpkh } from "@scure/btc-signer";
import type { NetworkId } from "@tidemark/contracts";
import { publicKeyToAddress } from "viem/accounts";
import { bitcoinNetworkOf } from "../chains/bitcoin/bitcoin-networks.ts";

/** The chain of deposit addresses below the account key. */
const depositChain = 0;

/** Deposit addresses by their index, from the public key of the signer's deposit account: nothing here can sign. */
export function evmAddressesOf(xpub: string): (index: number) => string {
  const account = HDKey.fromExtendedKey(xpub);
  if (account.privateKey !== null && account.privateKey !== undefined)
    throw new Error("DEPOSIT_XPUB is a private key: the wallet must not have it");
  const chain = account.deriveChild(depositChain);
  return (index) => {
    const { publicKey } = chain.deriveChild(index);
    const whole = secp256k1.Point.fromBytes(publicKey!).toBytes(false);
    return publicKeyToAddress(`0x${Buffer.from(whole).toString("hex")}`);
  };
}

/** `m/84'/coin'/account'`: the signer finds what was paid below such a key, and nowhere else. */
const accountDepth = 3;

/** P2WPKH addresses by their index below the account's key (BIP 84). A key of another network is refused: one key must not serve two chains. */
export function bitcoinAddressesOf(network: NetworkId, xpub: string): (index: number) => string {
  const { keyForms, ...prefixes } = bitcoinNetworkOf(network);
  const form = keyForms.get(xpub.slice(0, 4));
  if (form === undefined)
    throw new Error(`BITCOIN_DEPOSIT_XPUB: ${network} needs ${[...keyForms.keys()].join(" or ")}, no private key`);
  const account = HDKey.fromExtendedKey(xpub, form);
  if (account.depth !== accountDepth) throw new Error("BITCOIN_DEPOSIT_XPUB is not the key of an account (BIP 84)");
  const chain = account.deriveChild(depositChain);
  return (index) => p2wpkh(chain.deriveChild(index).publicKey!, prefixes).address!;
}
