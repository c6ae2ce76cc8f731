import { expect, test } from "vitest";
import { hotkeyActs } from "../../../lib/hotkeys/hotkeys.ts";
import { hotkeyActOf, hotkeyGroups } from "./hotkey-table.ts";

const keys = hotkeyGroups.flatMap((group) => group.keys);

test("[U.7] every act has one key, and no key has two acts", () => {
  expect(keys.map(({ act }) => act).toSorted()).toEqual([...hotkeyActs].toSorted());
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
});

const free = { code: "", hasShift: false, isRepeat: false, hasModifier: false, isTaken: false };

test("letters count in any case, and digits are left to the chart", () => {
  expect(hotkeyActOf({ key: "B", ...free })).toBe("long");
  expect(hotkeyActOf({ key: "b", ...free })).toBe("long");
  for (let digit = 0; digit < 10; digit += 1) expect(hotkeyActOf({ key: String(digit), ...free })).toBeUndefined();
});

test("a key in a field, under a dialog or with a modifier is no hotkey", () => {
  expect(hotkeyActOf({ ...free, key: "b", hasModifier: true })).toBeUndefined();
  expect(hotkeyActOf({ ...free, key: "b", isTaken: true })).toBeUndefined();
});

test("[U.7] a key that is held down acts once", () => {
  expect(hotkeyActOf({ ...free, key: "b", isRepeat: true })).toBeUndefined();
});

test("on a keyboard without Latin letters the place of the key counts, on one with them the letter", () => {
  expect(hotkeyActOf({ ...free, key: "и", code: "KeyB" })).toBe("long");
  expect(hotkeyActOf({ ...free, key: "ذ", code: "KeyB" })).toBe("long");
  expect(hotkeyActOf({ ...free, key: "؟", code: "Slash", hasShift: true })).toBe("list");
  // A French keyboard types an A where an English one has its Q.
  expect(hotkeyActOf({ ...free, key: "p", code: "KeyQ" })).toBe("price");
});
