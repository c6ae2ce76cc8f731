import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { asFixture, type Fields, vectorsById } from "../src/formulas/vectors/vectors-support.ts";

const fixture = readFileSync(new URL("../../engine/fixtures/vectors.json", import.meta.url), "utf8");
export const vectors: ReturnType<typeof vectorsById> = vectorsById(JSON.parse(fixture));

/** The test of one vector: what the formulas make of its input is what it says. */
export function vector(id: string, outputs: (input: Fields) => unknown): void {
  const { title, input, expected } = vectors.get(id)!;
  test(`${id} ${title}`, () => expect(asFixture(outputs(input))).toEqual(expected));
}

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n);
export const isSafe = (amount: bigint): boolean => amount <= BigInt(Number.MAX_SAFE_INTEGER);
