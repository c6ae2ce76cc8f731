import { secp256k1 } from "@noble/curves/secp256k1.js";
import { expect, test } from "vitest";
import { chanceOf, hotKey, nonceBias } from "../testing/nonce-bias.ts";

const least = 1e-4;

test("[W9 INC-25] nonces of signatures are never used twice, and none of their bits is likelier than the other", async () => {
  const report = await nonceBias(500, 20_261_118);
  expect(report.repeated).toBe(0);
  expect(report.p).toBeGreaterThan(least);
});

test("[W9 INC-25] nonces whose highest seven bits are the same are found, and so is one that is used again", async () => {
  const { BASE, Fn } = secp256k1.Point;
  let count = 0;
  // Signs with the same key; every twentieth nonce is one that was there before.
  const report = await nonceBias(400, 7, async (_, digest) => {
    const number = BigInt(`0x${Buffer.from(digest).toString("hex")}`);
    const nonce = (count += 1) % 20 === 0 ? 12_345n : 1n + (number % (Fn.ORDER >> 7n));
    const r = Fn.create(BASE.multiply(nonce).toAffine().x);
    return { r, s: Fn.mul(Fn.inv(nonce), Fn.create(number + r * hotKey)), yParity: 0 };
  });
  expect(report.repeated).toBe(19);
  expect(report.p).toBeLessThan(least);
});

test("the chance of a sum is that of the tables", () => {
  expect(chanceOf(256, 256)).toBeCloseTo(0.488, 2);
  expect(chanceOf(311.56, 256)).toBeCloseTo(0.01, 3);
  expect(chanceOf(347.65, 256)).toBeLessThan(2e-4);
});
