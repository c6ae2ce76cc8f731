import fc from "fast-check";
import { expect, test } from "vitest";
import { cappedText, cutText, group, percentText, shortText } from "./text.ts";

test("[S9.36] thousands are separated, also of a negative number, and decimals never", () => {
  expect(["7", "1234", "-1234567.8901", "100000"].map(group)).toEqual(["7", "1,234", "-1,234,567.8901", "100,000"]);
});

test("decimals are filled up or cut, never rounded up", () => {
  expect(cutText("1.999", 2)).toBe("1.99");
  expect(cutText("1", 2)).toBe("1.00");
  expect(cutText("-1.5", 0)).toBe("-1");
  expect(cutText("-0.004", 2)).toBe("0.00");
});

test("[S9.33 S9.34 S9.35] large numbers are short: K from 1e3, M from 1e6, B from 1e9, with two decimals", () => {
  expect(
    ["999.999", "1000", "59331.7412", "999999.99", "1000000", "1234567", "6152345678.1"].map((text) => shortText(text)),
  ).toEqual(["999.99", "1.00K", "59.33K", "999.99K", "1.00M", "1.23M", "6.15B"]);
  expect(shortText("-1234.5")).toBe("-1.23K");
  expect(shortText("12345678901234")).toBe("12,345.67B");
  expect(shortText("0.00012", 5)).toBe("0.00012");
});

test("a short number is never more than the number", () => {
  const power = { K: 1_000n, M: 1_000_000n, B: 1_000_000_000n } as const;
  fc.assert(
    fc.property(fc.bigInt({ min: 1_000n, max: 10n ** 18n - 1n }), (units) => {
      const text = shortText(units.toString());
      const value = (BigInt(text.slice(0, -1).replaceAll(/[,.]/g, "")) * power[text.at(-1) as "K" | "M" | "B"]) / 100n;
      expect(value).toBeLessThanOrEqual(units);
      expect((units - value) * 100n).toBeLessThan(units);
    }),
  );
});

test("a number above its cap is told as more than the cap, 100000 by default", () => {
  expect(["100000", "99999.5", "100000.00", "100000.01", "123456"].map((text) => cappedText(text))).toEqual([
    "100,000",
    "99,999.5",
    "100,000.00",
    "100,000+",
    "100,000+",
  ]);
  expect(cappedText("51", 50n)).toBe("50+");
});

test("[S9.37] percentages have two decimals", () => {
  expect(["1.859", "-0.5", "12", "1234.5"].map(percentText)).toEqual(["1.85%", "-0.50%", "12.00%", "1,234.50%"]);
});
