import { type WithdrawalIntent } from "@tidemark/contracts";
import { diceOf } from "@tidemark/kit-testing";
import { parseTransaction, recoverTransactionAddress, type TransactionSerializedEIP1559 } from "viem";
import {
  type ApproverName,
  chainId,
  coldAddress,
  eth,
  type Fixture,
  hotAddress,
  openFixture,
  startAt,
  testKeys,
  tokenContract,
  transferData,
} from "./fixture.ts";
import { type Attempt, attemptOf } from "./hostile-attempts.ts";

export type HostileReport = {
  readonly seed: number;
  readonly asked: number;
  readonly signed: number;
  /** Signatures that no rule allows, each with what was wrong; the goal is none. */
  readonly wrong: readonly string[];
  /** How often each refusal was given. */
  readonly refusals: Readonly<Record<string, number>>;
};

type Payment = { readonly to: string; readonly token: string | null; readonly amount: bigint };

/** Decoded with another library than the signer uses, and judged without its code. */
async function paymentOf(
  signed: string,
): Promise<Payment & { from: string; nonce: number; fee: bigint; chain: number }> {
  const serializedTransaction = signed as TransactionSerializedEIP1559;
  const transaction = parseTransaction(serializedTransaction);
  const from = await recoverTransactionAddress({ serializedTransaction });
  const { data, to, value = 0n, nonce = 0, gas = 0n, maxFeePerGas = 0n, accessList } = transaction;
  const head = { from, nonce, fee: gas * maxFeePerGas, chain: transaction.chainId };
  if (to === undefined || to === null || (accessList?.length ?? 0) > 0) throw new Error("a creation or an access list");
  if (data === undefined || data === "0x") return { ...head, to, token: null, amount: value };
  const recipient = `0x${data.slice(34, 74)}`;
  const amount = BigInt(`0x${data.slice(74, 138)}`);
  if (value !== 0n || data !== transferData(recipient, amount)) throw new Error(`a call ${data.slice(0, 10)}`);
  return { ...head, to: recipient, token: to, amount };
}

const isSame = (a: string | null, b: string | null): boolean => a?.toLowerCase() === b?.toLowerCase();
const feeMax = eth(0.02);
const hourCap = { ETH: eth(30), USDT: 30_000_000n };
const neededOperators = (amount: bigint, coin: bigint): number => (amount > 5n * coin ? 2 : amount > 2n * coin ? 1 : 0);

/** What a signature should be judged by: the rules of the policy once more, with none of the signer's code. */
class Judge {
  readonly #nonceOfIntent = new Map<string, number>();
  readonly #intentOfNonce = new Map<number, string>();
  readonly #paid: { asset: "ETH" | "USDT"; at: number; amount: bigint }[] = [];

  async wrongness(attempt: Attempt, signed: string, at: number): Promise<string | undefined> {
    let payment: Awaited<ReturnType<typeof paymentOf>>;
    try {
      payment = await paymentOf(signed);
    } catch (error) {
      return `not a transfer: ${error instanceof Error ? error.message : String(error)}`;
    }
    if (payment.chain !== chainId) return `chain ${payment.chain}`;
    if (payment.fee > feeMax) return `fee ${payment.fee}`;
    if (payment.token !== null && !isSame(payment.token, tokenContract)) return `token ${payment.token}`;
    if (attempt.kind !== "withdraw") return this.#ownMove(attempt, payment);
    return attempt.genuine === undefined
      ? "a payment without approvals"
      : this.#withdrawal(attempt.genuine.intent, attempt.genuine.names, payment, at);
  }

  #ownMove(attempt: Attempt, payment: Awaited<ReturnType<typeof paymentOf>>): string | undefined {
    const { from, to, amount, nonce } = payment;
    if (from === hotAddress && attempt.kind !== "cancel" && this.#intentOfNonce.has(nonce))
      return `a move under the nonce ${nonce} of an intent`;
    const own = [
      hotAddress,
      coldAddress,
      ...(attempt.kind === "fund_gas" ? attempt.indexes.map(testKeys.addressOf) : []),
    ];
    if (!own.some((address) => isSame(address, to))) return `a sweep to ${to}`;
    if (attempt.kind === "fund_gas" && amount > eth(0.01)) return `gas of ${amount}`;
    return from === hotAddress || attempt.indexes.some((index) => testKeys.addressOf(index) === from)
      ? undefined
      : `from ${from}`;
  }

  #withdrawal(
    intent: WithdrawalIntent,
    names: readonly ApproverName[],
    payment: Awaited<ReturnType<typeof paymentOf>>,
    at: number,
  ): string | undefined {
    const { from, to, token, amount, nonce } = payment;
    if (from !== hotAddress) return `from ${from}`;
    if (!isSame(to, intent.address) || amount !== intent.amount || !isSame(token, intent.tokenContract))
      return `${amount} to ${to} for an intent of ${intent.amount} to ${intent.address}`;
    if (payment.fee > intent.feeCap) return "a fee above the intent's cap";
    const operators = new Set(names.filter((name) => name !== "platform")).size;
    if (!names.includes("platform") || operators < neededOperators(amount, token === null ? eth(1) : 1_000_000n))
      return `approved by ${names.join(", ")}`;
    return this.#once(intent, nonce, at);
  }

  #once(intent: WithdrawalIntent, nonce: number, at: number): string | undefined {
    const before = this.#nonceOfIntent.get(intent.id);
    if (before !== undefined)
      return before === nonce ? undefined : `one intent under the nonces ${before} and ${nonce}`;
    if (this.#intentOfNonce.has(nonce)) return `two intents under nonce ${nonce}`;
    if (at >= intent.expiresAt) return "an expired intent";
    this.#nonceOfIntent.set(intent.id, nonce);
    this.#intentOfNonce.set(nonce, intent.id);
    const asset = intent.tokenContract === null ? "ETH" : "USDT";
    this.#paid.push({ asset, at, amount: intent.amount });
    const lastHour = this.#paid.filter((paid) => paid.asset === asset && paid.at > at - 3_600_000);
    const sum = lastHour.reduce((total, paid) => total + paid.amount, 0n);
    return sum > hourCap[asset] ? `${sum} ${asset} in an hour` : undefined;
  }
}

const restartEvery = 997;
const passMsMax = 600_000;

/** Asks a signer for `count` transactions, nearly all of them hostile, with restarts between, and judges every signature that it gives. */
export async function hostileRun(count: number, seed: number, folder?: string): Promise<HostileReport> {
  const dice = diceOf(seed);
  const judge = new Judge();
  let fixture: Fixture = openFixture(folder === undefined ? {} : { folder });
  let now = startAt;
  let signed = 0;
  const wrong: string[] = [];
  const refusals: Record<string, number> = {};
  const earlier: Attempt[] = [];
  try {
    for (let asked = 1; asked <= count; asked += 1) {
      const passed = dice.below(passMsMax);
      fixture.pass(passed);
      now += passed;
      const nonceNext = Number(fixture.store.nonceNext("ETHEREUM", hotAddress, 0n));
      const attempt = attemptOf({ dice, now, nonceNext, earlier });
      const answer = await fixture.signer.answer(attempt.line);
      if (!answer.ok) refusals[answer.reason] = (refusals[answer.reason] ?? 0) + 1;
      else if ("signed" in answer) {
        signed += 1;
        const problem = await judge.wrongness(attempt, answer.signed, now);
        if (problem !== undefined) wrong.push(`seed ${seed}, attempt ${asked} (${attempt.name}): ${problem}`);
      }
      if (asked % restartEvery === 0) fixture = fixture.reopen();
    }
  } finally {
    fixture.end();
  }
  return { seed, asked: count, signed, wrong, refusals };
}
