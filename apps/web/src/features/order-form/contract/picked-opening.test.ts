import { expect, test } from "vitest";
import { emptyContractForm, nextContractForm } from "./contract-form.ts";
import { stepsForOpening, takeOpening } from "./picked-opening.ts";

const closing = {
  ...emptyContractForm,
  use: "close",
  amount: { by: "coin", text: "0.5" },
  trigger: { price: "90000", by: "INDEX" },
} as const;

test("an opening at a price of the chart makes the ticket that order, with its size", () => {
  const limit = stepsForOpening("95000.0", { posSide: "LONG", as: "LIMIT" }, "MARK").reduce(nextContractForm, closing);
  expect(limit).toMatchObject({
    use: "open",
    type: "LIMIT",
    price: "95000.0",
    trigger: undefined,
    amount: closing.amount,
  });
  const trigger = stepsForOpening("95000.0", { posSide: "SHORT", as: "MARKET_TRIGGER" }, "LAST");
  expect(trigger.reduce(nextContractForm, closing)).toMatchObject({
    use: "open",
    type: "MARKET",
    trigger: { price: "95000.0", by: "LAST" },
    amount: closing.amount,
  });
});

test("an opening is taken once, however often the ticket is mounted with it", () => {
  const picked = { price: "95000", opening: { posSide: "LONG", as: "LIMIT" } } as const;
  expect(takeOpening(picked)).toEqual(picked.opening);
  expect(takeOpening(picked)).toBeUndefined();
  expect(takeOpening({ price: "95000" })).toBeUndefined();
});
