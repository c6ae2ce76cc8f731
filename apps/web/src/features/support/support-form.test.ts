import { expect, test } from "vitest";
import { emptyForm, isWhole, textProblem } from "./support-form.ts";

test("a ticket needs a subject and a text that is neither empty nor too long", () => {
  expect(isWhole(emptyForm)).toBe(false);
  expect(isWhole({ ...emptyForm, subject: " ab ", text: "late" })).toBe(false);
  expect(isWhole({ ...emptyForm, subject: "Late", text: " " })).toBe(false);
  expect(isWhole({ ...emptyForm, subject: "Late", text: "It is late." })).toBe(true);
  expect([textProblem("  "), textProblem("a".repeat(4_001)), textProblem("a".repeat(4_000))]).toEqual([
    "missing",
    "long",
    undefined,
  ]);
});
