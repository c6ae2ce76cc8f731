import { expect, test } from "vitest";
import { changeOf } from "./day-change.ts";

test("the change says its sign, in percent and in money", () => {
  expect(changeOf({ open: "102394.9", last: "104286.4", change: "1.85" }, 1)).toEqual({
    percent: "+1.85%",
    absolute: "+1,891.5",
    isRise: true,
  });
  expect(changeOf({ open: "100", last: "99", change: "-1.00" }, 1)).toEqual({
    percent: "−1.00%",
    absolute: "−1.0",
    isRise: false,
  });
});
test("a day without trades has no change", () => {
  expect(changeOf({ open: "", last: "", change: "" }, 1)).toBeUndefined();
});
