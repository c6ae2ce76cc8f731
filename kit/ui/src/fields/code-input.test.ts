import { expect, test } from "vitest";
import { typedCode } from "./code-input.tsx";

test.each([
  ["407213", "407213"],
  ["407 213", "407213"],
  ["Your code is 407-213.", "407213"],
  ["۴۰۷۲۱۳", "407213"],
  ["4072139", "407213"],
  ["abc", ""],
])("pasted %s gives the code %s", (pasted, code) => {
  expect(typedCode(pasted)).toBe(code);
});
