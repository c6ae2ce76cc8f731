import { useEffect } from "react";
import { runHotkey } from "../../../lib/hotkeys/hotkeys.ts";
import { hotkeyActOf } from "./hotkey-table.ts";

/** Elements that take letters themselves. */
const takesKeys = "input, textarea, select, [contenteditable=true], [role=slider], [role=menu], [role=listbox]";
/** What lies over the page, or marks itself as having the keys. */
const openLayers = "[role=dialog], [role=alertdialog], [role=menu], [role=listbox], [data-hotkeys-off]";

/** Listens for hotkeys on the whole page. The list itself opens even where they are switched off, and says so. */
export function useHotkeyListener(isOn: boolean): void {
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      const act = hotkeyActOf({
        key: event.key,
        code: event.code,
        hasShift: event.shiftKey,
        isRepeat: event.repeat,
        hasModifier: event.ctrlKey || event.metaKey || event.altKey || event.isComposing,
        isTaken:
          event.defaultPrevented ||
          (event.target instanceof Element && event.target.closest(takesKeys) !== null) ||
          document.querySelector(openLayers) !== null,
      });
      if (act === undefined || (!isOn && act !== "list")) return;
      // Firefox would search the page at "/".
      if (runHotkey(act)) event.preventDefault();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isOn]);
}
