import { expect, test } from "vitest";
import { couponList } from "./calls.ts";

test("[C.37] the total of a coupon is a number in text, and what it was paid as bonus stands with all bonus", () => {
  const { total, bonus } = couponList.answer.shape.list.element.shape;
  expect(total.parse({ result: "-6.5", invested: "1042" })).toEqual({ result: "-6.5", invested: "1042" });
  for (const result of ["", "much", "--6", "-6.123456789"])
    expect(total.safeParse({ result, invested: "1042" }).success).toBe(false);
  expect(bonus.parse({ granted: "5", used: "1", returned: "0" })).toMatchObject({ granted: "5" });
  expect(couponList.answer.shape.list.element.shape).not.toHaveProperty("granted");
});
