import { Ratio, whole } from "./ratio.ts";

export type Kind = "linear" | "inverse";
export type Side = "long" | "short";

/** A contract as its listing describes it: sizes in coins and dollars, not in the engine's units. */
export type Contract = {
  readonly kind: Kind;
  /** Price of one tick. */
  readonly tickSize: Ratio;
  /** Linear: coins of one lot. Inverse: dollars of one contract. */
  readonly size: Ratio;
  /** Minor units of one settle coin are 10^scale. */
  readonly scale: number;
};

/** A contract with what one tick times one lot, or one contract at one tick, is worth: derived once, in lowest terms. */
export type Listed = Contract & { readonly worth: Ratio };

/** linear value is price times size; inverse value is size over price. In minor units of the settle coin. */
export function listed(contract: Contract): Listed {
  const minor = whole(10n ** BigInt(contract.scale));
  const coins =
    contract.kind === "linear" ? contract.tickSize.times(contract.size) : contract.size.over(contract.tickSize);
  return { ...contract, worth: coins.times(minor).reduced() };
}

/** exact bookkeeping needs that worth to be a positive whole number; any other contract is refused. */
export const isBookable = ({ worth }: Listed): boolean => worth.bottom === 1n && worth.top > 0n;

/** What a size is worth at a price in ticks, whole or not. Nothing is rounded. */
export const exactValue = (contract: Listed, ticks: Ratio, qty: bigint): Ratio =>
  contract.kind === "linear"
    ? contract.worth.times(ticks).times(whole(qty))
    : contract.worth.times(whole(qty)).over(ticks);

/** table 1.2: the value of a fill, floored once. A linear one is whole already. */
export const fillValue = (contract: Listed, ticks: bigint, qty: bigint): bigint =>
  exactValue(contract, whole(ticks), qty).floor();

/** the value that a margin is asked for is rounded up. */
export const marginValue = (contract: Listed, ticks: bigint, qty: bigint): bigint =>
  exactValue(contract, whole(ticks), qty).ceil();

/** the price in ticks at which a size has this value: the inverse of `exactValue`, by its definition. */
export const priceAtValue = (contract: Listed, value: Ratio, qty: bigint): Ratio =>
  contract.kind === "linear"
    ? value.over(contract.worth.times(whole(qty)))
    : contract.worth.times(whole(qty)).over(value);
