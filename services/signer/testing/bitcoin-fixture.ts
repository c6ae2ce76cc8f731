import { secp256k1 } from "@noble/curves/secp256k1.js";
import { Address, OutScript, p2wpkh, Transaction } from "@scure/btc-signer";
import { RawOldTx } from "@scure/btc-signer/script.js";
import type { WithdrawalIntent } from "@tidemark/contracts";
import { bitcoinForms } from "../src/bitcoin/bitcoin-forms.ts";
import type { KeyName } from "../src/keys.ts";
import { approvedBy, type ApproverName, intentOf, lineOf, policyDocument, testKeys } from "./fixture.ts";

const form = bitcoinForms.regtest;
const bitcoinKeys = testKeys.bitcoin("regtest");
export const ownAddress = (key: KeyName): string => p2wpkh(bitcoinKeys.publicKeyOf(key), form).address!;
const foreign = (byte: number): string => Address(form).encode({ type: "wpkh", hash: new Uint8Array(20).fill(byte) });
export const bitcoinUser = foreign(1);
export const bitcoinForeign = foreign(2);
export const bitcoinCold = foreign(3);

/** The usual policy with a local Bitcoin chain. */
export const bitcoinPolicy = {
  ...policyDocument,
  networks: {
    ...policyDocument.networks,
    BITCOIN_REGTEST: {
      form: "regtest",
      coin: "BTC",
      coldAddress: bitcoinCold,
      feeRateMax: "200",
      feeCaps: { transaction: "0.001", hour: "0.01", day: "0.02" },
    },
  },
  assets: { ...policyDocument.assets, BTC: policyDocument.assets.ETH },
};

export const btc = (coins: number): bigint => BigInt(Math.round(coins * 1e8));

export const bitcoinIntent = (part: Partial<WithdrawalIntent> = {}): WithdrawalIntent =>
  intentOf({
    asset: "BTC",
    network: "BITCOIN_REGTEST",
    tokenContract: null,
    address: bitcoinUser,
    amount: btc(1),
    feeCap: 50_000n,
    ...part,
  });

export type MadeCoin = { readonly number: number; readonly key: KeyName; readonly amount: bigint };
export const coin = (number: number, amount = btc(2), key: KeyName = "hot"): MadeCoin => ({ number, key, amount });

type Output = { readonly to: string; readonly amount: bigint };
export type Made = {
  readonly coins: readonly MadeCoin[];
  readonly outputs: readonly Output[];
  readonly sequence?: number;
  readonly version?: number;
  readonly lockTime?: number;
};

export function bitcoinBytes({ coins, outputs, sequence = 0xffff_fffd, version = 2, lockTime = 0 }: Made): string {
  const bytes = RawOldTx.encode({
    version,
    inputs: coins.map(({ number }) => ({
      txid: new Uint8Array(32).fill(number),
      index: number % 3,
      finalScriptSig: new Uint8Array(),
      sequence,
    })),
    outputs: outputs.map(({ to, amount }) => ({ amount, script: OutScript.encode(Address(form).decode(to)) })),
    lockTime,
  });
  return `0x${Buffer.from(bytes).toString("hex")}`;
}

/** What an intent asks for: its payment, and change to the hot address. */
export function paymentOf(intent: WithdrawalIntent, coins: readonly MadeCoin[], fee = 1_000n): Made {
  const sum = coins.reduce((all, { amount }) => all + amount, 0n);
  const change = sum - intent.amount - fee;
  const outputs = [{ to: intent.address, amount: intent.amount }];
  return { coins, outputs: change > 0n ? [...outputs, { to: ownAddress("hot"), amount: change }] : outputs };
}

export const coinsField = (coins: readonly MadeCoin[]) =>
  coins.map(({ key, amount }) => ({ key, amount: String(amount) }));

export const bitcoinLine = (request: object): string => lineOf({ network: "BITCOIN_REGTEST", ...request });

export const payLine = (
  intent: WithdrawalIntent,
  made: Made,
  more: object = {},
  names: readonly ApproverName[] = ["platform"],
): string =>
  bitcoinLine({
    kind: "withdraw",
    transaction: bitcoinBytes(made),
    coins: coinsField(made.coins),
    approved: approvedBy(intent, names),
    ...more,
  });

export const sweepLine = (made: Made): string =>
  bitcoinLine({ kind: "sweep", from: "hot", transaction: bitcoinBytes(made), coins: coinsField(made.coins) });

/** Whether every input of signed bytes is signed by the key of its coin, for its amount, over the whole transaction. */
export function isValidFor(signed: string, coins: readonly MadeCoin[]): boolean {
  const transaction = Transaction.fromRaw(Buffer.from(signed.slice(2), "hex"), { allowUnknownOutputs: true });
  return coins.every(({ key, amount }, at) => {
    const publicKey = bitcoinKeys.publicKeyOf(key);
    const witness = transaction.getInput(at).finalScriptWitness!;
    const [signature, by] = [witness[0]!, witness[1]!];
    if (signature.at(-1) !== 1 || !Buffer.from(by).equals(publicKey)) return false;
    const digest = transaction.preimageWitnessV0(
      at,
      OutScript.encode({ type: "pkh", hash: p2wpkh(publicKey).hash }),
      1,
      amount,
    );
    return secp256k1.verify(signature.subarray(0, -1), digest, publicKey, { prehash: false, format: "der" });
  });
}
