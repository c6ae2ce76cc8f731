import type { AppConfig, MenuEntry } from "@tidemark/contracts";
import { textIn } from "@tidemark/contracts";
import { useMemo } from "react";
import { appConfig } from "../lib/app-config.ts";
import { spokenLang } from "../lib/languages.ts";
import { useWords } from "../lib/words.ts";
import { useFlags } from "../session/flags.ts";
import { menuWords } from "./menu-messages.ts";
import { shownEntries } from "./menu-rules.ts";

export type MenuName = keyof AppConfig["navbar"];

/** What this visitor sees of one of the configured menus. */
export function useMenu(name: MenuName): readonly MenuEntry[] {
  const flags = useFlags();
  const { navbar, switches } = appConfig();
  return useMemo(() => shownEntries(navbar[name], { flags, switches }), [navbar, name, flags, switches]);
}

export type SayEntry = (entry: Pick<MenuEntry, "id" | "text">, place?: MenuName | "footer") => string;

/** What an entry is called: by its own text where it has one, else by our words for its id. */
export function useEntryWords(): SayEntry {
  const t = useWords();
  return ({ id, text }, place) => {
    if (text !== undefined) return textIn(text, spokenLang());
    const words = (place === undefined ? undefined : menuWords[`${place}.${id}`]) ?? menuWords[id];
    return words === undefined ? id : t(words);
  };
}
