import { consumeCost, transferOut, voucherEnd } from "@tidemark/money";
import { expect, test } from "vitest";
import { earnedBy } from "./deposits/deposit-rules.ts";

// The worked examples of SPEC.md whose money the core moves; by their numbers there. In hundredths.
const whole = 100_000_000;
const grant = (id: number, remaining: bigint, ratio = whole, endMs = id) => ({ id, endMs, remaining, ratio });

test("[C.46] 1 and 2: bonus bears loss and fee first, cash the rest", () => {
  const paid = (bonus: bigint) => {
    const loss = consumeCost({ kind: "loss", amount: 250n }, 1_000n, [grant(1, bonus)]);
    const { cash, grants } = consumeCost({ kind: "fee", amount: 3n }, loss.cash, loss.grants);
    return { bonus: grants[0]!.remaining - bonus, cash: cash - 1_000n };
  };
  expect(paid(500n)).toEqual({ bonus: -253n, cash: 0n });
  expect(paid(200n)).toEqual({ bonus: -200n, cash: -53n });
});

test("[C.47] 3: at a ratio of 30 % the bonus pays its 30 of 120, cash 90", () => {
  let [cash, grants] = [10_000n, [grant(1, 3_000n, 0.3 * whole)] as readonly ReturnType<typeof grant>[]];
  for (const [kind, amount] of [
    ["fee", 1_000n],
    ["funding", 1_000n],
    ["loss", 10_000n],
  ] as const)
    ({ cash, grants } = consumeCost({ kind, amount }, cash, grants));
  expect([grants[0]!.remaining, cash]).toEqual([0n, 1_000n]);
});

test("[C.49] 5: after 1,000 left, 20 % of transfers in give 0, 1,560 and 200", () => {
  const terms = { ratio: BigInt(0.2 * whole), face: 500_000n, cap: 0n };
  const prior = -100_000n;
  let [since, given] = [0n, 0n];
  const earned = [80_000n, 800_000n, 100_000n].map((amount) => {
    since += amount;
    const bonus = earnedBy(terms, { prior, since, given, amount });
    given += bonus;
    return bonus;
  });
  expect(earned).toEqual([0n, 156_000n, 20_000n]);
});

test("[C.51] 7: a voucher of face 20 gives nothing with 14 left, and 7 with 27", () => {
  expect(voucherEnd(1_400n, 2_000n)).toMatchObject({ toPromo: 1_400n, toCash: 0n });
  expect(voucherEnd(2_700n, 2_000n)).toMatchObject({ toPromo: 2_000n, toCash: 700n });
});

test("[C.52] 10: of two coupons the one that ends earlier pays first", () => {
  const later = grant(1, 200n, whole, 5);
  const { grants } = consumeCost({ kind: "loss", amount: 300n }, 0n, [later, grant(2, 200n, whole, 1)]);
  expect(grants.map(({ id, remaining }) => [id, remaining])).toEqual([
    [2, 0n],
    [1, 100n],
  ]);
});

test("[C.53] 11: a transfer of 1 beside bonus 40 is refused where a position needs it", () => {
  const account = { cash: 1_000n, bonus: 4_000n, uPnl: 0n, orderMargin: 0n };
  expect(transferOut({ ...account, initialMargin: 1_000n }, 100n).isAllowed).toBe(false);
  expect(transferOut({ ...account, initialMargin: 0n }, 100n).isAllowed).toBe(true);
});
