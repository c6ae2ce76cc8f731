import { languageOf, type MenuEntry } from "@tidemark/contracts";
import { useDirectory } from "../../lib/directory.ts";
import { usePreferences } from "../../lib/preferences.ts";
import { useWords } from "../../lib/words.ts";
import { useSignOut, useUser } from "../../session/session.ts";
import { useAuthAddresses } from "../bar-guest.tsx";
import { hrefOf, useGo } from "../page-link.tsx";
import { m as own } from "../menus/menus-messages.ts";
import { m } from "../shell-messages.ts";
import { useLanguage } from "../use-language.ts";
import { type MenuName, useEntryWords, useMenu } from "../use-menu.ts";
import { m as words } from "./palette-messages.ts";
import type { Command } from "./palette-rules.ts";

export type RunnableCommand = Command & { readonly run: () => void };

type Named = { readonly entry: MenuEntry; readonly menu: MenuName; readonly place: readonly string[] };

/** Every page that a menu leads to, once, with where it stands. */
function usePages(): readonly RunnableCommand[] {
  const t = useWords();
  const say = useEntryWords();
  const go = useGo();
  const user = useUser();
  const left = useMenu("leftMenus");
  const mine = {
    wallet: useMenu("wallet"),
    orders: useMenu("orders"),
    messages: useMenu("messages"),
    user: useMenu("user"),
  };
  const named = (menu: MenuName, entries: readonly MenuEntry[], place: readonly string[]): readonly Named[] =>
    entries.flatMap((entry) => [
      { entry, menu, place },
      ...named(menu, entry.entries ?? [], entry.id === "more" ? place : [...place, say(entry, menu)]),
    ]);
  const all = [
    ...named("leftMenus", left, []),
    ...(user === null
      ? []
      : [
          ...named("wallet", mine.wallet, [t(m.assets)]),
          ...named("orders", mine.orders, [t(m.orders)]),
          ...named("messages", mine.messages, [t(m.messages)]),
          ...named("user", mine.user, []),
        ]),
  ];
  const seen = new Set<string>();
  return all.flatMap(({ entry, menu, place }) => {
    const { path } = entry;
    if (path === undefined || seen.has(path)) return [];
    seen.add(path);
    return {
      id: path,
      group: "pages" as const,
      title: say(entry, menu),
      place: place.join(" · "),
      words: entry.id,
      run: () => go(hrefOf(path)),
    };
  });
}

function useMarkets(): readonly RunnableCommand[] {
  const t = useWords();
  const go = useGo();
  const { data } = useDirectory();
  return (data?.spotMarkets ?? []).map((market) => ({
    id: market.symbol,
    group: "markets" as const,
    title: market.title,
    place: t(words.spot),
    words: market.symbol,
    run: () => go(hrefOf(`/spot/${market.pair}`)),
  }));
}

function useActions(): readonly RunnableCommand[] {
  const t = useWords();
  const go = useGo();
  const user = useUser();
  const { theme, rise } = usePreferences();
  const { lang: spoken, offered, choose } = useLanguage();
  const { logIn, register } = useAuthAddresses();
  const signOut = useSignOut(() => go(hrefOf("/")));
  const action = (id: string, title: string, run: () => void, words = ""): RunnableCommand => ({
    id,
    group: "actions",
    title,
    words: `${id} ${words}`,
    run,
  });
  return [
    ...(user === null
      ? [action("log-in", t(m.logIn), () => go(logIn)), action("register", t(m.register), () => go(register))]
      : []),
    action("theme", t(theme === "dark" ? own.light : own.dark), () =>
      usePreferences.setState({ theme: theme === "dark" ? "light" : "dark" }),
    ),
    action("rise", t(rise === "green" ? own.redUp : own.greenUp), () =>
      usePreferences.setState({ rise: rise === "green" ? "red" : "green" }),
    ),
    ...offered
      .filter((lang) => lang !== spoken)
      .map((lang) =>
        action(`language ${lang}`, `${t(own.languageTitle)}: ${languageOf(lang).name}`, () => choose(lang)),
      ),
    ...(user === null ? [] : [action("log-out", t(own.logOut), () => signOut.mutate())]),
  ];
}

/** Everything that can be gone to or done from anywhere. */
export function useCommands(): readonly RunnableCommand[] {
  return [...usePages(), ...useMarkets(), ...useActions()];
}
