import { expect, test } from "vitest";
import { type BalanceRow, heldOf } from "./own-balance.ts";

const row = (product: number, bucket: BalanceRow["bucket"], amount: string): BalanceRow => ({
  product,
  sub: "",
  bucket,
  amount,
});

test("what a leaf must hold is every balance above zero, by account, with coupon money in a line of its own", () => {
  const rows = [row(4, "cash", "20"), row(1, "avail", "6000"), row(4, "bonus", "50"), row(4, "iso", "1.5")];
  expect(heldOf([...rows, row(3, "fundbonus", "0.5")], 8)).toEqual({
    parts: [
      { id: 1, units: 600_000_000_000n },
      { id: 4, units: 2_150_000_000n },
      { id: "coupons", units: 5_050_000_000n },
    ],
    units: 607_200_000_000n,
  });
});

test("debts and balances below zero lower nothing", () => {
  const rows = [row(5, "avail", "3"), row(5, "loan", "-2"), row(5, "interest", "-0.1"), row(4, "cash", "-7")];
  expect(heldOf(rows, 2).units).toBe(300n);
  expect(heldOf([row(5, "loan", "2")], 2)).toEqual({ parts: [], units: 0n });
});
