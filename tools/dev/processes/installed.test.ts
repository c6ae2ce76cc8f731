import { expect, test } from "vitest";
import { binary, unprivileged } from "./installed.ts";

test("a program is found where it is, and one that is not there is not made up", () => {
  expect(binary("sh")).toMatch(/\/sh$/);
  expect(binary("no-such-program-of-ours")).toBeUndefined();
});

test("PostgreSQL is never run as root", () => {
  expect(unprivileged()?.uid).not.toBe(0);
});
