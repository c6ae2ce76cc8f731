import fc from "fast-check";
import { expect, test } from "vitest";
import {
  bonusEndOf,
  earnedBy,
  type EarningTerms,
  isCounted,
  joinedAt,
  mostOf,
  noticeDue,
  reviewOf,
  type RewardFacts,
  rewardOf,
  type RewardTerms,
} from "./deposit-rules.ts";

const one = 100_000_000n;
const day = 86_400_000;
const hour = 3_600_000;
const fifth: EarningTerms = { ratio: one / 5n, face: 5_000n * one, cap: 0n };

/** What each transfer earns, one behind the other. */
function earnings(terms: EarningTerms, prior: bigint, amounts: readonly bigint[]): readonly bigint[] {
  let [since, given] = [0n, 0n];
  return amounts.map((amount) => {
    since += amount;
    const earned = amount > 0n ? earnedBy(terms, { prior, since, given, amount }) : 0n;
    given += earned;
    return earned;
  });
}

test("[C.28] a transfer in earns its share within net transfers and the cap", () => {
  expect(earnings(fifth, 0n, [100n * one, 50n * one])).toEqual([20n * one, 10n * one]);
  // What was in before the coupon earns nothing by itself.
  expect(earnings(fifth, 9_000n * one, [100n * one])).toEqual([20n * one]);
  expect(earnings({ ...fifth, cap: 15n * one }, 0n, [100n * one, 50n * one])).toEqual([15n * one, 0n]);
  expect([mostOf(fifth), mostOf({ ...fifth, cap: 1n }), mostOf({ ...fifth, cap: 6_000n * one })]).toEqual([
    5_000n * one,
    1n,
    5_000n * one,
  ]);
});

test("[C.28] no order of transfers earns more than the share of what stayed, nor more than the cap", () => {
  const units = fc.bigInt({ min: 1n, max: 10_000n * one });
  fc.assert(
    fc.property(
      fc.bigInt({ min: 1n, max: one }),
      units,
      fc.bigInt({ min: -10_000n * one, max: 10_000n * one }),
      fc.array(units, { maxLength: 20 }),
      (ratio, face, prior, amounts) => {
        const terms = { ratio, face, cap: 0n };
        const earned = earnings(terms, prior, amounts);
        const sum = earned.reduce((all, each) => all + each, 0n);
        const moved = amounts.reduce((all, each) => all + each, 0n) + (prior < 0n ? prior : 0n);
        expect(earned.every((each, place) => each >= 0n && each <= (amounts[place]! * ratio) / one)).toBe(true);
        expect(sum <= face && (sum === 0n || sum <= (moved * ratio) / one)).toBe(true);
      },
    ),
  );
});

test("moves count from the claim, or from the grant where none is needed, until the end", () => {
  const coupon = { claimBy: 0, claimedAt: null, startAt: day, endAt: 3 * day };
  expect([isCounted(coupon, day - 1), isCounted(coupon, day), isCounted(coupon, 3 * day)]).toEqual([
    false,
    true,
    false,
  ]);
  const claimed = { ...coupon, claimBy: 2 * day, claimedAt: day + 5 };
  expect([joinedAt({ ...claimed, claimedAt: null }), joinedAt(claimed)]).toEqual([undefined, day + 5]);
  expect([isCounted({ ...claimed, claimedAt: null }, 2 * day), isCounted(claimed, day)]).toEqual([false, false]);
});

const reward: RewardTerms = {
  ratio: one / 10n,
  face: 50n * one,
  cap: 0n,
  depositReq: 100n * one,
  volumeReq: 1_000n * one,
  distributionAt: 7 * day,
  endAt: 10 * day,
};
const kept: RewardFacts = {
  netDeposit: 100n * one,
  firstDeposit: 120n * one,
  volumeDone: 1_000n * one,
  balance: 100n * one,
};

test("[C.32] a deposit reward is decided at its distribution, by net deposit, volume and futures balance", () => {
  expect(reviewOf(reward, kept, 7 * day - 1, 7 * day)).toBe("wait");
  // Events of before the distribution may still be on their way.
  expect(reviewOf(reward, kept, 7 * day, 7 * day - 1)).toBe("wait");
  expect(reviewOf(reward, kept, 7 * day, 7 * day)).toBe("pay");
  expect(reviewOf(reward, { ...kept, balance: undefined }, 11 * day, 11 * day)).toBe("wait");
  const lacks: readonly [Partial<RewardFacts>, string][] = [
    [{ netDeposit: 100n * one - 1n }, "DEPOSIT_UNMET"],
    [{ firstDeposit: 0n }, "DEPOSIT_UNMET"],
    [{ volumeDone: 0n }, "VOLUME_UNMET"],
    [{ balance: 100n * one - 1n }, "BALANCE_UNMET"],
  ];
  for (const [lack, cause] of lacks) {
    expect(reviewOf(reward, { ...kept, ...lack }, 10 * day - 1, 10 * day)).toBe("wait");
    expect(reviewOf(reward, { ...kept, ...lack }, 10 * day, 10 * day)).toBe(cause);
  }
});

test("it pays the share of the first deposit, at most its cap", () => {
  expect(rewardOf(reward, kept)).toBe(12n * one);
  expect(rewardOf(reward, { firstDeposit: 900n * one })).toBe(50n * one);
  expect(rewardOf({ ...reward, cap: 5n * one }, kept)).toBe(5n * one);
});

test("[C.44] bonus ends at 00:00 UTC, and its owner is notified 24 hours and one hour before, once each", () => {
  expect(bonusEndOf(5 * day + 1, 7)).toBe(13 * day);
  const end = 5 * day;
  expect(noticeDue(end, null, end - 24 * hour - 1)).toBeUndefined();
  expect(noticeDue(end, null, end - 24 * hour)).toBe(24);
  expect(noticeDue(end, 24, end - hour - 1)).toBeUndefined();
  expect(noticeDue(end, 24, end - hour)).toBe(1);
  // Granted within the last hour: only the later notice.
  expect(noticeDue(end, null, end - 1)).toBe(1);
  expect([noticeDue(end, 1, end - 1), noticeDue(end, null, end)]).toEqual([undefined, undefined]);
});
