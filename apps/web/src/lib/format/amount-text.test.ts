import { expect, test } from "vitest";
import { amountText } from "./amount-text.ts";

test("[S2.47] a reward of 12.5 is not shown as 12, and its unit stays beside it", () => {
  expect(amountText("12.5", "USDT")).toBe("12.5\u00A0USDT");
  expect(amountText("50000", "USDT")).toBe("50,000\u00A0USDT");
});
