import { expect, test } from "vitest";
import { factsOf, instrumentsOf } from "./index.ts";
import { phrase } from "./phrases/index.ts";

const instruments = instrumentsOf({ assets: [{ id: 1, asset: "USDT", scale: 6, displayDecimals: 2 }], markets: [] });

test("money facts are printed in the asset's own scale and said with its name", () => {
  const facts = factsOf("INSUFFICIENT_BALANCE", [12_500_000n, 0n], instruments, "USDT");
  expect(facts).toEqual({ needed: "12.5", available: "0", asset: "USDT" });
  expect(phrase("INSUFFICIENT_BALANCE", facts)).toBe("Not enough balance: 12.5 USDT needed, 0 USDT available.");
});

test("prices and sizes are printed from 1e-8, counts as they are", () => {
  expect(factsOf("PRICE_TICK", [1_000_000n, 0n], instruments)).toEqual({ tick: "0.01" });
  expect(factsOf("TOO_MANY_ORDERS", [200n, 0n], instruments)).toEqual({ allowed: "200" });
});

test("a sentence whose fact is missing says so instead of showing a brace", () => {
  expect(phrase("PRICE_TICK", {})).toBe("The price must be a multiple of –.");
});

test("open interest of an inverse contract is counted in dollars, which no ledger scales", () => {
  expect(factsOf("OPEN_INTEREST_CAP", [500_000_000n, 500_000_001n], instruments, "USD")).toEqual({
    allowed: "500000000",
    given: "500000001",
    asset: "USD",
  });
});
