import { expect, test } from "vitest";
import { ownerProofOf } from "./owner-proof.ts";

const usual = { hasFactor: false, hasPassword: true, isEmailFactor: false, isSmsFactor: false };

test("M4: signing another device in asks for the password, a code, or both, as the account's own sign-in does", () => {
  expect(ownerProofOf(usual)).toEqual({ password: true, code: false });
  expect(ownerProofOf({ ...usual, isEmailFactor: true })).toEqual({ password: true, code: true });
  expect(ownerProofOf({ ...usual, isSmsFactor: true })).toEqual({ password: true, code: true });
  expect(ownerProofOf({ ...usual, hasPassword: false })).toEqual({ password: false, code: true });
});

test("M4: a second factor replaces both", () => {
  expect(ownerProofOf({ ...usual, hasFactor: true })).toEqual({ password: false, code: false });
  expect(ownerProofOf({ ...usual, hasFactor: true, isEmailFactor: true })).toEqual({ password: false, code: false });
});
