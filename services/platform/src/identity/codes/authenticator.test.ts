import { expect, test } from "vitest";
import { stepOfCode } from "./authenticator.ts";

// RFC 6238, appendix B: the key "12345678901234567890", the last six digits of its codes.
const key = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ";
const vectors = [
  [59, "287082"],
  [1_111_111_109, "081804"],
  [1_234_567_890, "005924"],
  [2_000_000_000, "279037"],
] as const;

test("[RFC 6238] the codes of the standard are right, and only within a step of their time", () => {
  for (const [seconds, code] of vectors) {
    const step = Math.floor(seconds / 30);
    expect(stepOfCode(key, code, 0, seconds * 1_000)).toBe(step);
    expect(stepOfCode(key, code, 0, (step + 1) * 30_000)).toBe(step);
    expect(stepOfCode(key, code, 0, (step + 3) * 30_000)).toBeUndefined();
    expect(stepOfCode(key, "000000", 0, seconds * 1_000)).toBeUndefined();
  }
});

test("a step that was taken, and every one before it, is over", () => {
  const [seconds, code] = vectors[1];
  const step = Math.floor(seconds / 30);
  expect(stepOfCode(key, code, step - 1, seconds * 1_000)).toBe(step);
  expect(stepOfCode(key, code, step, seconds * 1_000)).toBeUndefined();
  expect(stepOfCode(key, code, step + 1, seconds * 1_000)).toBeUndefined();
});

test("what is no code or no key is wrong, not a fault", () => {
  for (const code of ["", "12345", "1234567", "abcdef"]) expect(stepOfCode(key, code, 0, 59_000)).toBeUndefined();
  expect(stepOfCode("not base32!", "287082", 0, 59_000)).toBeUndefined();
});
