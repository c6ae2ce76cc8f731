import type { HotkeyAct } from "../../../lib/hotkeys/hotkeys.ts";

/** `key` in lower case. The text of an act is the message of its name. */
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
  /** The sign that is typed, and the place of the key on the keyboard. */
  readonly key: string;
  readonly code: string;
  readonly hasShift: boolean;
  /** The key is held down: one press must not send a second order. */
  readonly isRepeat: boolean;
  readonly hasModifier: boolean;
  /** In a field, or while a dialog or a list is open: keys are theirs. */
  readonly isTaken: boolean;
};

const isLatin = (key: string): boolean => /^[\u0020-\u007e]+$/.test(key);

/** What a key would type on an English keyboard: Cyrillic, Persian or Korean letters stand for the letter in their place. */
function signAt(code: string, hasShift: boolean): string {
  if (/^Key[A-Z]$/.test(code)) return code.slice(3).toLowerCase();
  if (code === "Slash") return hasShift ? "?" : "/";
  return code === "Comma" ? "," : "";
}

/** The act of a key; undefined where it has none or belongs to something else. */
export function hotkeyActOf({
  key,
  code,
  hasShift,
  isRepeat,
  hasModifier,
  isTaken,
}: PressedKey): HotkeyAct | undefined {
  if (isRepeat || hasModifier || isTaken) return undefined;
  const pressed = isLatin(key) ? key.toLowerCase() : signAt(code, hasShift);
  return hotkeyGroups.flatMap(({ keys }) => keys).find((hotkey) => hotkey.key === pressed)?.act;
}
