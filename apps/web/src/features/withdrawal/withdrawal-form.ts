import { receiverPattern, withdrawalAmountsOf, withdrawalValueOf } from "@tidemark/contracts";
import type { AnswerOf } from "@tidemark/kit-client";
import { requireUnits } from "../../lib/format/require-units.ts";

export type WithdrawalInfo = AnswerOf<"withdrawalInfo">;
export type WithdrawalNetwork = WithdrawalInfo["networks"][number];
export type BookAddress = AnswerOf<"withdrawalAddressList">["list"][number];

/** What a withdrawal comes to, in the asset's minor units; `value` is what it counts in the limit, in 1e-8 USDT. */
export type Counted = {
  readonly amount: bigint;
  readonly fee: bigint;
  readonly arrives: bigint;
  readonly rest: bigint;
  readonly value: bigint | undefined;
};
export type AmountProblem =
  | { readonly code: "missing" }
  | { readonly code: "small"; readonly needed: string }
  | { readonly code: "short"; readonly needed: bigint; readonly available: bigint }
  | { readonly code: "limit"; readonly value: bigint; readonly rest: bigint };

/** The amount as it is typed, by the functions that the exchange decides by; the problem is the first that it would refuse for. */
export function countWithdrawal(
  info: WithdrawalInfo,
  network: WithdrawalNetwork,
  text: string,
  scale: number,
): { readonly counted?: Counted; readonly problem?: AmountProblem } {
  const amounts = withdrawalAmountsOf(text, { ...network, asset: info.asset }, scale);
  if ("refusal" in amounts)
    return {
      problem:
        amounts.refusal === "WITHDRAWAL_TOO_SMALL"
          ? { code: "small", needed: network.minWithdrawal }
          : { code: "missing" },
    };
  const { amount, fee } = amounts;
  const available = requireUnits(info.available, scale);
  const value = withdrawalValueOf(amount, scale, info.price);
  const counted = { amount, fee, arrives: amount - fee, rest: available - amount, value };
  if (amount > available) return { counted, problem: { code: "short", needed: amount, available } };
  const dayLeft = requireUnits(info.dayLeft);
  if (value !== undefined && value > dayLeft) return { counted, problem: { code: "limit", value, rest: dayLeft } };
  return { counted };
}

/** What was typed, without decimals that the network does not have: they may be from another network. */
export function cutAmount(typed: string, decimals: number): string {
  const [whole = "", fraction = ""] = typed.split(".");
  if (fraction.length <= decimals) return typed;
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}

/** What is shown once more before it is sent, exactly as it will be. */
export type Reviewed = {
  readonly address: BookAddress;
  readonly network: WithdrawalNetwork;
  readonly counted: Counted;
  /** As it was typed. */
  readonly amount: string;
  readonly receiver: string;
};

/** Why nothing can be withdrawn at all, the reason that takes longest first. */
export type Obstacle = "level" | "factor" | "locked" | "price";
export function obstacleOf(info: WithdrawalInfo, now: number): Obstacle | undefined {
  if (info.level === 0) return "level";
  if (info.factor === "nothing") return "factor";
  if (info.lockedUntil > now) return "locked";
  return info.price === "" ? "price" : undefined;
}

/** What is wrong with the name of the receiving provider, where one is asked for. */
export type ReceiverProblem = "missing" | "characters";
export function receiverProblemOf(typed: string): ReceiverProblem | undefined {
  const name = typed.trim();
  if (name === "") return "missing";
  return receiverPattern.test(name) ? undefined : "characters";
}

/** Addresses that can be chosen at once come first, then those that wait, by their time. */
export const bookOrder = (list: readonly BookAddress[]): BookAddress[] =>
  list.toSorted((a, b) => (a.usableFrom ?? Infinity) - (b.usableFrom ?? Infinity));

export const isUsable = ({ usableFrom }: BookAddress, now: number): boolean => usableFrom !== null && usableFrom <= now;
