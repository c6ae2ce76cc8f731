import { calls } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { createAskOf, emptyForm, ipsOf, isLifetimeOpen, problemsOf } from "./key-form.ts";

const good = { ...emptyForm, label: "market_maker_1" };
const pem = `-----BEGIN PUBLIC KEY-----\nMCowBQYDK2VwAyEA${"A".repeat(43)}=\n-----END PUBLIC KEY-----\n`;

test("a new key may read and nothing else, and ends after 90 days", () => {
  expect(problemsOf(good)).toEqual({});
  expect(createAskOf(good)).toEqual({ label: "market_maker_1", permissions: ["READ"], ips: [], days: 90 });
});

test("what is asked is what the call takes", () => {
  const forms = [good, { ...good, ips: "203.0.113.14\n198.51.100.0/28", lifetime: "never" as const }];
  for (const form of [...forms, { ...good, kind: "ED25519" as const, publicKey: pem }])
    expect(calls.createApiKey.ask.safeParse(createAskOf(form)).success).toBe(true);
});

test("the name follows the rule of user names", () => {
  expect(problemsOf({ ...good, label: "bot" })).toEqual({ label: true });
  expect(problemsOf({ ...good, label: "my bot!" })).toEqual({ label: true });
});

test("addresses are parted by lines, commas or spaces, each once; the first wrong one is named", () => {
  expect(ipsOf("203.0.113.14, 198.51.100.0/28\n203.0.113.14")).toEqual(["203.0.113.14", "198.51.100.0/28"]);
  expect(problemsOf({ ...good, ips: "203.0.113.14\n203.0.113.256" })).toEqual({ ips: { wrong: "203.0.113.256" } });
  expect(problemsOf({ ...good, ips: "2001:db8::/32" })).toEqual({});
  const many = Array.from({ length: 31 }, (_, i) => `10.0.0.${i}`).join("\n");
  expect(problemsOf({ ...good, ips: many })).toEqual({ ips: "many" });
});

test("a key that may withdraw needs addresses, and a public key must be one", () => {
  expect(problemsOf({ ...good, permissions: ["READ", "WITHDRAW"] })).toEqual({ ips: "needed" });
  expect(problemsOf({ ...good, kind: "ED25519", publicKey: "nonsense" })).toEqual({ publicKey: true });
});

test("only bound keys live longer than 90 days; a longer life is cut when the addresses go", () => {
  expect([isLifetimeOpen("90", []), isLifetimeOpen("180", []), isLifetimeOpen("never", [])]).toEqual([
    true,
    false,
    false,
  ]);
  expect(isLifetimeOpen("never", ["203.0.113.14"])).toBe(true);
  expect(createAskOf({ ...good, lifetime: "never" })).toMatchObject({ days: 90 });
  expect(createAskOf({ ...good, lifetime: "never", ips: "203.0.113.14" })).not.toHaveProperty("days");
});
