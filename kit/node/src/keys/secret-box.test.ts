import { expect, test } from "vitest";
import { secretBox } from "./secret-box.ts";

const box = secretBox("SECRET", "1".repeat(64), "production");

test("[R.9] a sealed text opens for its purpose and about its own row, and nowhere else", () => {
  const sealed = box.seal("codes", "row 1", "123456");
  expect(sealed.toString("latin1")).not.toContain("123456");
  expect(box.open("codes", "row 1", sealed)).toBe("123456");
  expect(box.open("codes", "row 2", sealed)).toBeUndefined();
  expect(box.open("keys", "row 1", sealed)).toBeUndefined();
  expect(secretBox("SECRET", "2".repeat(64), "production").open("codes", "row 1", sealed)).toBeUndefined();
});

test("[R.9] every changed bit and every cut is noticed", () => {
  const sealed = box.seal("codes", "row", "text");
  for (let at = 0; at < sealed.length; at += 1) {
    const changed = Buffer.from(sealed);
    changed[at] = changed[at]! ^ 1;
    expect(box.open("codes", "row", changed)).toBeUndefined();
    expect(box.open("codes", "row", sealed.subarray(0, at))).toBeUndefined();
  }
});

test("a keyed hash is the same for the same text and purpose only, and production needs a secret", () => {
  expect(box.mac("a", "text")).toEqual(box.mac("a", "text"));
  expect(box.mac("a", "text")).not.toEqual(box.mac("b", "text"));
  expect(() => secretBox("SECRET", "", "production")).toThrow("SECRET is not set");
});
