import { expect, test } from "vitest";
import { askKindOf } from "./ask-kind.ts";
import { emptyFields } from "./order-fields.ts";

test("an order is asked about by its type, one that waits as a trigger, one that closes as a close", () => {
  const market = { ...emptyFields, type: "MARKET" } as const;
  expect(askKindOf(emptyFields)).toBe("limit");
  expect(askKindOf(market)).toBe("market");
  expect(askKindOf({ ...market, trigger: { price: "1", by: "MARK" } })).toBe("trigger");
  expect(askKindOf(market, "close")).toBe("close");
});
