import { expect, test } from "vitest";
import { chainUnitsOf, ledgerUnitsOf } from "./chain-units.ts";

test("R-1.2: the ledger's units of an amount on a chain are cut off, not rounded", () => {
  expect(ledgerUnitsOf(1_234_567n, 6, 8)).toBe(123_456_700n);
  expect(ledgerUnitsOf(1_999_999_999_999_999_999n, 18, 8)).toBe(199_999_999n);
  expect(ledgerUnitsOf(9_999_999_999n, 18, 8)).toBe(0n);
});

test("what the network cannot carry stays with the exchange", () => {
  expect([chainUnitsOf(199n, 8, 6), chainUnitsOf(1n, 8, 18), chainUnitsOf(5n, 8, 8)]).toEqual([1n, 10n ** 10n, 5n]);
});
