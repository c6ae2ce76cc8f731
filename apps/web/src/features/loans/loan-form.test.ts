import { expect, test } from "vitest";
import { firstSide, loanProblemOf, mostRepaid } from "./loan-form.ts";

const nothing = { avail: 0n, hold: 0n, principal: 0n, interest: 0n };
const owing = { ...nothing, avail: 400n, principal: 900n, interest: 5n };

test("all of a repayment is the debt with its interest, as far as the balance reaches", () => {
  expect([mostRepaid(owing), mostRepaid({ ...owing, avail: 2_000n }), mostRepaid(nothing)]).toEqual([400n, 905n, 0n]);
});

test("an amount that would be refused says why", () => {
  expect(loanProblemOf("borrow", 101n, nothing, 100n)).toBe("overLoan");
  expect(loanProblemOf("borrow", 100n, nothing, 100n)).toBeUndefined();
  expect(loanProblemOf("repay", 401n, owing, 0n)).toBe("overBalance");
  expect(loanProblemOf("repay", 400n, owing, 0n)).toBeUndefined();
  expect(loanProblemOf("repay", 1n, nothing, 0n)).toBe("noDebt");
});

test("a dialog begins with the asset that is owed, a loan with the quote", () => {
  expect(firstSide("repay", { base: owing, quote: nothing })).toBe("base");
  expect(firstSide("repay", { base: owing, quote: owing })).toBe("quote");
  expect(firstSide("borrow", { base: owing, quote: nothing })).toBe("quote");
});
