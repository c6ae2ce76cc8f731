import { expect, test } from "vitest";
import { linearMarket as market } from "../../lib/markets/test-markets.ts";
import { availableEffect, effectOn, largestAt, sidesOf } from "./leverage-effect.ts";

const figures = {
  mode: "CROSS",
  leverage: 20,
  markPrice: "100000.0",
  markValue: "10000",
  uPnl: "0",
  roe: "0",
  maintenanceMargin: "40",
  margin: "500",
  marginRatio: "4.00",
  liquidationPrice: "90000.0",
  bankruptcyPrice: "89000.0",
  closableQty: "0.1",
  isVoucher: false,
  adlRank: 1,
} as const;
const position = { posSide: "LONG", qty: "0.1000", isoMargin: "500" };

test("[S1.31 R-8.5] a cross position binds less at a higher leverage and keeps its liquidation price", () => {
  const effect = effectOn({ market, mode: "CROSS", position, figures, leverage: 50, preview: undefined });
  expect(effect).toEqual({
    margin: { before: "500.00", after: "200.00" },
    liquidation: { before: "90,000.0", after: "90,000.0" },
  });
});

test("[S1.31 R-8.7] an isolated position shows what the engine's preview says", () => {
  const preview = {
    source: "main",
    seq: 1,
    toCash: "300",
    positions: [{ posSide: "LONG", isoMargin: "200", released: "300", liquidationPrice: "98400" } as const],
  };
  expect(effectOn({ market, mode: "ISOLATED", position, figures, leverage: 50, preview })).toEqual({
    margin: { before: "500.00", after: "200.00" },
    liquidation: { before: "90,000.0", after: "98,400.0" },
  });
  expect(availableEffect(market, "1000", preview)).toEqual({ before: "1,000.00", after: "1,300.00" });
  expect(effectOn({ market, mode: "ISOLATED", position, figures: undefined, leverage: 50, preview })).toEqual({
    margin: undefined,
    liquidation: undefined,
  });
});

test("[R-8.3] the largest position at a leverage is the cap of the last tier that allows it", () => {
  const tiers = [
    { cap: "250000", maxLeverage: 125, mmr: 400_000, cum: "0" },
    { cap: "1000000", maxLeverage: 50, mmr: 500_000, cum: "250" },
  ];
  const tiered = { ...market, contract: { ...market.contract, tiers } };
  expect([largestAt(tiered, 125), largestAt(tiered, 20)]).toEqual(["250,000.00", "1,000,000.00"]);
  expect(largestAt(tiered, 126)).toBeUndefined();
});

test("[R-8.2] in cross a leverage is set for both sides, in isolated for one", () => {
  expect(sidesOf("CROSS", "LONG")).toEqual(["LONG", "SHORT"]);
  expect(sidesOf("ISOLATED", "LONG")).toEqual(["LONG"]);
});
