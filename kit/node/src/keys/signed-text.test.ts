import { expect, test } from "vitest";
import { textChecker, textSigner } from "./signed-text.ts";

const seedOf = (digit: string): string => digit.repeat(64);

test("what was signed is read back; what was changed, cut or signed by another is nothing", () => {
  const signer = textSigner("KEY", seedOf("1"), "production");
  const checker = textChecker("KEY", signer.publicKey, "production");
  const signed = signer.sign("a.1.2");
  expect(checker.open(signed)).toBe("a.1.2");
  expect(checker.open(signed.replace("a.1.2", "a.1.3"))).toBeUndefined();
  expect(checker.open(signed.slice(0, -4))).toBeUndefined();
  for (const text of ["", "~", "a.1.2", "a.1.2~", "~abc", "x".repeat(2_000)])
    expect(checker.open(text)).toBeUndefined();
  expect(checker.open(textSigner("KEY", seedOf("2"), "production").sign("a.1.2"))).toBeUndefined();
});

test("two keys are known while one is replaced by the next", () => {
  const [old, young] = [textSigner("KEY", seedOf("1"), "production"), textSigner("KEY", seedOf("2"), "production")];
  const checker = textChecker("KEY", `${old.publicKey},${young.publicKey}`, "production");
  expect([checker.open(old.sign("a")), checker.open(young.sign("b"))]).toEqual(["a", "b"]);
});

test("[D.35] production does not start without a key; development has one that anybody can guess", () => {
  expect(() => textSigner("KEY", "", "production")).toThrow("KEY is not set");
  expect(() => textChecker("KEY", "", "production")).toThrow("KEY is not set");
  expect(() => textSigner("KEY", "short", "development")).toThrow("64 hex digits");
  expect(textChecker("KEY", "", "development").open(textSigner("KEY", "", "development").sign("a"))).toBe("a");
});
