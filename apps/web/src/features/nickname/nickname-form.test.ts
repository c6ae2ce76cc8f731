import { expect, test } from "vitest";
import { nicknameFormOf } from "./nickname-form.ts";

test("[S5.4] Confirm is off without changes and without a name; the field is off without changes", () => {
  expect(nicknameFormOf("ebb", "flow", 1)).toEqual({ length: 3, isTooLong: false, isLocked: false, isOff: false });
  expect(nicknameFormOf(" . ", "flow", 1)).toMatchObject({ isLocked: false, isOff: true });
  expect(nicknameFormOf("ebb", "flow", 0)).toMatchObject({ isLocked: true, isOff: true });
});

test("the nickname in use is not sent again: it would use up a change", () => {
  expect(nicknameFormOf(" flow  7 ", "flow 7", 1)).toMatchObject({ isOff: true });
});

test("[S5.1] 25 characters are allowed, as a reader counts them; spaces around them do not count", () => {
  expect(nicknameFormOf(` ${"é".normalize("NFD").repeat(25)} `, "ebb", 1).isTooLong).toBe(false);
  expect(nicknameFormOf("x".repeat(26), "ebb", 1).isTooLong).toBe(true);
});

test("the count is the server's: letters that Unicode joins without an end count each", () => {
  expect(nicknameFormOf("क्ष".repeat(13), "ebb", 1)).toMatchObject({ length: 26, isTooLong: true });
});
