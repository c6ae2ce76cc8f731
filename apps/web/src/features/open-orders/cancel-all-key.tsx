import { useHotkey } from "../../lib/hotkeys/hotkeys.ts";
import { type CancelAllProps, useCancelAll } from "./use-cancel-all.tsx";

/** The hotkey of "cancel all", which works whatever list the dock shows. */
export function CancelAllKey(props: CancelAllProps) {
  const { cancel, dialog } = useCancelAll(props);
  useHotkey("cancelAll", cancel);
  return dialog;
}
