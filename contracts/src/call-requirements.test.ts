import { expect, test } from "vitest";
import { callList } from "./catalog.ts";
import { requirementsOf } from "./call-requirements.ts";

test("whatever changes something is signed and comes from our own pages", () => {
  const open = callList
    .filter((call) => call.path.startsWith("POST ") && !requirementsOf(call).proof)
    .map(({ path }) => path);
  expect(open).toEqual([]);
  expect(callList.filter((call) => call.path.startsWith("POST ") && !requirementsOf(call).origin)).toEqual([]);
});

test("whoever is not signed in and changes something is counted by his address", () => {
  const counted = [
    "identity.signOut",
    "identity.refreshToken",
    "identity.qrState",
    "content.requestLog",
    "content.fingerprintToken",
  ];
  const others = callList.filter(
    (call) => call.needs === "nothing" && call.path.startsWith("POST ") && requirementsOf(call).rate !== "signIn",
  );
  expect(others.map(({ name }) => name).toSorted()).toEqual(counted.toSorted());
});
