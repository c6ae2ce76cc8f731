import { operatorRoles } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { readOrder } from "./order.ts";

test("a grant names an account, roles that there are, and why", () => {
  const order = readOrder(["grant", "olivia@tidemark.test", "markets,risk", "--reason", "first operator"]);
  expect(order).toMatchObject({ action: "grant", email: "olivia@tidemark.test", roles: ["markets", "risk"] });
  expect(readOrder(["revoke", "a@b.c", "all", "--reason", "left"])).toMatchObject({ roles: [...operatorRoles] });
  expect(readOrder(["list", "--database", "postgres://x"])).toEqual({ action: "list", databaseUrl: "postgres://x" });
});

test("what is missing or unknown is said, and nothing is changed", () => {
  const wrong = [["grant"], ["grant", "a@b.c", "emperor", "--reason", "x"], ["grant", "a@b.c", "risk"], ["promote"]];
  for (const given of wrong) expect([given, typeof readOrder(given)]).toEqual([given, "string"]);
});

test("M7: a renumbering names a module, a number and why", () => {
  const order = readOrder(["renumber", "identity", "1001", "--reason", "restored"]);
  expect(order).toMatchObject({ action: "renumber", schema: "identity", next: 1_001 });
  const wrong = [["identity"], ["identity", "0", "--reason", "x"], ["a;b", "5", "--reason", "x"], ["identity", "5"]];
  for (const given of wrong) expect(typeof readOrder(["renumber", ...given])).toBe("string");
});
