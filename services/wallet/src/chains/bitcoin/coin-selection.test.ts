import fc from "fast-check";
import { expect, test } from "vitest";
import type { Coin } from "../payment-chain.ts";
import { changeOf, coinsToConsolidate, dust, feeRoomOf, inputsMax, selectCoins, sizeOf } from "./coin-selection.ts";

const coin = (number: number, amount: bigint, place = 0): Coin => ({
  txid: number.toString(16).padStart(64, "0"),
  place,
  key: "hot",
  amount,
});
const scriptBytes = 22;
const wanted = (amount: bigint, feeRate = 10n) => ({ amount, feeRate, scriptBytes });
const total = (coins: readonly Coin[]): bigint => coins.reduce((sum, { amount }) => sum + amount, 0n);

test("one coin pays where one is enough: the smallest of those", () => {
  const all = [coin(1, 1_000_000n), coin(2, 50_000n), coin(3, 200_000n)];
  expect(selectCoins(all, wanted(100_000n))).toEqual({ inputs: [all[2]], gasLimit: sizeOf(1, scriptBytes) });
});

test("where none is enough the largest pay together; too little, too many or worthless coins pay nothing", () => {
  const all = [coin(1, 60_000n), coin(2, 50_000n), coin(3, 70_000n)];
  expect(selectCoins(all, wanted(100_000n))?.inputs).toEqual([all[2], all[0]]);
  expect(selectCoins(all, wanted(180_000n))).toBeUndefined();
  expect(selectCoins([], wanted(1n))).toBeUndefined();
  const small = Array.from({ length: 100 }, (_, number) => coin(number, 10_000n));
  expect(selectCoins(small, wanted(200_000n))?.inputs.length).toBeLessThanOrEqual(inputsMax);
  expect(selectCoins(small, wanted(400_000n))).toBeUndefined();
  expect(selectCoins([coin(1, 680n), coin(2, 680n)], wanted(1n))).toBeUndefined();
});

test("coins are joined where they are more than one transaction spends: the smallest, and some stay free", () => {
  const coins = (count: number) => Array.from({ length: count }, (_, number) => coin(number, 10_000n + BigInt(number)));
  const joined = (count: number): readonly number[] | undefined =>
    coinsToConsolidate(coins(count), 10n, scriptBytes)?.inputs.map(({ txid }) => Number.parseInt(txid, 16));
  expect(joined(inputsMax)).toBeUndefined();
  expect(joined(inputsMax + 1)).toEqual(Array.from({ length: 17 }, (_, at) => 16 - at));
  expect(joined(200)).toEqual(Array.from({ length: inputsMax }, (_, at) => inputsMax - 1 - at));
  expect(coinsToConsolidate(coins(200), 10n, scriptBytes)?.gasLimit).toBe(sizeOf(inputsMax, scriptBytes));
  // What costs more than it brings is left alone.
  expect(coinsToConsolidate(coins(200), 200n, scriptBytes)).toBeUndefined();
});

test("change is what is left, and too little of it is part of the fee", () => {
  expect(changeOf([coin(1, 10_000n)], 5_000n, 1_000n)).toBe(4_000n);
  expect(changeOf([coin(1, 10_000n)], 8_500n, 1_000n)).toBe(0n);
  expect(() => changeOf([coin(1, 10_000n)], 9_500n, 1_000n)).toThrow("less than payment and fee");
  expect(feeRoomOf([coin(1, 10_000n)], 5_000n, 20_000n)).toBe(5_000n);
  expect(feeRoomOf([coin(1, 100_000n)], 5_000n, 20_000n)).toBe(20_000n - dust);
});

test("whatever coins there are: a selection pays amount and fee, each coin once, and is the same in any order", () => {
  const coins = fc.array(fc.record({ amount: fc.bigInt(1n, 10_000_000n), place: fc.integer({ min: 0, max: 3 }) }), {
    maxLength: 60,
  });
  fc.assert(
    fc.property(coins, fc.bigInt(1n, 50_000_000n), fc.constantFrom(2n, 20n, 500n), (list, amount, feeRate) => {
      const all = list.map((one, number) => coin(number, one.amount, one.place));
      const found = selectCoins(all, wanted(amount, feeRate));
      expect(selectCoins(all.toReversed(), wanted(amount, feeRate))).toEqual(found);
      if (found === undefined) return;
      const { inputs, gasLimit } = found;
      const fee = feeRate * BigInt(gasLimit);
      expect(new Set(inputs).size).toBe(inputs.length);
      expect(inputs.length).toBeLessThanOrEqual(inputsMax);
      expect(inputs.every((one) => all.includes(one))).toBe(true);
      const change = changeOf(inputs, amount, fee);
      const paid = total(inputs) - amount - change;
      expect(paid >= fee && paid < fee + dust).toBe(true);
      // None of them is without need.
      const fewer = inputs.slice(0, -1);
      const cost = amount + feeRate * BigInt(sizeOf(fewer.length, scriptBytes));
      expect(total(fewer) < cost).toBe(true);
    }),
    { seed: 20_261_118, numRuns: 500 },
  );
});
