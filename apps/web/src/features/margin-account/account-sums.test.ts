import { expect, test } from "vitest";
import { boundParts, crossSums, isolatedMargin } from "./account-sums.ts";

const figures = {
  mode: "CROSS",
  leverage: 20,
  markPrice: "100000.0",
  markValue: "10000",
  uPnl: "-25.5",
  roe: "-5.10",
  maintenanceMargin: "40",
  liquidationPrice: "",
  bankruptcyPrice: "",
  closableQty: "0.1",
  margin: "500",
  marginRatio: "4.00",
  isVoucher: false,
  adlRank: 1,
} as const;

test("the bar is as long as the equity, and its parts are what binds it", () => {
  const account = { initialMargin: "500", orderMargin: "250", availOpen: "250" };
  expect(boundParts({ figures: account } as never).map(({ share }) => share)).toEqual([0.5, 0.25, 0.25]);
  const empty = { initialMargin: "0", orderMargin: "0", availOpen: "0" };
  expect(boundParts({ figures: empty } as never).every(({ share }) => share === 0)).toBe(true);
});

test("only cross positions hold each other up", () => {
  const isolated = { ...figures, mode: "ISOLATED" } as const;
  expect(crossSums([figures, isolated, { ...figures, margin: "1" }])).toEqual({
    value: 2_000_000_000_000n,
    margin: 50_100_000_000n,
    maintenance: 8_000_000_000n,
    pnl: -5_100_000_000n,
  });
});

test("margin of isolated positions is added up apart", () => {
  expect(isolatedMargin([{ isoMargin: "1.5" }, { isoMargin: "0" }])).toBe(150_000_000n);
});
