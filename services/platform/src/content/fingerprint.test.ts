import { expect, test } from "vitest";
import { fingerprintToken, readFingerprint } from "./fingerprint.ts";

const visitor = "0123456789abcdef0123456789abcdef";
const found = (kind: "web" | "app", issuedAt = 1_790_000_000_000) => ({ kind, visitor, issuedAt });

test("a token has the length of its kind, and reading it gives back what it stands for", () => {
  for (const [kind, length] of [
    ["web", 40],
    ["app", 72],
  ] as const) {
    const token = fingerprintToken(found(kind), "secret");
    expect(token).toMatch(new RegExp(`^[0-9a-f]{${length}}$`));
    expect(readFingerprint(token, "secret")).toMatchObject({ kind, issuedAt: 1_790_000_000_000 });
  }
});

test("one device has one name in all its tokens, and the token does not show what the page found out", () => {
  const [first, second] = [1, 2].map((day) => fingerprintToken(found("web", day * 86_400_000), "secret")) as [
    string,
    string,
  ];
  expect(first).not.toBe(second);
  expect(readFingerprint(first, "secret")!.visitor).toBe(readFingerprint(second, "secret")!.visitor);
  expect(first).not.toContain(visitor.slice(0, 8));
  const other = fingerprintToken({ ...found("web"), visitor: visitor.replace("0", "f") }, "secret");
  expect(readFingerprint(other, "secret")!.visitor).not.toBe(readFingerprint(first, "secret")!.visitor);
});

test("nobody can make a token up or change one", () => {
  const token = fingerprintToken(found("web"), "secret");
  expect(readFingerprint(token, "another secret")).toBeUndefined();
  for (let at = 0; at < token.length; at += 1) {
    const changed = token.slice(0, at) + (token[at] === "0" ? "1" : "0") + token.slice(at + 1);
    expect(readFingerprint(changed, "secret")).toBeUndefined();
  }
  for (const made of ["", "0".repeat(40), "z".repeat(40), token.slice(1)])
    expect(readFingerprint(made, "secret")).toBeUndefined();
});
