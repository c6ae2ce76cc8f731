import { expect, test } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import { liquidationOf } from "./calculations.ts";
import { liquidationFormula } from "./formula-text.ts";

const tiers = [
  { cap: "50000", mmr: 400_000, maxLeverage: 125, cum: "0" },
  { cap: "250000", mmr: 500_000, maxLeverage: 100, cum: "50" },
];
const market = { ...linearMarket, contract: { ...linearMarket.contract, tiers } };

test("[R-8.11] the formula has the numbers of the result in it, with the signs of the side", () => {
  const long = { posSide: "LONG", lots: 10_000, entryTicks: 1_000_000, leverage: 25 } as const;
  expect(liquidationFormula(market, long, liquidationOf(market, long, 0n)!)).toBe(
    "(100,000.00 − 4,000.00 − 50.00) ÷ (1.0000 × (1 − 0.005)) ≈ 96,432.2",
  );
  const short = { ...long, posSide: "SHORT" } as const;
  expect(liquidationFormula(market, short, liquidationOf(market, short, 0n)!)).toMatch(
    /^\(100,000.00 \+ 4,000.00 \+ 50.00\)/,
  );
});
