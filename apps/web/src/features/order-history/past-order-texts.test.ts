import { expect, test } from "vitest";
import { linearMarket } from "../../lib/markets/test-markets.ts";
import { isOfWholePosition, kindOf, realisedText } from "./past-order-texts.ts";

const waited = { price: "99500.0", by: "MARK" } as const;

test("[S1.20] an order that waited is called by its trigger kind, and by its role where it protected a position", () => {
  expect(kindOf({ type: "LIMIT" })).toBe("LIMIT");
  expect(kindOf({ type: "LIMIT_TRIGGER", trigger: { ...waited, role: "ORDER" } })).toBe("LIMIT_TRIGGER");
  expect(kindOf({ type: "MARKET_TRIGGER", trigger: { ...waited, role: "SL" } })).toBe("SL");
  expect(kindOf({ type: "MARKET_TRIGGER", trigger: { ...waited, role: "TRAILING" } })).toBe("TRAILING");
});

test("a size of zero is the whole position, but only of what protects one", () => {
  expect(isOfWholePosition({ qty: "0.0000", trigger: { ...waited, role: "TP" } })).toBe(true);
  expect(isOfWholePosition({ qty: "0.1000", trigger: { ...waited, role: "TP" } })).toBe(false);
  expect(isOfWholePosition({ qty: "0.0000", trigger: { ...waited, role: "ORDER" } })).toBe(false);
  expect(isOfWholePosition({ qty: "0.0000" })).toBe(false);
});

test("[S1.20] what an order realised has its sign; an order that only opened realised nothing", () => {
  expect(realisedText(linearMarket, { realisedPnl: "-263.75" })).toBe("−263.75");
  expect(realisedText(linearMarket, { realisedPnl: "0" })).toBeUndefined();
  expect(realisedText(linearMarket, {})).toBeUndefined();
});
