import type { Coin, Selection } from "../payment-chain.ts";

/** Sizes in virtual bytes. An input of P2WPKH has 41 bytes, and 108 of its witness count a quarter. */
const headSize = 10.5;
const inputSize = 68;
const outputHeadSize = 9;
const changeSize = 31;
/** The signer takes no more. */
export const inputsMax = 32;
/** Smaller outputs are not carried by nodes, or cost more than they are. */
export const dust = 1_000n;

/** Of a transaction with one payment and change, whether it has change or not. */
export const sizeOf = (inputs: number, scriptBytes: number): number =>
  Math.ceil(headSize + inputs * inputSize + outputHeadSize + scriptBytes + changeSize);

type Wanted = { readonly amount: bigint; readonly feeRate: bigint; readonly scriptBytes: number };

/** The largest first; of equal ones an order that everybody finds again. */
const ordered = (coins: readonly Coin[]): Coin[] =>
  coins.toSorted((a, b) => {
    if (a.amount !== b.amount) return a.amount > b.amount ? -1 : 1;
    return a.txid === b.txid ? a.place - b.place : a.txid < b.txid ? -1 : 1;
  });

const sum = (coins: readonly Coin[]): bigint => coins.reduce((all, { amount }) => all + amount, 0n);

/**
 * Coins that pay an amount and its fee: the smallest one that is enough, or else the largest ones until they are. Coins that cost more than they
 * bring are left out. Undefined: there are not enough, or more than `inputsMax` would be needed. The same coins in any order give the same answer.
 */
export function selectCoins(all: readonly Coin[], { amount, feeRate, scriptBytes }: Wanted): Selection | undefined {
  const useful = ordered(all.filter((coin) => coin.amount > feeRate * BigInt(inputSize)));
  const selection = (inputs: readonly Coin[]): Selection => ({ inputs, gasLimit: sizeOf(inputs.length, scriptBytes) });
  const isEnough = ({ inputs, gasLimit }: Selection): boolean => sum(inputs) >= amount + feeRate * BigInt(gasLimit);
  const one = useful.findLast((coin) => isEnough(selection([coin])));
  if (one !== undefined) return selection([one]);
  for (let count = 2; count <= Math.min(useful.length, inputsMax); count += 1) {
    const several = selection(useful.slice(0, count));
    if (isEnough(several)) return several;
  }
  return undefined;
}

/** So many coins stay free beside those that are consolidated: several withdrawals are paid at a time. */
const keptApart = 16;

/**
 * The coins that are to be consolidated: the smallest ones, where there are more than one transaction can spend. Otherwise an amount could be there and
 * not be payable. Coins that cost more than they bring are left out. Undefined: nothing is to be consolidated.
 */
export function coinsToConsolidate(all: readonly Coin[], feeRate: bigint, scriptBytes: number): Selection | undefined {
  const useful = ordered(all.filter((coin) => coin.amount > feeRate * BigInt(inputSize)));
  if (useful.length <= inputsMax) return undefined;
  const inputs = useful.slice(-Math.min(inputsMax, useful.length - keptApart));
  return { inputs, gasLimit: sizeOf(inputs.length, scriptBytes) };
}

/** What is left of the inputs after payment and fee, if it is worth an output. */
export function changeOf(inputs: readonly Coin[], amount: bigint, fee: bigint): bigint {
  const rest = sum(inputs) - amount - fee;
  if (rest < 0n) throw new RangeError("the coins are less than payment and fee");
  return rest < dust ? 0n : rest;
}

/** The most that a fee may be planned as: what is too small for an output is added to it. */
export function feeRoomOf(inputs: readonly Coin[], amount: bigint, cap: bigint): bigint {
  const [rest, most] = [sum(inputs) - amount, cap - dust];
  return rest < most ? rest : most;
}
