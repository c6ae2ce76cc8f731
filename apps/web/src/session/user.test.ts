import { expect, test } from "vitest";
import { kycLabelOf, loginKindOf } from "./user.ts";

test("the KYC status is shown by its table; anything else is unverified", () => {
  expect([-1, 1, 10, 9, 2, 0, 77].map(kycLabelOf)).toEqual([
    "unverified",
    "pending",
    "pending",
    "failed",
    "verified",
    "unverified",
    "unverified",
  ]);
});

test("a login id with @ is an e-mail, any other a phone", () => {
  expect(["a@b.c", "13800138000"].map(loginKindOf)).toEqual(["email", "phone"]);
});
