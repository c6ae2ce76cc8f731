import { operatorRoles } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { readOrder } from "./order.ts";

test("a grant names an operator of the console, roles that there are, and why", () => {
  const order = readOrder(["grant", "olivia", "markets,risk", "--reason", "first operator"]);
  expect(order).toMatchObject({ action: "grant", operator: "olivia", roles: ["markets", "risk"] });
  expect(readOrder(["revoke", "olivia", "all", "--reason", "left"])).toMatchObject({ roles: [...operatorRoles] });
  expect(readOrder(["list", "--database", "postgres://x"])).toEqual({ action: "list", databaseUrl: "postgres://x" });
});

test("what is missing or unknown is said, and nothing is changed", () => {
  const wrong = [
    ["grant"],
    ["grant", "olivia", "emperor", "--reason", "x"],
    ["grant", "olivia", "risk"],
    ["grant", "a@b.c", "risk", "--reason", "a trader's account"],
    ["promote"],
  ];
  for (const given of wrong) expect([given, typeof readOrder(given)]).toEqual([given, "string"]);
});

test("a withdrawal is approved by name and key, rejected with a reason, and a level is one of three", () => {
  const [id, digest] = ["0192f0c1-1111-4222-8333-444455556666", "0123456789abcdef"];
  const signed = [
    "approve-withdrawal",
    id,
    digest,
    "--approver",
    "olivia",
    "--key",
    "a.key",
    "--reason",
    "called back",
  ];
  expect(readOrder(signed)).toMatchObject({
    action: "approve-withdrawal",
    id,
    digest,
    approver: "olivia",
    keyFile: "a.key",
  });
  expect(readOrder(["reject-withdrawal", id, "--reason", "fraud"])).toMatchObject({ id, reason: "fraud" });
  expect(readOrder(["set-kyc-level", "a@b.c", "2", "--reason", "seen"])).toMatchObject({ account: "a@b.c", level: 2 });
  expect(readOrder(["withdrawals"])).toMatchObject({ action: "withdrawals" });
  const offline = ["sign-intent", "w.txt", "--approver", "olivia", "--key", "a.key"];
  expect(readOrder(offline)).toMatchObject({ action: "sign-intent", file: "w.txt", approver: "olivia" });
  const wrong = [
    ["approve-withdrawal", id, digest, "--reason", "x"],
    ["approve-withdrawal", id, "--approver", "olivia", "--key", "a", "--reason", "x"],
    ["approve-withdrawal", "1", digest, "--approver", "olivia", "--key", "a", "--reason", "x"],
    signed.slice(0, -2),
    ["reject-withdrawal", id],
    ["set-kyc-level", "a@b.c", "3", "--reason", "x"],
    ["set-kyc-level", "a@b.c", "1"],
    ["approver-key", "--approver", "olivia"],
    ["sign-intent", "--approver", "olivia", "--key", "a.key"],
  ];
  for (const given of wrong) expect([given, typeof readOrder(given)]).toEqual([given, "string"]);
});

test("a nickname is decided by its id and with a reason; the label of a trader is on or off", () => {
  expect(readOrder(["nicknames"])).toMatchObject({ action: "nicknames" });
  expect(readOrder(["accept-nickname", "7", "--reason", "fine"])).toMatchObject({ nickname: 7, reason: "fine" });
  expect(readOrder(["reject-nickname", "7", "--reason", "rude"])).toMatchObject({ action: "reject-nickname" });
  const label = ["set-verified-trader", "a@b.c", "on", "--reason", "leads"];
  expect(readOrder(label)).toMatchObject({ trader: "a@b.c", isOn: true });
  const wrong = [
    ["accept-nickname", "7"],
    ["reject-nickname", "x", "--reason", "y"],
    ["set-verified-trader", "a@b.c", "yes", "--reason", "y"],
    ["set-verified-trader", "a@b.c", "off"],
  ];
  for (const given of wrong) expect([given, typeof readOrder(given)]).toEqual([given, "string"]);
});

test("M7: a renumbering names a module, a number and why", () => {
  const order = readOrder(["renumber", "identity", "1001", "--reason", "restored"]);
  expect(order).toMatchObject({ action: "renumber", schema: "identity", next: 1_001 });
  const simulated = readOrder(["renumber", "operator.simulated", "7", "--reason", "restored"]);
  expect(simulated).toMatchObject({ action: "renumber", schema: "operator.simulated", next: 7 });
  const wrong = [
    ["identity"],
    ["identity", "0", "--reason", "x"],
    ["a;b", "5", "--reason", "x"],
    ["operator.outbox", "5", "--reason", "x"],
    ["identity", "5"],
  ];
  for (const given of wrong) expect(typeof readOrder(["renumber", ...given])).toBe("string");
});

test("an operator of the console is invited by name and roles, and dismissed by name", () => {
  const invited = readOrder(["invite", "olivia.k", "markets,risk", "--reason", "joined the operators"]);
  expect(invited).toMatchObject({ action: "invite", operator: "olivia.k", roles: ["markets", "risk"] });
  expect(readOrder(["dismiss", "olivia.k", "--reason", "left"])).toMatchObject({ operator: "olivia.k" });
  const wrong = [
    ["invite", "Olivia K", "markets", "--reason", "x"],
    ["invite", "olivia", "emperor", "--reason", "x"],
    ["invite", "olivia", "markets"],
    ["invite", "olivia", "markets", "--reason", "x", "--console", "console.example/path"],
    ["dismiss", "olivia"],
  ];
  for (const given of wrong) expect([given, typeof readOrder(given)]).toEqual([given, "string"]);
});
