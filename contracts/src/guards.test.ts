import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { callList } from "./catalog.ts";
import { guardsOf, guardTable } from "./guards.ts";

const file = new URL("../../docs/reference/guards.md", import.meta.url);

test("the reference of guards is the catalogue's", () => {
  const table = guardTable(callList);
  if (process.env.UPDATE_REFERENCE === "1") {
    mkdirSync(new URL(".", file), { recursive: true });
    writeFileSync(file, table);
  }
  expect(readFileSync(file, "utf8")).toBe(table);
});

test("whatever changes something is signed and comes from our own pages", () => {
  const open = callList
    .filter((call) => call.path.startsWith("POST ") && !guardsOf(call).proof)
    .map(({ path }) => path);
  expect(open).toEqual([]);
  expect(callList.filter((call) => call.path.startsWith("POST ") && !guardsOf(call).origin)).toEqual([]);
});

test("whoever is not signed in and changes something is counted by his address", () => {
  const counted = [
    "identity.logout",
    "identity.refreshToken",
    "identity.qrState",
    "content.requestLog",
    "content.fingerprintToken",
  ];
  const others = callList.filter(
    (call) => call.needs === "nothing" && call.path.startsWith("POST ") && guardsOf(call).rate !== "signIn",
  );
  expect(others.map(({ name }) => name).toSorted()).toEqual(counted.toSorted());
});
