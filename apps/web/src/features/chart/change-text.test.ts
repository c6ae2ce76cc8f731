import { expect, test } from "vitest";
import { changeText } from "./change-text.ts";

test("a change has its sign, and nothing rounded has none", () => {
  expect([0.126, -1.5, -0.001, 0].map(changeText)).toEqual(["+0.13%", "−1.50%", "0.00%", "0.00%"]);
});
