import { expect, test } from "vitest";
import { calls } from "./catalog.ts";

test("[S5.29 S9.14] the amount of a transfer has at most eight decimals", () => {
  const ask = { fromProduct: 1, toProduct: 2, asset: "USDT" };
  const isTaken = (amount: string): boolean => calls.transfer.ask.safeParse({ ...ask, amount }).success;
  expect(["1", "0.1", "0.00000001", "123456789.12345678"].map(isTaken)).toEqual([true, true, true, true]);
  expect(["0.000000001", "1.123456789", "-1", "1e3", "1.", ".5", ""].map(isTaken)).toEqual(Array(7).fill(false));
});
