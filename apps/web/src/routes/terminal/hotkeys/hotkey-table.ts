import type { HotkeyAct } from "../../../lib/hotkeys/hotkeys.ts";

/** `key` as the keyboard reports it: letters in any case, signs as they are typed. The text of an act is the message of its name. */
type Hotkey = { readonly act: HotkeyAct; readonly key: string };
type HotkeyGroup = { readonly title: "ticket" | "orders" | "page"; readonly keys: readonly Hotkey[] };

/** Every hotkey of the terminal. Digits stay free: typed over the chart, they choose an interval. */
export const hotkeyGroups: readonly HotkeyGroup[] = [
  {
    title: "ticket",
    keys: [
      { act: "price", key: "p" },
      { act: "size", key: "s" },
      { act: "limit", key: "l" },
      { act: "market", key: "m" },
      { act: "trigger", key: "t" },
      { act: "open", key: "o" },
      { act: "close", key: "c" },
      { act: "long", key: "b" },
      { act: "short", key: "n" },
    ],
  },
  { title: "orders", keys: [{ act: "cancelAll", key: "x" }] },
  {
    title: "page",
    keys: [
      { act: "search", key: "/" },
      { act: "calculator", key: "k" },
      { act: "settings", key: "," },
      { act: "list", key: "?" },
    ],
  },
];

/** A key as it was pressed, and where. */
type PressedKey = {
  readonly key: string;
  readonly hasModifier: boolean;
  /** In a field, or while a dialog or a list is open: keys are theirs. */
  readonly isTaken: boolean;
};

/** The act of a key; undefined where it has none or belongs to something else. */
export function hotkeyActOf({ key, hasModifier, isTaken }: PressedKey): HotkeyAct | undefined {
  if (hasModifier || isTaken) return undefined;
  const pressed = key.toLowerCase();
  return hotkeyGroups.flatMap(({ keys }) => keys).find((hotkey) => hotkey.key === pressed)?.act;
}
