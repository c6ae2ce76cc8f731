import { expect, test } from "vitest";
import { masked } from "./contact.ts";

test("a contact is shown so that only its owner knows it", () => {
  expect([masked("alice@example.com"), masked("a@b.de"), masked("+821012345678")]).toEqual([
    "al***@example.com",
    "***@b.de",
    "+82***78",
  ]);
});
