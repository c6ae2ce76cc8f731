import type { AppConfig, MenuEntry } from "@tidemark/contracts";
import { textIn } from "@tidemark/contracts";
import { useMemo } from "react";
import { hasSimulated } from "../../lib/client/page-hosts.ts";
import { appConfig } from "../../lib/config/app-config.ts";
import { currentLang } from "../../lib/i18n/languages.ts";
import { useTexts } from "../../lib/i18n/texts.ts";
import { useFlags } from "../../session/flags.ts";
import { menuTexts } from "./menu-messages.ts";
import { shownEntries } from "./menu-rules.ts";

export type MenuName = keyof AppConfig["navbar"];

/** The entries of a configured menu that this visitor sees. */
export function useMenu(name: MenuName): readonly MenuEntry[] {
  const flags = useFlags();
  const { navbar, switches } = appConfig();
  return useMemo(
    () => shownEntries(navbar[name], { flags, switches, hasSimulated: hasSimulated() }),
    [navbar, name, flags, switches],
  );
}

export type EntryTextOf = (entry: Pick<MenuEntry, "id" | "text">, menu?: MenuName | "footer") => string;

/** The text of an entry: its own if it has one, else ours for its id. */
export function useEntryTexts(): EntryTextOf {
  const t = useTexts();
  return ({ id, text }, menu) => {
    if (text !== undefined) return textIn(text, currentLang());
    const texts = (menu === undefined ? undefined : menuTexts[`${menu}.${id}`]) ?? menuTexts[id];
    return texts === undefined ? id : t(texts);
  };
}
