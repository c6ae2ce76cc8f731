import { couponOptions } from "@tidemark/contracts";
import { dayMs } from "../../module/utc-days.ts";
import { least, partOf } from "../amounts.ts";

/** Amounts and the ratio are in 1e-8. */
export type EarningTerms = { readonly ratio: bigint; readonly face: bigint; readonly cap: bigint };

/** The most that a coupon ever gives. */
export const mostOf = ({ face, cap }: EarningTerms): bigint => (cap === 0n ? face : least(face, cap));

export type Moved = {
  /** What was moved in before the coupon was taken, less what was moved out. */
  readonly prior: bigint;
  /** The same since then, with the transfer that is asked about. */
  readonly since: bigint;
  /** What earlier transfers have earned. */
  readonly given: bigint;
  readonly amount: bigint;
};

/**
 * What a transfer into derivatives earns: its share, as far as money that was moved out before has come back, and within what the coupon still has. Shares
 * are rounded down.
 */
export function earnedBy(terms: EarningTerms, { prior, since, given, amount }: Moved): bigint {
  const net = least(prior, 0n) + since;
  const earned = least(partOf(net, terms.ratio) - given, partOf(amount, terms.ratio), mostOf(terms) - given);
  return earned > 0n ? earned : 0n;
}

/** From when on moves count: the claim, or the grant of a coupon that need not be claimed. Undefined while it waits for its claim. */
export const joinedAt = (coupon: {
  readonly claimBy: number;
  readonly claimedAt: number | null;
  readonly startAt: number;
}): number | undefined => (coupon.claimBy === 0 ? coupon.startAt : (coupon.claimedAt ?? undefined));

export const isCounted = (coupon: Parameters<typeof joinedAt>[0] & { readonly endAt: number }, at: number): boolean =>
  at >= (joinedAt(coupon) ?? Infinity) && at < coupon.endAt;

type Options = Readonly<Record<string, unknown>>;
export const depositOptions = (options: Options) => couponOptions.DEPOSIT.parse(options);
export const rewardOptions = (options: Options) => couponOptions.DEPOSIT_REWARD.parse(options);

export type RewardTerms = EarningTerms & {
  readonly depositReq: bigint;
  readonly volumeReq: bigint;
  readonly distributionAt: number;
  readonly endAt: number;
};
export type RewardFacts = {
  readonly netDeposit: bigint;
  readonly firstDeposit: bigint;
  readonly volumeDone: bigint;
  /** Cash of the USDT futures now; undefined where the core does not answer. */
  readonly balance: bigint | undefined;
};

/** What a deposit reward pays. */
export const rewardOf = (terms: EarningTerms, { firstDeposit }: Pick<RewardFacts, "firstDeposit">): bigint =>
  least(partOf(firstDeposit, terms.ratio), mostOf(terms));

/** What a deposit reward still lacks. */
function lackOf(
  terms: RewardTerms,
  facts: RewardFacts,
): "DEPOSIT_UNMET" | "VOLUME_UNMET" | "BALANCE_UNMET" | undefined {
  if (facts.netDeposit < terms.depositReq || rewardOf(terms, facts) === 0n) return "DEPOSIT_UNMET";
  if (facts.volumeDone < terms.volumeReq) return "VOLUME_UNMET";
  return facts.balance !== undefined && facts.balance < terms.depositReq ? "BALANCE_UNMET" : undefined;
}

/**
 * What is due of a deposit reward that waits for its distribution. It is decided once every event of before the distribution is handled, and fails once those
 * of before its end are.
 */
export function reviewOf(
  terms: RewardTerms,
  facts: RewardFacts,
  now: number,
  handledTo: number,
): "pay" | "wait" | NonNullable<ReturnType<typeof lackOf>> {
  const reached = Math.min(now, handledTo);
  if (reached < terms.distributionAt) return "wait";
  const lack = lackOf(terms, facts);
  if (lack !== undefined) return reached >= terms.endAt ? lack : "wait";
  return facts.balance === undefined ? "wait" : "pay";
}

/** The end of trading bonus that is granted now: 00:00 UTC. */
export const bonusEndOf = (at: number, days: number): number => Math.ceil((at + days * dayMs) / dayMs) * dayMs;

/** Hours before the end of bonus at which its owner is notified. */
export const noticeHours = [24, 1] as const;
const hourMs = 3_600_000;

/** The notice that is due: the latest whose moment has come and that was not sent. */
export function noticeDue(
  endAt: number,
  noticed: number | null,
  now: number,
): (typeof noticeHours)[number] | undefined {
  if (now >= endAt) return undefined;
  return noticeHours.findLast((hours) => now >= endAt - hours * hourMs && (noticed === null || hours < noticed));
}
