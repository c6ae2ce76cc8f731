import { createHash } from "node:crypto";
import { isPasswordWhole } from "@tidemark/contracts";
import { expect, test } from "vitest";
import { isCommonPassword } from "./common-passwords.ts";

const nobody = "x@y.zz";

test("passwords that anybody would try first are found under their decoration", () => {
  for (const password of [
    "Passw0rd!",
    "P@ssw0rd1",
    "Qwerty123!",
    "Welcome-2026",
    "1234Password!",
    "Tidemark1!",
    "B1tc0in!!",
    "Login-2026",
    "Office-2026",
    "12345678A!",
  ])
    expect([password, isCommonPassword(password, nobody)]).toEqual([password, true]);
  expect(isCommonPassword("Alice-2026", "alice@example.com")).toBe(true);
  for (const password of ["Gr3en-Harbour-Lamp", "Kx9!mmPq2z"])
    expect(isCommonPassword(password, "alice@example.com")).toBe(false);
});

test("M5: well-known passwords are refused, also as people make them fit the rule", () => {
  const known = [
    "Aa123456",
    "1qaz2WSX",
    "Qwer1234",
    "Satoshi123",
    "Abcd1234",
    "Zaq12wsx",
    "Asdf1234",
    "Q1w2e3r4",
    "A1b2c3d4",
  ];
  const kinds = [(text: string) => text, (text: string) => `${text}!`, (text: string) => `@${text}`];
  for (const base of known)
    for (const kind of kinds) expect([kind(base), isCommonPassword(kind(base), nobody)]).toEqual([kind(base), true]);
  for (const password of [
    "1qaz@WSX",
    "!QAZ2wsx",
    "1qaz!QAZ",
    "Liverpool1!",
    "Chelsea-1905",
    "Ashley@123",
    "Superm4n#1",
    "Michelle2024!",
    "Pa$$w0rd",
    "Iloveyou#1",
    "Hunter2!",
    "Manchester-99",
  ])
    expect([password, isCommonPassword(password, nobody)]).toEqual([password, true]);
});

test("M5: strong passwords are accepted", () => {
  for (const password of ["Correct-Horse-7-Battery", "Lamp-93716402!", "tR7#kq2mZ!", "Ue4!xw9Bn-", "Quiet-Harbour-26"])
    expect([password, isCommonPassword(password, nobody)]).toEqual([password, false]);
});

test("M5: of random passwords none is refused, and a check takes less than a millisecond", () => {
  const count = 5_000;
  // Always the same ones: what is refused once is refused for ever.
  const made = Array.from(
    { length: count },
    (_, i) => `A1!${createHash("sha256").update(`${i}`).digest("base64url").slice(0, 12)}`,
  );
  expect(made.every(isPasswordWhole)).toBe(true);
  const startedAt = performance.now();
  expect(made.filter((password) => isCommonPassword(password, nobody))).toEqual([]);
  expect((performance.now() - startedAt) / count).toBeLessThan(1);
});
