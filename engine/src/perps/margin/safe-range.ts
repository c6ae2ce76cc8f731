import { type ContractMeasure, feeInNumbers, floorShareInNumbers } from "@tidemark/money";
import type { State } from "../../state/state.ts";
import { Contract } from "../../records/contract.ts";
import { UserContract } from "../../records/user-contract.ts";

const priceMax = 2_147_483_647;
const rateOne = 100_000_000n;
/** Rounding may cost three units a position, so a few are kept back. */
const unitsKept = 8;

/**
 * The first price, above or below the mark, at which `spare` units may have been lost by positions of these sizes: by the net size, and by a
 * maintenance margin that grows with the value, at no more than the last tier's rate. 0: no price that way can do it. Whole numbers all the
 * way, each rounding to the careful side.
 */
export function borderOf(
  state: State,
  userContract: number,
  isUp: boolean,
  spare: number,
  long: number,
  short: number,
): number {
  const { w } = state.memory;
  const contract = w[userContract + UserContract.contract]!;
  const mark = w[contract + Contract.mark]!;
  // Liquidation is suspended here: the first look after it must find the account, also at the same mark.
  if (!(spare > 0)) return mark;
  const measure = state.contracts.measureOf(w[userContract + UserContract.market]!);
  const kept = Math.max(0, spare - unitsKept);
  // The maintenance margin grows where the value does: upwards for a linear contract, downwards for an inverse one. What loses with the net
  // size is the other way round for them, too.
  const net = isUp ? short - long : long - short;
  const grows = isUp === (measure.kind === "linear") ? growthOf(state, contract, long + short) : 0;
  const size = Math.max(0, net) + grows;
  if (size === 0) return 0;
  return measure.kind === "linear"
    ? linearBorder(mark, isUp, kept, size * measure.unit)
    : inverseBorder(measure, mark, isUp, kept, size);
}

/**
 * The last tier's rate of all size, in lots and rounded up; a quarter more, because the warning comes at 80 % of the ratio and is waited for
 * in the same way.
 */
function growthOf(state: State, contract: number, size: number): number {
  const tiers = state.contracts.tierNumbersOf(contract);
  const rate = Math.ceil((tiers[tiers.length - 1]!.mmr * 5) / 4);
  const lots = feeInNumbers(size, rate);
  return Number.isNaN(lots) ? size * 2 : lots;
}

/** `perTick`: what is lost with each tick. Beyond 2^53 it is rounded, by less than what a tick more or less in the careful side makes up for. */
function linearBorder(mark: number, isUp: boolean, spare: number, perTick: number): number {
  const ticks = perTick > Number.MAX_SAFE_INTEGER ? 0 : floorShareInNumbers(spare, perTick);
  if (!isUp) return ticks >= mark ? 0 : Math.max(1, mark - ticks - 1);
  return mark + ticks + 1 > priceMax ? 0 : mark + ticks + 1;
}

/** size · k · |1/p − 1/mark| = spare */
function inverseBorder(
  measure: Extract<ContractMeasure, { kind: "inverse" }>,
  mark: number,
  isUp: boolean,
  spare: number,
  size: number,
): number {
  const whole = BigInt(size) * rateOne * BigInt(measure.k);
  const lost = BigInt(spare) * rateOne * BigInt(mark);
  if (!isUp) return Math.max(1, Math.min(mark - 1, Number((whole * BigInt(mark)) / (whole + lost))));
  if (whole <= lost) return 0;
  const up = (whole * BigInt(mark)) / (whole - lost) + 1n;
  return up > BigInt(priceMax) ? 0 : Math.max(mark + 1, Number(up));
}
