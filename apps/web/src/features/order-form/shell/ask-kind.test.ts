import { expect, test } from "vitest";
import { askKindOf } from "./ask-kind.ts";
import { emptyFields } from "./order-fields.ts";

test("an order is asked about by its type, one that waits as a trigger, one that closes as a close", () => {
  const market = { ...emptyFields, type: "MARKET" } as const;
  expect(askKindOf(emptyFields)).toBe("limit");
  expect(askKindOf(market)).toBe("market");
  expect(askKindOf({ ...market, trigger: { price: "1", by: "MARK" } })).toBe("trigger");
  expect(askKindOf(market, "close")).toBe("close");
  expect(askKindOf({ ...market, trigger: { price: "1", by: "MARK" } }, "close")).toBe("close");
});

test("a trailing stop is asked about with the trigger orders, as its setting says, although it closes", () => {
  expect(askKindOf({ ...emptyFields, trailing: { callback: "1" } }, "close")).toBe("trigger");
});
