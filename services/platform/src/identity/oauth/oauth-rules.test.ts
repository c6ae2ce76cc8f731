import { expect, test } from "vitest";
import { identityOf } from "./oauth-rules.ts";

const claims = { iss: "https://accounts.example", sub: "117", email: "Alice@Example.com", email_verified: true };

test("an address counts only where the provider clearly says that it is proven", () => {
  expect(identityOf(claims)).toEqual({ issuer: claims.iss, subject: "117", email: "alice@example.com" });
  expect(identityOf({ ...claims, email_verified: "true" })?.email).toBe("alice@example.com");
  for (const email_verified of [false, "false", "TRUE", "1", 1, null, undefined, {}, ["true"]])
    expect(identityOf({ ...claims, email_verified })?.email).toBeUndefined();
});

test("an address that no account can have is none, and who has no name at the provider is nobody", () => {
  for (const email of [undefined, "", "alice", `${"a".repeat(60)}@example.com`, 5])
    expect(identityOf({ ...claims, email })).toEqual({ issuer: claims.iss, subject: "117", email: undefined });
  for (const sub of [undefined, "", 117, "x".repeat(256)]) expect(identityOf({ ...claims, sub })).toBeUndefined();
});
