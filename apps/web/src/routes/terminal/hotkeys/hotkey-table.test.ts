import { expect, test } from "vitest";
import { hotkeyActs } from "../../../lib/hotkeys/hotkeys.ts";
import { hotkeyActOf, hotkeyGroups } from "./hotkey-table.ts";

const keys = hotkeyGroups.flatMap((group) => group.keys);

test("[U.7] every act has one key, and no key has two acts", () => {
  expect(keys.map(({ act }) => act).toSorted()).toEqual([...hotkeyActs].toSorted());
  expect(new Set(keys.map(({ key }) => key)).size).toBe(keys.length);
});

test("letters count in any case, and digits are left to the chart", () => {
  const free = { hasModifier: false, isTaken: false };
  expect(hotkeyActOf({ key: "B", ...free })).toBe("long");
  expect(hotkeyActOf({ key: "b", ...free })).toBe("long");
  for (let digit = 0; digit < 10; digit += 1) expect(hotkeyActOf({ key: String(digit), ...free })).toBeUndefined();
});

test("a key in a field, under a dialog or with a modifier is no hotkey", () => {
  expect(hotkeyActOf({ key: "b", hasModifier: true, isTaken: false })).toBeUndefined();
  expect(hotkeyActOf({ key: "b", hasModifier: false, isTaken: true })).toBeUndefined();
});
