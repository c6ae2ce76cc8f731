import { expect, test } from "vitest";
import { marketOf } from "./market.ts";
import { linearEntry, testAssets } from "./test-markets.ts";
import { withOwnRates } from "./own-rates.ts";

const rates = { spotMaker: 65_000, spotTaker: 77_500, contractMaker: 16_000, contractTaker: 37_500 };
const contract = marketOf(linearEntry, testAssets);

test("[S1.13] a market has the rates of the own level, and stays the same object where they are equal", () => {
  expect(withOwnRates(contract, { rates })).toMatchObject({ makerRate: 16_000, takerRate: 37_500 });
  const same = { ...rates, contractMaker: contract.makerRate, contractTaker: contract.takerRate };
  expect(withOwnRates(contract, { rates: same })).toBe(contract);
});
