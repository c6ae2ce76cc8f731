import { buckets, entryCauses } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { type AccountLine, crossCloses } from "./cross-closes.ts";

type Cause = (typeof entryCauses)[number];
type Moved = readonly [bucket: (typeof buckets)[number], delta: bigint];

/** Lines of an account that begins with so much, entry by entry, as the ledger writes them. */
function ledgerOf(cash: bigint, bonus: bigint) {
  const balances = new Map<string, bigint>([
    ["cash", cash],
    ["bonus", bonus],
  ]);
  const lines: AccountLine[] = [];
  const entry = (seq: number, cause: Cause, ref: number, pnl: bigint, ...moved: readonly Moved[]): void => {
    for (const [bucket, delta] of moved) {
      const balance = (balances.get(bucket) ?? 0n) + delta;
      balances.set(bucket, balance);
      const place = {
        seq,
        line: lines.length,
        bucket: buckets.indexOf(bucket),
        cause: entryCauses.indexOf(cause),
        ref,
      };
      lines.push({ ...place, delta, balance, pnl });
    }
  };
  return { lines, entry };
}

test("[C.23 R-14.9] a close is seen with what the account held right before it, however many there are in one batch", () => {
  const { lines, entry } = ledgerOf(60n, 0n);
  entry(1, "GRANT", 9, 0n, ["bonus", 40n]);
  entry(2, "FILL", 1, 0n, ["bonus", -2n]);
  entry(2, "FILL", 2, 30n, ["cash", 30n], ["bonus", -3n]);
  entry(2, "FILL", 3, -10n, ["bonus", -10n], ["bonus", -1n]);
  entry(3, "TRANSFER", 1, 0n, ["cash", -50n]);
  entry(3, "FORFEIT", 9, 0n, ["bonus", -24n]);
  entry(4, "FILL", 4, 5n, ["cash", 5n]);
  const consumed = [2n, 3n, 11n].map((amount) => ({ seq: 2, grant: 9, amount }));
  expect([...crossCloses({ cash: 60n, bonus: 0n, own: 0n }, new Set([9]), lines, consumed)]).toEqual([
    { pnl: 30n, own: 38n, cash: 60n, bonus: 38n },
    { pnl: -10n, own: 35n, cash: 90n, bonus: 35n },
    { pnl: 5n, own: 0n, cash: 40n, bonus: 0n },
  ]);
});

test("[R-14.9] of two coupons each close is seen with what was left of the one that is asked about", () => {
  const { lines, entry } = ledgerOf(100n, 0n);
  entry(1, "GRANT", 8, 0n, ["bonus", 10n]);
  entry(1, "GRANT", 9, 0n, ["bonus", 40n]);
  // 15 are paid by the first, until it is used up, and by the second.
  entry(2, "FILL", 1, -15n, ["bonus", -10n], ["bonus", -5n]);
  entry(2, "FILL", 2, 20n, ["cash", 20n], ["bonus", -1n]);
  const consumed = [
    { seq: 2, grant: 8, amount: 10n },
    { seq: 2, grant: 9, amount: 5n },
    { seq: 2, grant: 9, amount: 1n },
  ];
  const ownOf = (grant: number) =>
    [...crossCloses({ cash: 100n, bonus: 0n, own: 0n }, new Set([grant]), lines, consumed)].map(({ own }) => own);
  expect([ownOf(8), ownOf(9)]).toEqual([
    [10n, 0n],
    [40n, 35n],
  ]);
});

test("[R-14.9] isolated positions and vouchers are no cross closes; deleveraging, netting and settlement are", () => {
  const { lines, entry } = ledgerOf(100n, 40n);
  entry(2, "FILL", 1, 7n, ["iso", -50n], ["cash", 57n]);
  entry(2, "FILL", 2, 7n, ["iso_short", 7n]);
  entry(3, "ADL", 4, 0n, ["cash", 8n]);
  entry(3, "FUNDING", 4, 0n, ["cash", 3n]);
  entry(4, "NETTING", 4, 0n, ["bonus", -6n]);
  entry(5, "SETTLEMENT", 4, 0n, ["cash", 9n], ["cash", -1n]);
  const consumed = [{ seq: 4, grant: 9, amount: 6n }];
  expect([...crossCloses({ cash: 100n, bonus: 40n, own: 40n }, new Set([9]), lines, consumed)]).toEqual([
    { pnl: 8n, own: 40n, cash: 157n, bonus: 40n },
    { pnl: -6n, own: 40n, cash: 168n, bonus: 40n },
    { pnl: 8n, own: 34n, cash: 168n, bonus: 34n },
  ]);
});

test("[R-14.9] what several entries take of a grant may come as one change", () => {
  const { lines, entry } = ledgerOf(0n, 40n);
  entry(2, "ADL", 4, 0n, ["bonus", -5n]);
  entry(2, "ADL", 5, 0n, ["bonus", -3n]);
  entry(3, "FILL", 1, 4n, ["cash", 4n]);
  const consumed = [{ seq: 2, grant: 9, amount: 8n }];
  const seen = [...crossCloses({ cash: 0n, bonus: 40n, own: 40n }, new Set([9]), lines, consumed)];
  expect(seen.at(-1)).toEqual({ pnl: 4n, own: 32n, cash: 0n, bonus: 32n });
});
