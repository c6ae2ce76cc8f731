import fc from "fast-check";
import { expect, test } from "vitest";
import { sharesOf } from "./shares.ts";

test("shares add up to 100.0 %, whatever is cut off, and each is less than a tenth of a percent from its own", () => {
  expect(sharesOf([1n, 1n, 1n])).toEqual([334, 333, 333]);
  expect(sharesOf([0n, 0n])).toEqual([0, 0]);
  fc.assert(
    fc.property(fc.array(fc.bigInt(0n, 10n ** 18n), { minLength: 1, maxLength: 5 }), (values) => {
      const sum = values.reduce((all, value) => all + value, 0n);
      if (sum === 0n) return;
      const shares = sharesOf(values);
      expect(shares.reduce((all, share) => all + share, 0)).toBe(1_000);
      for (const [index, value] of values.entries()) {
        const off = BigInt(shares[index]!) * sum - value * 1_000n;
        expect(off > -sum && off < sum).toBe(true);
      }
    }),
  );
});

test("an account that holds nothing has no share", () => {
  expect(sharesOf([7n, 0n, 11n])[1]).toBe(0);
});
