import { expect, test } from "vitest";
import { systemParts } from "./system-parts.ts";

test("coupon money and insurance funds have lines of their own, and no account of the exchange is left out of the sum", () => {
  const system = [
    { account: "fees", units: "7" },
    { account: "insurance", units: "500" },
    { account: "clearing", units: "2" },
    { account: "promo", units: "90" },
    { account: "transit", units: "1" },
  ] as const;
  expect(systemParts({ system: [...system] })).toEqual([
    { id: "insurance", units: 500n },
    { id: "promo", units: 90n },
    { id: "fees", units: 7n },
    { id: "other", units: 3n },
  ]);
});
