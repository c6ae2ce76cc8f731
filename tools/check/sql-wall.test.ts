import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { foreignTables } from "./sql-wall.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const planted = fileURLToPath(new URL("planted", import.meta.url));

test("a module's SQL names tables of its own schema only; others are reached through the module's deps", () => {
  expect(foreignTables(root)).toEqual([]);
});

test("a planted module that reads, joins and references tables of another is reported", () => {
  expect(foreignTables(planted)).toEqual([
    "services/platform/src/greedy/migrations/20261101_0100_create_greedy.sql: modest.notes",
    "services/platform/src/greedy/store.ts: modest.notes",
    "services/platform/src/greedy/store.ts: modest.notes",
    "services/platform/src/greedy/store.ts: journal.rows",
  ]);
});
