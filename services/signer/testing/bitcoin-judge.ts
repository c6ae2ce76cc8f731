import { type WithdrawalIntent } from "@tidemark/contracts";
import { Address, OutScript } from "@scure/btc-signer";
import { bitcoinForms } from "../src/bitcoin/bitcoin-forms.ts";
import { bitcoinCold, btc, isValidFor, type MadeCoin, ownAddress } from "./bitcoin-fixture.ts";
import type { ApproverName } from "./fixture.ts";

/** What is asked, with what really was approved. */
export type BitcoinAttempt = {
  readonly name: string;
  readonly kind: string;
  readonly line: string;
  /** None where the approvals are forged, or it is no withdrawal. */
  readonly genuine: { readonly intent: WithdrawalIntent; readonly names: readonly ApproverName[] } | undefined;
  /** The coins as the request claims them, in the order of the inputs. */
  readonly coins: readonly MadeCoin[];
};

type Output = { readonly amount: bigint; readonly script: string };
type Decoded = {
  readonly version: number;
  readonly inputs: readonly { readonly coin: string; readonly sequence: number }[];
  readonly outputs: readonly Output[];
  readonly lockTime: number;
};

/** Reads the bytes as BIP 144 has them, without the library that the signer uses. */
function decodedOf(signed: string): Decoded {
  const bytes = Buffer.from(signed.slice(2), "hex");
  let at = 0;
  const take = (length: number): Buffer => bytes.subarray(at, (at += length));
  const count = (): number => {
    const first = take(1)[0]!;
    return first < 0xfd ? first : first === 0xfd ? take(2).readUInt16LE() : take(4).readUInt32LE();
  };
  const version = take(4).readInt32LE();
  if (take(2).toString("hex") !== "0001") throw new Error("no witnesses");
  const inputs = Array.from({ length: count() }, () => {
    const txid = Buffer.from(take(32)).reverse().toString("hex");
    const index = take(4).readUInt32LE();
    if (count() !== 0) throw new Error("a script in an input");
    return { coin: `${txid}:${index}`, sequence: take(4).readUInt32LE() };
  });
  const outputs = Array.from({ length: count() }, () => {
    const amount = take(8).readBigInt64LE();
    return { amount, script: take(count()).toString("hex") };
  });
  for (let left = inputs.length; left > 0; left -= 1) for (let items = count(); items > 0; items -= 1) take(count());
  const lockTime = take(4).readUInt32LE();
  if (at !== bytes.length) throw new Error("bytes behind the transaction");
  return { version, inputs, outputs, lockTime };
}

const scriptOf = (address: string): string =>
  Buffer.from(OutScript.encode(Address(bitcoinForms.regtest).decode(address))).toString("hex");
const [hot, cold] = [scriptOf(ownAddress("hot")), scriptOf(bitcoinCold)];
const feeMax = 100_000n;
const hourCap = btc(30);
const inputsMax = 32;
const replaceable = 0xffff_fffd;
const neededOperators = (amount: bigint): number => (amount > btc(5) ? 2 : amount > btc(2) ? 1 : 0);
const sum = (list: readonly { readonly amount: bigint }[]): bigint =>
  list.reduce((all, { amount }) => all + amount, 0n);

/** What a signature should be judged by: the rules of the policy once more, with none of the signer's code. */
export class BitcoinJudge {
  /** What was signed for each coin: all its inputs, and the payment. */
  readonly #paymentOfCoin = new Map<string, string>();
  readonly #amountOfCoin = new Map<string, bigint>();
  readonly #paymentOfIntent = new Map<string, string>();
  readonly #paid: { readonly at: number; readonly amount: bigint }[] = [];

  wrongness(attempt: BitcoinAttempt, signed: string, at: number): string | undefined {
    let decoded: Decoded;
    try {
      decoded = decodedOf(signed);
    } catch (error) {
      return `not a transaction: ${error instanceof Error ? error.message : String(error)}`;
    }
    const { version, inputs, outputs, lockTime } = decoded;
    if (version !== 2 || lockTime !== 0 || inputs.some(({ sequence }) => sequence !== replaceable))
      return `version ${version}, lock ${lockTime}, or not replaceable`;
    if (inputs.length === 0 || inputs.length > inputsMax || inputs.length !== attempt.coins.length)
      return `${inputs.length} inputs`;
    if (outputs.length === 0 || outputs.length > 2 || outputs.some(({ amount }) => amount <= 0n))
      return `${outputs.length} outputs`;
    if (!isValidFor(signed, attempt.coins)) return "a signature of another kind or for other coins";
    return this.#ofCoins(attempt, decoded) ?? this.#ofOutputs(attempt, decoded, at);
  }

  /** A coin has one amount and one payment for ever, and a payment always the same coins. */
  #ofCoins({ coins }: BitcoinAttempt, { inputs, outputs }: Decoded): string | undefined {
    if (new Set(inputs.map(({ coin }) => coin)).size < inputs.length) return "a coin twice";
    const payment = keyOf(inputs, outputs[0]!);
    for (const [place, { coin }] of inputs.entries()) {
      const { amount } = coins[place]!;
      if ((this.#amountOfCoin.get(coin) ?? amount) !== amount) return `coin ${coin} with two amounts`;
      if ((this.#paymentOfCoin.get(coin) ?? payment) !== payment) return `coin ${coin} for two payments`;
      this.#amountOfCoin.set(coin, amount);
      this.#paymentOfCoin.set(coin, payment);
    }
    const fee = sum(coins) - sum(outputs);
    return fee < 0n || fee > feeMax ? `fee ${fee}` : undefined;
  }

  #ofOutputs(attempt: BitcoinAttempt, decoded: Decoded, at: number): string | undefined {
    const [payment, change] = decoded.outputs;
    if (attempt.kind === "sweep")
      return decoded.outputs.every(({ script }) => script === hot || script === cold) ? undefined : "a sweep elsewhere";
    if (attempt.kind !== "withdraw") return `a transaction of kind ${attempt.kind}`;
    if (attempt.genuine === undefined) return "a payment without approvals";
    const { intent, names } = attempt.genuine;
    if (payment!.script !== scriptOf(intent.address) || payment!.amount !== intent.amount)
      return `${payment!.amount} to ${payment!.script} for an intent of ${intent.amount} to ${intent.address}`;
    if (change !== undefined && change.script !== hot) return "what is left goes elsewhere";
    if (sum(attempt.coins) - sum(decoded.outputs) > intent.feeCap) return "a fee above the intent's cap";
    return this.#once(intent, names, keyOf(decoded.inputs, payment!), at);
  }

  #once(intent: WithdrawalIntent, names: readonly ApproverName[], payment: string, at: number): string | undefined {
    const operators = new Set(names.filter((name) => name !== "platform")).size;
    if (!names.includes("platform") || operators < neededOperators(intent.amount))
      return `approved by ${names.join(", ")}`;
    const before = this.#paymentOfIntent.get(intent.id);
    if (before !== undefined) return before === payment ? undefined : "one intent with two sets of coins";
    if (at >= intent.expiresAt) return "an expired intent";
    this.#paymentOfIntent.set(intent.id, payment);
    this.#paid.push({ at, amount: intent.amount });
    const lastHour = sum(this.#paid.filter((paid) => paid.at > at - 3_600_000));
    return lastHour > hourCap ? `${lastHour} in an hour` : undefined;
  }
}

const keyOf = (inputs: Decoded["inputs"], { script, amount }: Output): string =>
  `${inputs.map(({ coin }) => coin).join(" ")} ${script} ${amount}`;
