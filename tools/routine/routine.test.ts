import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { botMarkBytesMax, botMarkOf, botMarkWord, botRoutine } from "@tidemark/contracts";
import fc from "fast-check";
import { expect, test } from "vitest";
import { routineBytes } from "./routine.ts";

type Routine = { memory: WebAssembly.Memory; word(length: number, seed: number): number };
const { instance } = await WebAssembly.instantiate(routineBytes().slice());
const routine = instance.exports as Routine;
const compiledWord = (bytes: Uint8Array, seed: number): number => {
  new Uint8Array(routine.memory.buffer).set(bytes);
  return routine.word(bytes.length, seed);
};

test("the served file is what this source builds, and contracts name its hash", () => {
  const served = readFileSync(new URL(`../../apps/web/public${botRoutine.path}`, import.meta.url));
  expect(Buffer.compare(served, routineBytes())).toBe(0);
  expect(createHash("sha256").update(served).digest("hex")).toBe(botRoutine.hash);
});

test("[D.26] the compiled routine and its TypeScript twin give the same bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 300 }), fc.integer(), (bytes, seed) => {
      expect(compiledWord(bytes, seed)).toBe(botMarkWord(bytes, seed));
    }),
  );
  const long = "/spot/".repeat(botMarkBytesMax);
  expect(botMarkOf(long, compiledWord)).toBe(botMarkOf(long));
});

test("a mark tells two paths apart and always has the same shape", () => {
  expect(botMarkOf("1.a./user/login")).not.toBe(botMarkOf("1.a./user/logout"));
  expect(botMarkOf("")).toMatch(/^1\.[0-9a-f]{32}$/);
});
