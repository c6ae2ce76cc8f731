import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { wronglyDated } from "./migration-dates.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const planted = fileURLToPath(new URL("planted", import.meta.url));
const today = new Date().toISOString().slice(0, 10).replaceAll("-", "");

test("no migration is dated in the future", () => {
  expect(wronglyDated(root, today)).toEqual([]);
});

test("a planted migration of the year 2999 is reported", () => {
  expect(wronglyDated(planted, today)).toEqual([
    "services/platform/src/modest/migrations/29991231_0100_create_modest.sql",
  ]);
});
