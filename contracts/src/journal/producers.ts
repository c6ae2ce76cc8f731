import type { CommandClass } from "./define.ts";

type Range = { readonly first: number; readonly last: number; readonly by: CommandClass };

/**
 * Whose class each producer number is: a number counts the commands of one class, and the engine refuses it to every other. All 63 are given
 * out, so that a number that comes into use later changes nothing for journals of before. Part of logic version 2: no line ever changes.
 */
const ranges: readonly Range[] = [
  { first: 1, last: 1, by: "operator" },
  { first: 2, last: 9, by: "wallet" },
  { first: 10, last: 11, by: "platform" },
  { first: 12, last: 12, by: "operator" },
  { first: 13, last: 13, by: "wallet" },
  { first: 14, last: 39, by: "platform" },
  { first: 40, last: 51, by: "operator" },
  { first: 52, last: 57, by: "oracle" },
  { first: 58, last: 63, by: "core" },
];

const classes: readonly (CommandClass | undefined)[] = Array.from(
  { length: 64 },
  (_, number) => ranges.find(({ first, last }) => number >= first && number <= last)?.by,
);

/** The class whose commands a producer counts; undefined for 0 and for numbers that no producer has. */
export const classOfProducer = (producer: number): CommandClass | undefined => classes[producer];

/** Who counts commands today. A number stays with its owner: the core holds the last answers under it. */
export const producers = {
  /** Tools of an installation: what `pnpm dev` and tests list, and what they deposit. */
  operatorTools: 1,
  walletTools: 2,
  /** Deposits of chains and the ends of withdrawals. */
  wallet: 3,
  identity: 10,
  /** Locks and bonus that tests give. */
  platformTools: 11,
  operator: 12,
  /** Deposits of play money; only a simulated core ever gets one. */
  simulated: 13,
  withdrawals: 14,
  kyc: 15,
  vip: 17,
  earn: 18,
  invites: 21,
  coupons: 19,
} as const;
