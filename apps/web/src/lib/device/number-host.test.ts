import { expect, test } from "vitest";
import { isNumberHost } from "./number-host.ts";

test("an address of numbers is no name, in either version of IP", () => {
  expect(["127.0.0.1", "[::1]"].map(isNumberHost)).toEqual([true, true]);
  expect(["localhost", "tidemark.test", "1.tidemark.test"].map(isNumberHost)).toEqual([false, false, false]);
});
